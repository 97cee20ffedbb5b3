import Foundation
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckReport
import LeakCheckText
import Testing

/// A check of what a body leaves behind: a mark before it, a capture after it.
///
/// If this process cannot read its own heap but Apple's `leaks` can, the check runs `leaks` before and after. It then
/// finds objects that nothing reaches, but not those that something still holds.
struct LeftoverCheck {
  private let mark: Result<HeapMark, LeftoverRefusal>
  /// The objects that `leaks` called leaked before, if it runs.
  private let leaksMark: LeaksMark?
  private var heldMark: HeapMark?
  private let ledger: AllowanceLedger
  private let hint: String
  private let pass: CheckGate.Pass
  private var scope: LeftoverScope
  /// The tests that had arrived at the gate before the mark.
  private let arrivals: Int

  /// The turns before the first, the second and the last capture.
  private static let rounds = [Turns.first, 4 * Turns.first, Turns.most]
  /// The time in seconds for other tests to let go of objects that they may have left.
  private static let patience = 2.0
  /// The same for objects that nothing holds, so that nothing lets go of them: time to see them once more.
  private static let shortPatience = 0.1

  /// Waits for this check's turn and marks the existing objects.
  ///
  /// Blocks the thread meanwhile.
  init(allowing ledger: AllowanceLedger, modules: Set<String> = [], hint: String = "") {
    let pass = CheckGate.shared.enter()
    self.init(pass, ledger, modules, hint)
  }

  /// Waits for this check's turn and marks the existing objects.
  static func begin(
    allowing ledger: AllowanceLedger, modules: Set<String> = [], hint: String = ""
  ) async -> LeftoverCheck {
    let pass = await CheckGate.shared.enter()
    return LeftoverCheck(pass, ledger, modules, hint)
  }

  private init(
    _ pass: CheckGate.Pass, _ ledger: AllowanceLedger, _ modules: Set<String>, _ hint: String
  ) {
    self.pass = pass
    self.ledger = ledger
    self.hint = hint
    arrivals = CheckGate.shared.arrivals
    scope = LeftoverScope(modules: modules.union(CheckScope.current.modules))
    CheckGate.shared.mark(pass)
    do throws(CaptureError) {
      mark = .success(try HeapMark())
      leaksMark = nil
    } catch {
      var refusal = LeftoverRefusal(error: error)
      leaksMark = refusal.markOfLeaks()
      mark = .failure(refusal)
    }
  }

  /// The scope within the check, where code does not wait for another check.
  var inside: CheckScope {
    var scope = CheckScope.current
    scope.isChecking = true
    return scope
  }

  /// The reason why nothing can be judged, if any.
  var refusal: LeftoverRefusal? {
    if case .failure(let refusal) = mark, leaksMark == nil { refusal } else { nil }
  }

  /// Whether this process reads its own heap.
  var readsHeap: Bool { (try? mark.get()) != nil }

  /// Records that the body repeats from here on, so that only growing objects count as left behind.
  mutating func repeats(_ count: Int) {
    scope.repetitions = count
    heldMark = try? HeapMark()
  }

  /// Ends the check without judging.
  func abandon() { CheckGate.shared.leave(pass) }

  /// Judges what is left besides what `value` holds; returns `nil` if nothing is.
  func failure<Value>(keeping value: borrowing Value) -> LeakFailure? {
    // Before a frame covers what the body left on the stack, and keeps it in words that it does not use.
    UnusedStack.clear()
    return failureOnClearStack(keeping: value)
  }

  @inline(never) private func failureOnClearStack<Value>(
    keeping value: borrowing Value
  ) -> LeakFailure? {
    var turns = Turns()
    var round: Round?
    for (number, limit) in Self.rounds.enumerated() {
      // What an earlier round found must not be there when the heap is searched.
      round = nil
      turns.drain(upTo: limit)
      round = judge(keeping: value, turns)
      if round?.isOver(number) ?? true { break }
    }
    let deadline = deadline(after: round)
    while round?.waitsForOthers == true, Date() < deadline {
      round = nil
      Thread.sleep(forTimeInterval: 0.05)
      round = judge(keeping: value, turns)
    }
    var bodies = BodiesBeside(pass, claiming: newObjects)
    while round?.failure != nil, bodies.mayEndBlocking {}
    if round?.failure != nil, bodies.end(), readsHeap {
      round = nil
      round = judge(keeping: value, turns)
    }
    return finish(round, isCertain: bodies.areKnown)
  }

  /// Judges what is left besides what `value` holds; returns `nil` if nothing is.
  nonisolated(nonsending) func failure<Value>(keeping value: borrowing Value) async -> LeakFailure?
  {
    UnusedStack.clear()
    var turns = Turns()
    var round: Round?
    for (number, limit) in Self.rounds.enumerated() {
      round = nil
      await turns.drain(upTo: limit)
      round = judge(keeping: value, turns)
      if round?.isOver(number) ?? true { break }
    }
    let deadline = deadline(after: round)
    while round?.waitsForOthers == true, Date() < deadline {
      round = nil
      try? await Task.sleep(for: .milliseconds(50))
      round = judge(keeping: value, turns)
    }
    var bodies = BodiesBeside(pass, claiming: newObjects)
    while round?.failure != nil, bodies.mayEnd {
      try? await Task.sleep(for: .seconds(CheckGate.moment))
    }
    if round?.failure != nil, bodies.end(), readsHeap {
      round = nil
      round = judge(keeping: value, turns)
    }
    return finish(round, isCertain: bodies.areKnown)
  }

