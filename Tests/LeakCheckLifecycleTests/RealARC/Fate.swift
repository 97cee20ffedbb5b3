import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// The ownership patterns of the simulation, run by the Swift runtime itself.
///
/// Each test does the same thing twice, with real classes and as a scenario, and compares who of
/// the watched objects is alive after each event. Selector observers of a notification centre, key-
/// value observation and display links need the Objective-C runtime and are not here; nor is what
/// UIKit and Combine hold.
@Suite enum RealARC {}

/// Who of the watched objects is alive after each event.
struct Fate: Equatable, Sendable, CustomTestStringConvertible {
  private(set) var alive: [String: Set<String>] = [:]

  init(_ alive: [String: Set<String>] = [:]) { self.alive = alive }

  /// The same up to an event, which is left out.
  func without(_ event: String) -> Fate { Fate(alive.filter { $0.key != event }) }

  mutating func note(_ event: String, alive names: [String]) { alive[event] = Set(names) }

  var testDescription: String {
    alive.keys.sorted().map { event in
      let names = alive[event, default: []].sorted().joined(separator: ", ")
      return "\(event): \(names.isEmpty ? "nobody" : names)"
    }.joined(separator: "; ")
  }
}

// MARK: - Simulated

/// Runs a scenario, and says who of some objects, named by their locals, is alive at each snapshot.
func simulated(
  _ names: String..., types: (inout Scenario) -> Void = { _ in },
  _ steps: (inout ActionList) -> Void
) throws -> Fate {
  var scenario = Scenario("the same in simulation")
  types(&scenario)
  for index in scenario.types.indices { scenario.types[index].traces = true }
  scenario.steps(steps)
  let outcome = try scenario.run()
  #expect(outcome.failedChecks.isEmpty)
  var fate = Fate()
  for (label, graph) in outcome.snapshots {
    fate.note(label, alive: names.filter { graph.isAlive($0) })
  }
  for name in names {
    let isGoneSomewhere = outcome.snapshots.values.contains { !$0.isAlive(name) }
    let deinits = outcome.log.count { $0.id == name && $0.matches("deinit") }
    #expect(deinits <= 1, "\(name) is freed more than once")
    #expect(!isGoneSomewhere || deinits == 1, "\(name) is gone without its deinit")
  }
  return fate
}

extension ObjectGraph {
  /// Whether somebody retains the object; freed ones are drawn too where something unowned is left
  /// of them.
  fileprivate func isAlive(_ name: String) -> Bool {
    guard let object = object(withID: .text(name)) else { return false }
    return object.rootReason != nil || object.referrers.contains { $0.strength == .strong }
  }
}

// MARK: - Real

/// Watches real objects, without holding them.
final class Watch {
  private struct Probe {
    var name: String
    weak var object: AnyObject?
  }

  private var probes: [Probe] = []
  private(set) var fate = Fate()

  /// How long an event that another thread brings about may take.
  ///
  /// Nothing waits this long unless it fails.
  private static let longest: Duration = .seconds(20)
  private static let fewestTurns = 500

  /// Makes an object and holds it as a local of the scenario is held: until it is dropped.
  func local<Object: AnyObject>(_ name: String, _ make: () -> Object) -> Local<Object> {
    let local = Local(make)
    if let object = local.object { probes.append(Probe(name: name, object: object)) }
    return local
  }

  var alive: [String] { probes.filter { $0.object != nil }.map(\.name) }

  /// Notes who is alive now.
  func note(_ event: String) { fate.note(event, alive: alive) }

  /// Notes who is alive once an event that another thread brings about has happened.
  func note(_ event: String, once hasHappened: () -> Bool) async throws {
    let deadline: ContinuousClock.Instant = .now + Self.longest
    // Other tests may take up all threads for longer than that: then the event gets its turns afterwards.
    var turns = 0
    while !hasHappened(), ContinuousClock.now < deadline || turns < Self.fewestTurns {
      try await Task.sleep(for: .milliseconds(1))
      turns += 1
    }
    note(event)
  }

  /// Notes who is alive once nobody is; after a long wait, who still is.
  func noteWhenAllAreGone(_ event: String) async throws {
    try await note(event) { alive.isEmpty }
  }

  /// Notes who is alive once an event has happened, doing a turn of what brings it about meanwhile.
  func note(_ event: String, turning turn: () -> Void, until hasHappened: () -> Bool) {
    let deadline: ContinuousClock.Instant = .now + Self.longest
    while !hasHappened(), ContinuousClock.now < deadline { turn() }
    note(event)
  }
}

/// A strong reference with an end of its own.
///
/// The optimiser may release an ordinary local after its last use, or only at the end of its scope;
/// this one lives until it is dropped, on every level of optimisation.
final class Local<Object: AnyObject> {
  fileprivate private(set) var object: Object?

  @inline(never) init(_ make: () -> Object) { object = make() }

  @inline(never) func drop() { object = nil }

  @inline(never) func use<Result>(_ body: (Object) throws -> Result) throws -> Result {
    try body(#require(object))
  }
}

extension ScenarioOutcome {
  /// The traps that ended the run.
  var traps: [FailedCheck] { failedChecks.filter { $0.check == "trap" } }
}
