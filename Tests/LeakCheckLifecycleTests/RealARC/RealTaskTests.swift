import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckLocks
import Testing

extension RealARC {
  /// Tasks, streams and actors.
  @Suite struct Concurrency {}
}

/// Counts what has happened, beyond the life of whoever did it.
private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Something that a task waits for once.
private struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send() { continuation.finish() }

  /// Waits, also in a task that is cancelled: awaiting the value of another task does not end
  /// early.
  func wait() async {
    await Task { [stream] in for await _ in stream {} }.value
  }
}

/// A stream of values, each of which stands for itself.
private struct Values: Sendable {
  let stream: AsyncStream<Int>
  let continuation: AsyncStream<Int>.Continuation
  init() { (stream, continuation) = AsyncStream.makeStream() }
}

/// Where `self` is unwrapped in a loop.
enum Unwrapping: CaseIterable { case never, before, inside }

private final class Screen: Sendable {
  let counter: Counter
  init(_ counter: Counter) { self.counter = counter }

  func refresh() { counter.add() }

  func load(behind signal: Signal, strongly isStrong: Bool) -> Task<Void, Never> {
    if isStrong {
      Task {
        await signal.wait()
        self.refresh()
      }
    } else {
      Task { [weak self] in
        await signal.wait()
        self?.refresh()
      }
    }
  }

  func listen(to values: Values, _ unwrapping: Unwrapping) -> Task<Void, Never> {
    let stream = values.stream
    return switch unwrapping {
    case .never:
      Task { for await _ in stream { self.refresh() } }
    case .before:
      Task { [weak self] in
        guard let self else { return }
        for await _ in stream { self.refresh() }
      }
    case .inside:
      Task { [weak self] in
        for await _ in stream {
          guard let self else { return }
          self.refresh()
        }
      }
    }
  }
}

private func declareScreen(in scenario: inout Scenario) {
  scenario.type("Screen") { $0.callback("refresh") { _ in } }
}

// MARK: - Waiting for a signal

extension RealARC.Concurrency {
  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["screen"], "signal": []])),
    (.weak, Fate(["drop": [], "signal": []])),
  ])
  func `a task that waits holds self until it returns`(
    _ strength: Strength, _ fate: Fate
  ) async throws {
    let real = Watch()
    let signal = Signal()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    let task = try screen.use { $0.load(behind: signal, strongly: strength == .strong) }
    screen.drop()
    real.note("drop")
    signal.send()
    await task.value
    try await real.noteWhenAllAreGone("signal")
    #expect(counter.value == (strength == .strong ? 1 : 0))

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.task(
        .closure(captures: ["screen": strength]) {
          $0.await("signal")
          $0.call("screen.refresh")
        }, in: "task")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.signal("signal")
      steps.snapshot("signal")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  /// What becomes of the handle of a task that holds a screen and waits.
  enum Handle: CaseIterable { case kept, dropped, cancelled }

  @Test(arguments: Handle.allCases)
  func `neither dropping nor cancelling the handle ends a task that waits`(
    _ handle: Handle
  ) async throws {
    let real = Watch()
    let signal = Signal()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    var task = try Optional(screen.use { $0.load(behind: signal, strongly: true) })
    screen.drop()
    switch handle {
    case .kept: break
    case .dropped: task = nil
    case .cancelled: task?.cancel()
    }
    real.note("handle")
    signal.send()
    try await real.noteWhenAllAreGone("signal")
    #expect(counter.value == 1)
    #expect((task == nil) == (handle == .dropped))

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.task(
        .closure {
          $0.await("signal")
          $0.call("screen.refresh")
        }, in: "task")
      steps.drop("screen")
      switch handle {
      case .kept: break
      case .dropped: steps.drop("task")
      case .cancelled: steps.cancel("task")
      }
      steps.snapshot("handle")
      steps.signal("signal")
      steps.snapshot("signal")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["handle": ["screen"], "signal": []]))
  }

  /// A task in a property of the object that it holds is a ring that ends with the task.
  @Test func `a task that its screen holds lets it go when it returns`() async throws {
    final class Loader: Sendable {
      let task = Mutex<Task<Void, Never>?>(nil)
      func start(behind signal: Signal) {
        task.withLock {
          $0 = Task {
            await signal.wait()
            self.finish()
          }
        }
      }
      func finish() {}
    }
    let real = Watch()
    let signal = Signal()
    let loader = real.local("loader") { Loader() }
    try loader.use { $0.start(behind: signal) }
    loader.drop()
    real.note("drop")
    signal.send()
    try await real.noteWhenAllAreGone("signal")

    let same = try simulated("loader") { scenario in
      scenario.type("Loader") { type in
        type.callback("finish") { _ in }
        type.callback("start") {
          $0.task(
            .closure {
              $0.await("signal")
              $0.call("self.finish")
            }, in: "self.task")
        }
      }
    } _: { steps in
      steps.new("Loader", as: "loader")
      steps.call("loader.start")
      steps.drop("loader")
      steps.snapshot("drop")
      steps.signal("signal")
      steps.snapshot("signal")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["drop": ["loader"], "signal": []]))
  }
}

// MARK: - Streams