  private struct Round {
    var failure: LeakFailure?
    var settlement: Settlement?
    /// The objects of the failure.
    var objects: [ObjectAddress: ObjectType] = [:]
    /// Whether waiting cannot change the verdict.
    var isSettled = false
    /// Whether something holds one of the objects.
    var areHeld = false
    /// The number of other running tests that are not checked.
    var otherTests = 0
    /// Whether something may hold an object for a moment and then release it.
    var mayBeHidden = false
    /// Whether a test beside this one may have begun the threads and tasks that hold the objects.
    var mayBeOfOthers = false

    /// Returns whether more turns are useless after the round with this number, from 0.
    func isOver(_ number: Int) -> Bool {
      if failure == nil { return !mayBeHidden || number > 0 }
      return isSettled || settlement == nil
    }

    /// Whether others may still release the objects.
    var waitsForOthers: Bool { failure != nil && otherTests > 0 }
  }

  /// How long other tests can still change the verdict: not at all where none goes on before this one ends.
  private func deadline(after round: Round?) -> Date {
    if CheckGate.shared.isExclusive(pass) { return .distantPast }
    let isHeld = round?.areHeld == true
    return Date(timeIntervalSinceNow: isHeld ? Self.patience : Self.shortPatience)
  }

  private func judge<Value>(keeping value: borrowing Value, _ turns: Turns) -> Round {
    var claim = LeakClaim(kind: .nothingLeft, hint: hint, notes: turns.notes)
    let mark: HeapMark
    switch self.mark {
    case .success(let known): mark = known
    case .failure(let refusal): return judge(asking: leaksMark, refusal, claim)
    }
    do throws(CaptureError) {
      var scope = scope
      scope.allowed = ledger.uncounted
      scope.others = CheckGate.shared.claims(after: pass)
      scope.reported = CheckGate.shared.reported
      var captured = try captureLeftovers(
        since: mark, heldSince: heldMark, keeping: value, within: scope)
      let others = max(0, captured.otherTests - CheckGate.shared.waitingCount)
      var mayBeOfOthers = false
      // Code of theirs that no check sees ran since the mark, or runs: it may have begun threads and tasks.
      if captured.graph.objectCount > 0, others > 0 || CheckGate.shared.arrivals > arrivals {
        scope.sparesBegun = true
        let certain = try captureLeftovers(
          since: mark, heldSince: heldMark, keeping: value, within: scope)
        mayBeOfOthers = certain.graph.objectCount == 0
        if !mayBeOfOthers { captured = certain }
      }
      let settlement = ledger.settlement(of: captured.graph)
      claim.notes += settlement.notes + captured.notes + notes
      if captured.areHeld, scope.repetitions == 1, Self.isInVariable(settlement.graph) {
        claim.notes.append(Self.repeats)
      }
      if others > 0 || isBesideOthers { claim.notes.append(Self.others) }
      return Round(
        failure: .judged(settlement.graph, claim), settlement: settlement,
        objects: captured.objects, isSettled: captured.isSettled, areHeld: captured.areHeld,
        otherTests: others, mayBeHidden: captured.mayBeHidden, mayBeOfOthers: mayBeOfOthers)
    } catch {
      claim.hint = ""
      return Round(failure: .refused(error, claim))
    }
  }

  /// Judges objects that `leaks` calls leaked only now; once, since time does not change what nothing reaches.
  private func judge(
    asking leaks: LeaksMark?, _ refusal: LeftoverRefusal, _ claim: LeakClaim
  ) -> Round {
    var claim = claim
    do throws(LeaksRefusal) {
      guard let found = try leaks?.leftovers() else { return Round(isSettled: true) }
      let settlement = ledger.settlement(of: found.graph)
      claim.notes += settlement.notes + found.notes + notes
      if isBesideOthers { claim.notes.append(Self.others) }
      return Round(
        failure: .judged(settlement.graph, claim), settlement: settlement, isSettled: true)
    } catch {
      claim.notes.append(LeftoverRefusal.words(of: error))
      return Round(failure: .refused(refusal.error, claim))
    }
  }

  /// Ends the check; objects that may belong to another running body are reported as not judged.
  private func finish(_ round: Round?, isCertain: Bool) -> LeakFailure? {
    defer { CheckGate.shared.leave(pass) }
    if isCertain, let settlement = round?.settlement { ledger.enter(settlement) }
    if !isCertain { return round?.failure?.notJudged(because: BodiesBeside.words) }
    if round?.mayBeOfOthers == true {
      return round?.failure?.notJudged(because: BodiesBeside.begunWords)
    }
    if let round, round.failure != nil { CheckGate.shared.report(round.objects) }
    return round?.failure
  }

  /// The objects created since the mark, if other checks are here; `nil` where they cannot be found out.
  private var newObjects: Set<ObjectAddress>? {
    guard CheckGate.shared.isBesideAny(pass), case .success(let mark) = mark else { return [] }
    return try? captureNewObjects(since: mark, within: scope)
  }

  /// A note for the reader about other checks.
  private var notes: [String] {
    let isUncertain = CheckGate.shared.wasBeside(pass) && !CheckGate.shared.isExclusive(pass)
    return isUncertain ? [BodiesBeside.note] : []
  }

  /// Whether a global variable leads to what should be gone, as to what a cache keeps.
  private static func isInVariable(_ graph: ObjectGraph) -> Bool {
    graph.objects.contains { $0.rootReason.map(LeakWords.isVariable) ?? false }
  }

  /// A note for the reader about what may be a cache.
  private static let repeats =
    "if it is kept on purpose, as in a cache: expectNoLeaks(repeating: 3) judges only what grows"

  /// Whether unchecked tests may run at the same time.
  private var isBesideOthers: Bool {
    Test.current != nil && !CommandLine.arguments.contains("--no-parallel")
  }

  private static let others =
    "tests that are not leak-checked may have run at the same time: if these objects are not this"
    + " test's, run with --no-parallel"
}
