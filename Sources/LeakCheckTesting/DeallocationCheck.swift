import LeakCheckCapture

/// A check that waits for objects to go and reports what keeps the others alive.
struct DeallocationCheck {
  private let probes: [LifetimeProbe]
  private let hint: String

  init(_ probes: [LifetimeProbe], hint: String) {
    self.probes = probes
    self.hint = hint
  }

  private var alive: [LifetimeProbe] { probes.filter(\.isAlive) }
  private var isDone: Bool { !probes.contains(where: \.isAlive) }

  /// Fails at `place` if an object stays.
  func run(at place: AssertionPlace) {
    guard !isDone else { return }
    CheckGate.shared.arrive(watching: Set(probes.map(\.address)))
    var turns = Turns()
    turns.drain(upTo: Turns.first, until: { isDone })
    if isSettled(turns, at: place) { return }
    turns.drain(until: { isDone })
    judge(turns, at: place)
  }

  /// Awaits turns, then fails at `place` if an object stays.
  nonisolated(nonsending) func run(at place: AssertionPlace) async {
    guard !isDone else { return }
    CheckGate.shared.arrive(watching: Set(probes.map(\.address)))
    var turns = Turns()
    await turns.drain(upTo: Turns.first, until: { isDone })
    if isSettled(turns, at: place) { return }
    await turns.drain(until: { isDone })
    judge(turns, at: place)
  }

  /// Returns whether no more turns are needed: the objects are gone, or nothing that ends by itself keeps them.
  ///
  /// In the second case, it has reported what keeps them.
  private func isSettled(_ turns: Turns, at place: AssertionPlace) -> Bool {
    guard !isDone else { return true }
    let (failure, isSettled) = failure(turns.notes)
    if isSettled, let failure, !isDone { record(failure, at: place) }
    return isSettled
  }

  private func judge(_ turns: Turns, at place: AssertionPlace) {
    guard let failure = failure(turns.notes, isLast: true).failure, !isDone else { return }
    record(failure, at: place)
  }

  private func record(_ failure: LeakFailure, at place: AssertionPlace) {
    CheckGate.shared.report(Set(alive.map(\.address)))
    ReportFailure.record(failure, at: place)
  }

  /// Returns what keeps the objects alive, or `nil` if they are gone, and whether waiting cannot change that.
  private func failure(
    _ notes: [String], isLast: Bool = false
  ) -> (failure: LeakFailure?, isSettled: Bool) {
    let alive = self.alive
    guard !alive.isEmpty else { return (nil, true) }
    var claim = LeakClaim(
      kind: .deallocated, objects: alive.map(\.words), hint: hint, notes: notes)
    do {
      let captured = try captureRetainers(
        of: alive.map { (address: $0.address, because: "should be deallocated") })
      claim.notes += captured.notes
      return (.judged(captured.graph, claim), captured.isSettled)
    } catch {
      // Asked once, as it stops the process for seconds.
      guard isLast else { return (.refused(error, claim), false) }
      return (AppleLeaks.failure(of: alive, claim, refusal: error), false)
    }
  }
}
