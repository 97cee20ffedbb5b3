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
    let round = round(turns.notes)
    if round.isSettled { record(round, at: place) }
    return round.isSettled
  }

  private func judge(_ turns: Turns, at place: AssertionPlace) {
    record(round(turns.notes, isLast: true), at: place)
  }

  private func record(_ round: Round, at place: AssertionPlace) {
    guard let failure = round.failure, !isDone else { return }
    CheckGate.shared.report(round.objects)
    ReportFailure.record(failure, at: place)
  }

  private struct Round {
    /// What keeps the objects alive; `nil` if they are gone.
    var failure: LeakFailure?
    /// The objects of the failure, if this process reads its own heap.
    var objects: [ObjectAddress: ObjectType] = [:]
    /// Whether waiting cannot change that.
    var isSettled = true
  }

  private func round(_ notes: [String], isLast: Bool = false) -> Round {
    let alive = self.alive
    guard !alive.isEmpty else { return Round() }
    var claim = LeakClaim(
      kind: .deallocated, objects: alive.map(\.words), hint: hint, notes: notes)
    do {
      let captured = try captureRetainers(
        of: alive.map { (address: $0.address, because: "should be deallocated") })
      claim.notes += captured.notes
      return Round(
        failure: .judged(captured.graph, claim), objects: captured.objects,
        isSettled: captured.isSettled)
    } catch {
      // Asked once, as it stops the process for seconds.
      guard isLast else { return Round(failure: .refused(error, claim), isSettled: false) }
      return Round(
        failure: AppleLeaks.failure(of: alive, claim, refusal: error), isSettled: false)
    }
  }
}
