import Dispatch
import Foundation
import LeakCheckCapture
import LeakCheckLocks

/// Lets one leak check run at a time, in the order of coming, so that none is blamed for the objects of another.
///
/// Nobody waits for ever: a check within another goes on at once. The body of the one whose turn it is may itself wait for
/// one that waits here, so after a while a single one is let go beside it, and the next only when that one has ended, or
/// has taken as long: who stands in no such circle mostly keeps waiting, and what several may have left is not judged. Checks
/// that do not await block their thread; of those that tasks run on, one at least is left.
package final class CheckGate: Sendable {
  /// The gate of this process; tests of it have their own.
  @TaskLocal package static var shared = CheckGate()

  /// The way in which a check was admitted.
  package enum Pass: Sendable {
    /// Alone; it must leave.
    case alone(Int)
    /// Within another check, whose turn it is.
    case nested
    /// Beside another check, because waiting was in vain; it must leave.
    case beside(Int)

    /// Which turn it is.
    fileprivate var number: Int? {
      switch self {
      case .alone(let number), .beside(let number): number
      case .nested: nil
      }
    }
  }

  /// Somebody who waits.
  private struct Waiting {
    let number: Int
    let place: ThreadPlace
    let resume: @Sendable (Pass) -> Void
  }

  /// Somebody who came in and has not left.
  private struct Turn {
    let number: Int
    let begin = DispatchTime.now()
    /// Whether the body has not ended.
    var isRunning = true
    /// Whether it only waits for the bodies beside it.
    var isWaiting = false
    /// Whether another one was there at the same time.
    var wasBeside = false
    /// Whether it came in on a thread that no tasks run on.
    var isElsewhere = false
    /// Whether no other body can go on before its own has ended.
    var isExclusive = false

    var seconds: Double {
      Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
    }
  }

  private struct State {
    /// See ``CheckGate/patience``.
    let patience: Double
    /// In the order of coming in.
    var turns: [Turn] = []
    var waiting: [Waiting] = []
    var blocked = 0
    var numbers = 0
    /// The objects that checks have to answer for which were not alone, by their numbers.
    var claims: [(number: Int, objects: Set<ObjectAddress>)] = []

    /// The seconds until the next one may come in; 0 or less where it may now.
    var rest: Double {
      turns.filter { !$0.isWaiting }.map { patience - $0.seconds }.max() ?? 0
    }

    func index(of pass: Pass) -> Int? { turns.firstIndex { $0.number == pass.number } }

    /// Lets somebody in.
    mutating func begin(_ number: Int, on place: ThreadPlace, isExclusive: Bool = false) -> Pass {
      let isBeside = !turns.isEmpty
      if isBeside { for index in turns.indices { turns[index].wasBeside = true } }
      turns.append(
        Turn(
          number: number, wasBeside: isBeside, isElsewhere: place != .pool,
          isExclusive: isExclusive))
      return isBeside ? .beside(number) : .alone(number)
    }

    /// Lets the next one in, where it may come; what is returned is to be called.
    mutating func next() -> (@Sendable () -> Void)? {
      guard rest <= 0, !waiting.isEmpty else { return nil }
      let first = waiting.removeFirst()
      let pass = begin(first.number, on: first.place)
      return { first.resume(pass) }
    }
  }

  private let state: Mutex<State>

  /// The seconds that others wait for the end of one turn.
  let patience: Int

  /// A gate at which others wait so many seconds for the end of one turn.
  package init(patience: Int = 10) {
    self.patience = patience
    state = Mutex(State(patience: Double(patience)))
  }

  /// How many checks wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for the turn, which blocks the thread.
  package func enter() -> Pass {
    if Self.isPassed { return .nested }
    let semaphore = DispatchSemaphore(value: 0)
    let result = Mutex(Pass?.none)
    let place = ThreadPlace()
    let isBlocked = state.withLock { state in
      state.numbers += 1
      guard !state.turns.isEmpty, place == .own || state.blocked < Self.mostBlocked else {
        // The threads that tasks run on are all blocked but this one: no other body goes on.
        let isExclusive =
          place == .pool && !state.turns.isEmpty && !state.turns.contains { $0.isElsewhere }
        let pass = state.begin(state.numbers, on: place, isExclusive: isExclusive)
        result.withLock { $0 = pass }
        return false
      }
      if place != .own { state.blocked += 1 }
      state.waiting.append(
        Waiting(number: state.numbers, place: place) { pass in
          result.withLock { $0 = pass }
          semaphore.signal()
        })
      return true
    }
    guard isBlocked else { return result.withLock { $0 } ?? .nested }
    while semaphore.wait(timeout: .now() + state.withLock { max(0.001, $0.rest) }) == .timedOut {
      advance()
    }
    if place != .own { state.withLock { $0.blocked -= 1 } }
    return result.withLock { $0 } ?? .nested
  }

  /// Waits for the turn without blocking a thread.
  package func enter() async -> Pass {
    if Self.isPassed { return .nested }
    let place = ThreadPlace()
    return await withCheckedContinuation { (continuation: CheckedContinuation<Pass, Never>) in
      let (number, pass) = state.withLock { state -> (Int, Pass?) in
        state.numbers += 1
        if state.turns.isEmpty { return (state.numbers, state.begin(state.numbers, on: place)) }
        state.waiting.append(
          Waiting(number: state.numbers, place: place) { continuation.resume(returning: $0) })
        return (state.numbers, nil)
      }
      if let pass { return continuation.resume(returning: pass) }
      ask(for: number)
    }
  }

  /// Ends a turn.
  package func leave(_ pass: Pass) {
    guard let number = pass.number else { return }
    state.withLock { state in
      state.turns.removeAll { $0.number == number }
      if state.turns.isEmpty { state.claims = [] }
    }
    advance()
  }

  /// The threads that may be blocked: of those that tasks run on, one is left.
  private static var mostBlocked: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

  /// Whether nobody need wait: a check is within another, or its captures are made up.
  private static var isPassed: Bool {
    CheckScope.current.isChecking || MadeUpCapture.current != nil
  }

  private func advance() { state.withLock { $0.next() }?() }

  /// Asks again for somebody who waits, once the turns before it have lasted too long.
  private func ask(for number: Int) {
    let rest = max(0.01, state.withLock { $0.rest })
    DispatchQueue.global().asyncAfter(deadline: .now() + rest) { [self] in
      advance()
      let isStillThere = state.withLock { $0.waiting.contains { $0.number == number } }
      if isStillThere { ask(for: number) }
    }
  }
}

