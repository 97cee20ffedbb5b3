import Foundation
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckLocks
import Testing

extension RealARC {
  /// Notifications and timers of Foundation.
  ///
  /// Foundation on Linux has no selector observers and no target of a timer: both send Objective-C
  /// messages.
  @Suite struct Services {}
}

/// Counts what has happened, beyond the life of whoever did it.
private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

private final class Screen: Sendable {
  let counter: Counter
  init(_ counter: Counter) { self.counter = counter }
  func refresh() { counter.add() }

  func observe(_ name: Notification.Name, _ strength: Strength) -> any NSObjectProtocol {
    let center = NotificationCenter.default
    return strength == .strong
      ? center.addObserver(forName: name, object: nil, queue: nil) { _ in self.refresh() }
      : center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
        self?.refresh()
      }
  }

  func schedule(every seconds: TimeInterval, repeats: Bool, _ strength: Strength) -> Timer {
    strength == .strong
      ? Timer.scheduledTimer(withTimeInterval: seconds, repeats: repeats) { _ in self.refresh() }
      : Timer.scheduledTimer(withTimeInterval: seconds, repeats: repeats) { [weak self] _ in
        self?.refresh()
      }
  }
}

private func declareScreen(in scenario: inout Scenario) {
  scenario.type("Screen") { $0.callback("refresh") { _ in } }
}

// MARK: - Notifications

extension RealARC.Services {
  @Test(arguments: [
    (Strength.strong, Fate(["post": ["screen"], "drop": ["screen"], "remove": []])),
    (.weak, Fate(["post": ["screen"], "drop": [], "remove": []])),
  ])
  func `a notification centre holds the block until its token is removed`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let counter = Counter()
    let name = Notification.Name("changed.\(strength)")
    let screen = real.local("screen") { Screen(counter) }
    let token = try screen.use { $0.observe(name, strength) }
    NotificationCenter.default.post(name: name, object: nil)
    #expect(counter.value == 1)
    real.note("post")
    screen.drop()
    real.note("drop")
    NotificationCenter.default.removeObserver(token)
    real.note("remove")

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.observe(
        "changed",
        using: .closure(captures: ["screen": strength]) { $0.call("screen.refresh") },
        in: "token")
      steps.post("changed")
      steps.snapshot("post")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.unobserve("token")
      steps.snapshot("remove")
    }
    #expect(real.fate == same)
    #expect(real.fate == fate)
  }

  /// Only the centre is asked: a token that nobody keeps goes on, and so does its block.
  @Test func `dropping the token of an observer does not end it`() throws {
    let real = Watch()
    let counter = Counter()
    let name = Notification.Name("changed.dropped")
    let screen = real.local("screen") { Screen(counter) }
    let token = Local { TokenBox() }
    try screen.use { screen in
      try token.use { $0.token = screen.observe(name, .strong) }
    }
    screen.drop()
    token.drop()
    real.note("drop")
    NotificationCenter.default.post(name: name, object: nil)
    if counter.value == 1 { real.note("refresh") }

    let same = try simulated("screen") { scenario in
      scenario.type("Screen") { $0.callback("refresh") { $0.snapshot("refresh") } }
    } _: { steps in
      steps.new("Screen", as: "screen")
      steps.observe("changed", using: .closure { $0.call("screen.refresh") }, in: "token")
      steps.drop("screen")
      steps.drop("token")
      steps.snapshot("drop")
      steps.post("changed")
    }
    #expect(real.fate == same)
    #expect(real.fate == Fate(["drop": ["screen"], "refresh": ["screen"]]))
  }
}

private final class TokenBox {
  var token: (any NSObjectProtocol)?
}

// MARK: - Timers

/// Whether an invalidated timer lets its block go, as Apple documents.
///
/// Foundation on Linux retains a timer when it is made and never releases it. There an invalidated
/// timer fires no more, but it stays in memory with its block and all that the block holds.
#if canImport(ObjectiveC)
private let timersLetGo = true
#else
private let timersLetGo = false
#endif

extension RealARC.Services {
  /// Compares what a timer holds behind each event but the last, which ends it, and that one where
  /// Foundation allows.
  private func compare(
    _ real: Fate, _ same: Fate, with fate: Fate, _ strength: Strength, ending event: String
  ) {
    #expect(same == fate)
    if timersLetGo || strength == .weak {
      #expect(real == same)
    } else {
      #expect(real.without(event) == same.without(event))
      #expect(real.alive[event] == real.alive["drop"])
    }
  }

