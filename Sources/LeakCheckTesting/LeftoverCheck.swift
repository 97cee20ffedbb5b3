import LeakCheckCapture
import LeakCheckReport
import Synchronization
import Testing

/// What is left behind of something that was done: a mark before it, a capture after it.
struct LeftoverCheck {
  private let mark: Result<HeapMark, CaptureError>
  private let ledger: AllowanceLedger
  private let hint: String
  private let overlap = Overlap()

  /// Turns before the first, the second and the last capture.
  private static let rounds = [Turns.first, 4 * Turns.first, Turns.most]

  /// Marks the objects that are there now.
  init(allowing ledger: AllowanceLedger, hint: String = "") {
    self.ledger = ledger
    self.hint = hint
    do throws(CaptureError) {
      mark = .success(try HeapMark())
    } catch {
      mark = .failure(error)
    }
  }

  /// Why live objects cannot be read, where they cannot.
  var refusal: CaptureError? {
    if case .failure(let error) = mark { error } else { nil }
  }

  /// Ends the check without judging.
  func abandon() { overlap.end() }

  /// What is left besides what `value` holds; `nil` when nothing is.
  func failure<Value>(keeping value: borrowing Value) -> LeakFailure? {
    var turns = Turns()
    var round: Round?
    for limit in Self.rounds {
      // What an earlier round found must not be there when the heap is searched.
      round = nil
      turns.drain(upTo: limit)
      round = judge(keeping: value, turns)
      if round?.failure == nil || round?.isSettled == true || refusal != nil { break }
    }
    return finish(round)
  }

  /// What is left besides what `value` holds; `nil` when nothing is.
  nonisolated(nonsending) func failure<Value>(keeping value: borrowing Value) async -> LeakFailure?
  {
    var turns = Turns()
    var round: Round?
    for limit in Self.rounds {
      round = nil
      await turns.drain(upTo: limit)
      round = judge(keeping: value, turns)
      if round?.failure == nil || round?.isSettled == true || refusal != nil { break }
    }
    return finish(round)
  }

  private struct Round {
    var failure: LeakFailure?
    var settlement: Settlement?
    /// Whether waiting cannot change the verdict.
    var isSettled = false
  }

  private func judge<Value>(keeping value: borrowing Value, _ turns: Turns) -> Round {
    var claim = LeakClaim(kind: .nothingLeft, hint: hint, notes: turns.notes)
    do throws(CaptureError) {
      let captured = try captureLeftovers(
        since: mark.get(), keeping: value, allowing: ledger.uncounted)
      let settlement = ledger.settlement(of: captured.graph)
      claim.notes += settlement.notes + captured.notes + overlap.notes
      return Round(
        failure: .judged(settlement.graph, claim), settlement: settlement,
        isSettled: captured.isSettled)
    } catch {
      claim.hint = ""
      return Round(failure: .refused(error, claim))
    }
  }

  private func finish(_ round: Round?) -> LeakFailure? {
    overlap.end()
    if let settlement = round?.settlement { ledger.enter(settlement) }
    return round?.failure
  }
}

/// Whether something else that makes objects ran at the same time.
private final class Overlap: Sendable {
  private static let counts: Mutex<(running: Int, begun: Int)> = Mutex((0, 0))

  private let begun: Int
  private let hadCompany: Bool

  init() {
    (begun, hadCompany) = Self.counts.withLock { counts in
      counts.running += 1
      counts.begun += 1
      return (counts.begun, counts.running > 1)
    }
  }

  func end() { Self.counts.withLock { $0.running -= 1 } }

  /// What to say of other tests.
  var notes: [String] {
    let hasCompany = hadCompany || Self.counts.withLock { $0.begun > begun }
    if hasCompany {
      return ["another leak check ran at the same time: what is left may be its objects"]
    }
    let isParallel = Test.current != nil && !CommandLine.arguments.contains("--no-parallel")
    guard isParallel else { return [] }
    return [
      "tests that are not leak-checked may have run at the same time: if these objects are not this"
        + " test's, run with --no-parallel"
    ]
  }
}
