import Dispatch
import Foundation
import LeakCheckLocks

/// Lets one leak check run at a time, in the order of coming, so that none is blamed for the objects of another.
///
/// Nobody waits for ever: a check within another goes on at once, and so does one that has waited long, for the check
/// before it may itself wait for this one. Checks that do not await block their thread; of those that tasks run on, one
/// at least is left.
package final class CheckGate: Sendable {
  static let shared = CheckGate()

  /// How a check came in.
  package enum Pass: Sendable {
    /// Alone; it must leave.
    case alone
    /// Within another check, whose turn it is.
    case nested
    /// Beside another check: waiting was in vain.
    case beside

    /// What a reader must know.
    var notes: [String] {
      switch self {
      case .alone, .nested: []
      case .beside:
        [
          "another leak check ran at the same time and did not end within \(CheckGate.patience) seconds,"
            + " maybe because it waits for this one: what is left may be its objects"
        ]
      }
    }
  }

  /// Somebody who waits.
  private struct Waiting {
    let number: Int
    let resume: @Sendable (Bool) -> Void
  }

  private struct State {
    /// The seconds that others wait for the end of one turn.
    let patience: Int
    var isTaken = false
    var waiting: [Waiting] = []
    var blocked = 0
    var numbers = 0
    /// When the turn began of the one who has it.
    var turn = DispatchTime.now()

    /// The time that is left of the turn, at least so much that asking again is worth it.
    var rest: DispatchTimeInterval {
      let passed = Int((DispatchTime.now().uptimeNanoseconds - turn.uptimeNanoseconds) / 1_000_000)
      return .milliseconds(max(1, patience * 1_000 - passed))
    }

    /// Whether the turn has lasted too long.
    var isLate: Bool {
      DispatchTime.now().uptimeNanoseconds - turn.uptimeNanoseconds
        >= UInt64(patience) * 1_000_000_000
    }
  }

  private let state: Mutex<State>

  /// The seconds that others wait for the end of one turn.
  package static let patience = 10

  /// A gate at which others wait so many seconds for the end of one turn.
  package init(patience: Int = CheckGate.patience) { state = Mutex(State(patience: patience)) }

  /// How many checks wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for the turn, which blocks the thread.
  package func enter() -> Pass {
    if CheckScope.current.isChecking { return .nested }
    let semaphore = DispatchSemaphore(value: 0)
    let number = state.withLock { state -> Int? in
      guard state.isTaken else {
        state.isTaken = true
        state.turn = .now()
        return 0
      }
      guard state.blocked < max(1, ProcessInfo.processInfo.activeProcessorCount - 1) else {
        return nil
      }
      state.blocked += 1
      return Self.add(to: &state) { _ in semaphore.signal() }
    }
    guard let number else { return .beside }
    if number == 0 { return .alone }
    while semaphore.wait(timeout: .now() + state.withLock { $0.rest }) == .timedOut {
      let hasGivenUp = state.withLock { $0.isLate && Self.remove(number, from: &$0) }
      if hasGivenUp {
        state.withLock { $0.blocked -= 1 }
        return .beside
      }
    }
    state.withLock { $0.blocked -= 1 }
    return .alone
  }

  /// Waits for the turn without blocking a thread.
  package func enter() async -> Pass {
    if CheckScope.current.isChecking { return .nested }
    let hasTurn = await withCheckedContinuation {
      (continuation: CheckedContinuation<Bool, Never>) in
      let number = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          state.turn = .now()
          return 0
        }
        return Self.add(to: &state) { continuation.resume(returning: $0) }
      }
      guard number > 0 else { return continuation.resume(returning: true) }
      giveUp(number)
    }
    return hasTurn ? .alone : .beside
  }

  /// Ends the turn of somebody who was alone.
  package func leave(_ pass: Pass) {
    guard case .alone = pass else { return }
    let next = state.withLock { state -> Waiting? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      state.turn = .now()
      return state.waiting.removeFirst()
    }
    next?.resume(true)
  }

  /// Lets somebody go who waits for a turn that does not end, once it has lasted too long.
  private func giveUp(_ number: Int) {
    let rest = state.withLock { $0.rest }
    DispatchQueue.global().asyncAfter(deadline: .now() + rest) { [self] in
      let (waiting, isStillThere) = state.withLock { state -> (Waiting?, Bool) in
        guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
          return (nil, false)
        }
        return state.isLate ? (state.waiting.remove(at: place), false) : (nil, true)
      }
      waiting?.resume(false)
      if isStillThere { giveUp(number) }
    }
  }

  private static func add(
    to state: inout State, _ resume: @escaping @Sendable (Bool) -> Void
  ) -> Int {
    state.numbers += 1
    state.waiting.append(Waiting(number: state.numbers, resume: resume))
    return state.numbers
  }

  /// Takes somebody out who waits no longer; false where the turn had come.
  private static func remove(_ number: Int, from state: inout State) -> Bool {
    guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
    state.waiting.remove(at: place)
    return true
  }
}