  /// The run loop of the thread that the test has to itself, for what is the main one in an app.
  private func turn() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
  }

  @Test(arguments: [
    (Strength.strong, Fate(["fire": ["screen"], "drop": ["screen"], "invalidate": []])),
    (.weak, Fate(["fire": ["screen"], "drop": [], "invalidate": []])),
  ])
  func `a repeating timer holds its block until it is invalidated`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    var timer = try Optional(
      screen.use { $0.schedule(every: 0.001, repeats: true, strength) })
    real.note("fire", turning: turn) { counter.value > 1 }
    screen.drop()
    real.note("drop")
    timer?.invalidate()
    timer = nil
    let firings = counter.value
    real.note("invalidate", turning: turn) { !timersLetGo || real.alive.isEmpty }
    for _ in 1...5 { turn() }
    #expect(counter.value == firings)

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.timer(
        every: 0.001,
        block: .closure(captures: ["screen": strength]) { $0.call("screen.refresh") },
        in: "timer")
      steps.advance(0.002)
      steps.snapshot("fire")
      steps.drop("screen")
      steps.snapshot("drop")
      steps.invalidate("timer")
      steps.drop("timer")
      steps.snapshot("invalidate")
    }
    compare(real.fate, same, with: fate, strength, ending: "invalidate")
  }

  @Test func `a timer in a property of its screen is a ring until it is invalidated`() throws {
    let real = Watch()
    let screen = real.local("owner") { TimerOwner() }
    try screen.use { $0.start() }
    let invalidate = try screen.use { owner in { [weak owner] in owner?.stop() } }
    screen.drop()
    real.note("drop")
    invalidate()
    real.note("invalidate", turning: turn) { !timersLetGo || real.alive.isEmpty }

    let same = try simulated("owner") { scenario in
      scenario.type("TimerOwner") { type in
        type.callback("refresh") { _ in }
        type.callback("start") {
          $0.timer(every: 60, block: .closure { $0.call("self.refresh") }, in: "self.timer")
        }
        type.callback("stop") {
          $0.invalidate("self.timer")
          $0.clear("self.timer")
        }
      }
    } _: { steps in
      steps.new("TimerOwner", as: "owner")
      steps.call("owner.start")
      steps.set(
        "global.invalidate", to: .closure(captures: ["owner": .weak]) { $0.call("owner.stop") })
      steps.drop("owner")
      steps.snapshot("drop")
      steps.call("global.invalidate")
      steps.snapshot("invalidate")
    }
    compare(
      real.fate, same, with: Fate(["drop": ["owner"], "invalidate": []]), .strong,
      ending: "invalidate")
  }

  @Test(arguments: [
    (Strength.strong, Fate(["drop": ["screen"], "fire": []])),
    (.weak, Fate(["drop": [], "fire": []])),
  ])
  func `a timer that fires once lets its block go then`(
    _ strength: Strength, _ fate: Fate
  ) throws {
    let real = Watch()
    let counter = Counter()
    let screen = real.local("screen") { Screen(counter) }
    try screen.use { _ = $0.schedule(every: 0.01, repeats: false, strength) }
    screen.drop()
    // The run loop has not turned yet: however late it is, the timer has not fired.
    real.note("drop")
    real.note("fire", turning: turn) {
      real.alive.isEmpty || !timersLetGo && counter.value == 1
    }
    #expect(counter.value == (strength == .strong ? 1 : 0))

    let same = try simulated("screen", types: declareScreen) { steps in
      steps.new("Screen", as: "screen")
      steps.timer(
        after: 0.01,
        block: .closure(captures: ["screen": strength]) { $0.call("screen.refresh") })
      steps.drop("screen")
      steps.snapshot("drop")
      steps.advance(0.01)
      steps.snapshot("fire")
    }
    compare(real.fate, same, with: fate, strength, ending: "fire")
  }
}

private final class TimerOwner: @unchecked Sendable {
  private var timer: Timer?
  func start() {
    timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in self.refresh() }
  }
  func refresh() {}
  func stop() {
    timer?.invalidate()
    timer = nil
  }
}
