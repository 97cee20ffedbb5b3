import Dispatch
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckLocks
import Testing

extension RealARC {
  /// Work of queues, and dispatch sources.
  @Suite struct Queues {}
}

private final class Screen: Sendable {
  func refresh() {}

  func enqueue(on queue: DispatchQueue, after delay: DispatchTimeInterval?, _ strength: Strength) {
    let work: @Sendable () -> Void
    if strength == .strong {
      work = { self.refresh() }
    } else {
      work = { [weak self] in self?.refresh() }
    }
    if let delay {
      queue.asyncAfter(deadline: .now() + delay, execute: work)
    } else {
      queue.async(execute: work)
    }
  }

  func makeSource(_ strength: Strength) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + .seconds(3600))
    if strength == .strong {
      source.setEventHandler { self.refresh() }
    } else {
      source.setEventHandler { [weak self] in self?.refresh() }
    }
    source.resume()
    return source
  }
}

private final class Ticker {
  private var source: (any DispatchSourceTimer)?
  private(set) var ticks = 0

  func start(_ strength: Strength) {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.schedule(deadline: .now() + .seconds(3600))
    if strength == .strong {
      source.setEventHandler { self.tick() }
    } else {
      source.setEventHandler { [weak self] in self?.tick() }
    }
    source.resume()
    self.source = source
  }

  func tick() { ticks += 1 }
  func stop() { source?.cancel() }
}

extension RealARC.Queues {
  @Test(arguments: [
    (Strength.strong, nil, Fate(["drop": ["screen"], "run": []])),
    (.weak, nil, Fate(["drop": [], "run": []])),
    (.strong, DispatchTimeInterval.milliseconds(10), Fate(["drop": ["screen"], "run": []])),
    (.weak, .milliseconds(10), Fate(["drop": [], "run": []])),
  ])
  func `a queue holds a block until it has run`(
    _ strength: Strength, _ delay: DispatchTimeInterval?, _ fate: Fate
  ) async throws {
    let real = Watch()
    let queue = DispatchQueue(label: "queue")
    queue.suspend()
    let screen = real.local("screen") { Screen() }
    try screen.use { $0.enqueue(on: queue, after: delay, strength) }
    screen.drop()
    real.note("drop")
    queue.resume()
    try await real.noteWhenAllAreGone("run")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { $0.callback("refresh") { _ in } }
      // The queue runs behind each step, so the screen is made and dropped within one.
      scenario.type("App") { type in
        type.callback("show") { show in
          show.new("Screen", as: "screen")
          let work: Value = .closure(captures: ["screen": strength]) { $0.call("screen.refresh") }
          if delay == nil { show.async(work) } else { show.after(0.01, do: work) }
          show.drop("screen")
          show.snapshot("drop")
        }
      }
    } _: { steps in
      steps.new("App", as: "app")
      steps.call("app.show")
      steps.advance(0.01)
      steps.snapshot("run")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["screen"], "cancel": []])),
    (.weak, Fate(["drop": [], "cancel": []])),
  ])
  func `a dispatch source holds its handler until it is cancelled`(
    _ strength: Strength, _ fate: Fate
  ) async throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    let source = try screen.use { $0.makeSource(strength) }
    screen.drop()
    real.note("drop")
    source.cancel()
    try await real.noteWhenAllAreGone("cancel")
    withExtendedLifetime(source) {}

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { $0.callback("refresh") { _ in } }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.source(
        handler: .closure(captures: ["screen": strength]) { $0.call("screen.refresh") },
        in: "source")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.cancel("source")
      steps.snapshot("cancel")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  @Test func `a dispatch source that is dropped lets its handler go`() async throws {
    let real = Watch()
    let screen = real.local("screen") { Screen() }
    var source = try Optional(screen.use { $0.makeSource(.strong) })
    screen.drop()
    real.note("drop")
    #expect(source?.isCancelled == false)
    source = nil
    try await real.noteWhenAllAreGone("drop source")

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { $0.callback("refresh") { _ in } }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.source(handler: .closure { $0.call("screen.refresh") }, in: "source")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.drop("source")
      steps.snapshot("drop source")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["drop": ["screen"], "drop source": []]))
  }

  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["ticker"], "stop": []])),
    (.weak, Fate(["drop": [], "stop": []])),
  ])
  func `a dispatch source in a property of its object is a ring`(
    _ strength: Strength, _ fate: Fate
  ) async throws {
    let real = Watch()
    let ticker = real.local("ticker") { Ticker() }
    let stop = try ticker.use { ticker in
      ticker.start(strength)
      return { [weak ticker] in ticker?.stop() }
    }
    ticker.drop()
    if strength == .weak { try await real.noteWhenAllAreGone("drop") } else { real.note("drop") }
    stop()
    try await real.noteWhenAllAreGone("stop")

    let same = try simulated("ticker") { scenario in
      scenario.type("Ticker") { type in
        type.callback("tick") { _ in }
        type.callback("start") {
          $0.source(
            handler: .closure(captures: ["self": strength]) { $0.call("self.tick") },
            in: "self.source")
        }
        type.callback("stop") { $0.cancel("self.source") }
      }
    } _: { steps in
      steps.new("Ticker", as: "ticker")
      steps.call("ticker.start")
      steps.set(
        "global.stop", to: .closure(captures: ["ticker": .weak]) { $0.call("ticker.stop") })
      steps.drop("ticker")
      steps.snapshot("drop")
      steps.call("global.stop")
      steps.snapshot("stop")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }
}