extension RealARC.Concurrency {
  enum StreamEnd: CaseIterable { case finish, cancel, value }

  @Test(arguments: Unwrapping.allCases, StreamEnd.allCases)
  func `a loop over a stream holds self from where it is unwrapped`(
    _ unwrapping: Unwrapping, _ end: StreamEnd
  ) async throws {
    let real = Watch()
    let values = Values()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    let task = try screen.use { $0.listen(to: values, unwrapping) }
    values.continuation.yield(1)
    try await real.note("turn") { counter.value == 1 }
    screen.drop()
    if unwrapping == .inside {
      try await real.noteWhenAllAreGone("drop")
    } else {
      real.note("drop")
    }
    switch end {
    case .finish: values.continuation.finish()
    case .cancel: task.cancel()
    case .value:
      values.continuation.yield(2)
      if unwrapping != .inside { try await real.note("end") { counter.value == 2 } }
    }
    if end != .value || unwrapping == .inside {
      await task.value
      try await real.noteWhenAllAreGone("end")
    }

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.task(
        .closure(captures: unwrapping == .never ? [:] : ["screen": .weak]) { task in
          if unwrapping == .before { task.guardName("screen") }
          task.forAwait("values") { turn in
            if unwrapping == .inside { turn.guardName("screen") }
            turn.call("screen.refresh")
          }
        }, in: "task")
      steps.yield("values")
      steps.snapshot("turn")
      steps.drop("screen")
      steps.snapshot("drop")
      switch end {
      case .finish: steps.finish("values")
      case .cancel: steps.cancel("task")
      case .value: steps.yield("values")
      }
      steps.snapshot("end")
    }
    #expect(real.fate == same)
    let isHeld = unwrapping != .inside
    let staysHeld = isHeld && end == .value
    #expect(
      real.fate
        == Fate([
          "turn": ["screen"], "drop": isHeld ? ["screen"] : [],
          "end": staysHeld ? ["screen"] : [],
        ]))
    // The value has shown that the loop goes on; this ends it.
    values.continuation.finish()
  }

  @Test func `a stream that has finished first delivers what it was given`() async throws {
    let real = Watch()
    let values = Values()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    for value in 1...3 { values.continuation.yield(value) }
    values.continuation.finish()
    try await screen.use { $0.listen(to: values, .before) }.value
    screen.drop()
    try await real.noteWhenAllAreGone("end")

    var scenario = Scenario()
    scenario.type("Screen", traces: true) { $0.callback("refresh") { $0.log() } }
    scenario.steps { steps in
      steps.new("Screen", as: "screen")
      for _ in 1...3 { steps.yield("values") }
      steps.finish("values")
      steps.task(
        .closure(captures: ["screen": .weak]) { task in
          task.guardName("screen")
          task.forAwait("values") { $0.call("screen.refresh") }
        })
      steps.drop("screen")
      steps.expectGone("screen")
    }
    let outcome = try scenario.run()
    #expect(outcome.failedChecks.isEmpty)
    #expect(real.fate == Fate(["end": []]))
    #expect(outcome.lines(of: "refresh").count == counter.value)
    #expect(counter.value == 3)
  }
}

// MARK: - Actors

private actor Store {
  private var onChange: (@Sendable () async -> Void)?
  private var changes = 0

  func bind(_ strength: Strength) {
    if strength == .strong {
      onChange = { await self.change() }
    } else {
      onChange = { [weak self] in await self?.change() }
    }
  }

  func change() { changes += 1 }
  func unbind() { onChange = nil }
  func tell() async -> Int {
    await onChange?()
    return changes
  }
}

/// A weak reference that tasks may share.
private final class WeakStore: Sendable {
  weak let store: Store?
  init(_ store: Store) { self.store = store }
}

extension RealARC.Concurrency {
  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["store"], "unbind": []])),
    (.weak, Fate(["drop": [], "unbind": []])),
  ])
  func `an actor holds its stored closure as a class does`(
    _ strength: Strength, _ fate: Fate
  ) async throws {
    let real = Watch()
    let (local, weak) = try await bound(strength, in: real)
    local.drop()
    if strength == .weak { try await real.noteWhenAllAreGone("drop") } else { real.note("drop") }
    await weak.store?.unbind()
    try await real.noteWhenAllAreGone("unbind")

    let same = try simulated("store") { scenario in
      scenario.type("Store", is: "Actor") { type in
        type.callback("change") { _ in }
        type.callback("bind") {
          $0.set(
            "self.onChange",
            to: .closure(captures: ["self": strength]) { $0.call("self.change") })
        }
      }
    } _: { steps in
      steps.new("Store", as: "store")
      steps.call("store.bind")
      steps.call("store.onChange")
      steps.set(
        "global.unbind", to: .closure(captures: ["store": .weak]) { $0.clear("store.onChange") })
      steps.drop("store")
      steps.snapshot("drop")
      steps.call("global.unbind")
      steps.snapshot("unbind")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  private func bound(
    _ strength: Strength, in watch: Watch
  ) async throws -> (local: Local<Store>, weak: WeakStore) {
    let store = Store()
    await store.bind(strength)
    #expect(await store.tell() == 1)
    return (watch.local("store") { store }, WeakStore(store))
  }
}