// Of checks that were here at the same time, none is blamed for what another one's body has made.
extension CheckGate {
  /// Says that the body of a check has ended, and which objects have come into being while it ran beside another.
  func endBody(_ pass: Pass, claiming objects: Set<ObjectAddress>) {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return }
      state.turns[index].isRunning = false
      if !objects.isEmpty { state.claims.append((state.turns[index].number, objects)) }
    }
  }

  /// Whether other checks were there at the same time.
  func wasBeside(_ pass: Pass) -> Bool {
    state.withLock { state in state.index(of: pass).map { state.turns[$0].wasBeside } ?? false }
  }

  /// Whether the body of another check runs, which can have gone on while this one's did.
  func isBesideBody(_ pass: Pass) -> Bool {
    state.withLock { state in
      guard let index = state.index(of: pass), !state.turns[index].isExclusive else { return false }
      return state.turns.contains {
        $0.number != pass.number && $0.isRunning && !$0.isExclusive
      }
    }
  }

  /// Objects that checks have to answer for which came in later.
  func claims(after pass: Pass) -> Set<ObjectAddress> {
    state.withLock { state in
      guard let number = pass.number else { return [] }
      return state.claims.filter { $0.number > number }.reduce(into: []) {
        $0.formUnion($1.objects)
      }
    }
  }

  /// Says whether a check only waits for the bodies beside it, which may wait for others that have not come in.
  func setWaiting(_ isWaiting: Bool, _ pass: Pass) {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return }
      state.turns[index].isWaiting = isWaiting
    }
    advance()
  }

  /// Blocks the thread for a moment, where that starves nobody; returns whether it has.
  func pause() -> Bool {
    if ThreadPlace() == .own {
      Thread.sleep(forTimeInterval: Self.moment)
      return true
    }
    let mayBlock = state.withLock { state in
      guard state.blocked < Self.mostBlocked else { return false }
      state.blocked += 1
      return true
    }
    guard mayBlock else { return false }
    Thread.sleep(forTimeInterval: Self.moment)
    state.withLock { $0.blocked -= 1 }
    return true
  }

  /// The seconds between two looks at the bodies beside a check.
  static let moment = 0.05
}

/// The thread that a check comes in on.
private enum ThreadPlace {
  /// The first one.
  case main
  /// One of the few that tasks run on.
  case pool
  /// One that nobody else needs.
  case own

  init() {
    if Thread.isMainThread {
      self = .main
    } else {
      self = unsafe withUnsafeCurrentTask { unsafe $0 == nil } ? .own : .pool
    }
  }
}
