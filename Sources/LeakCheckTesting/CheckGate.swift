import Dispatch
import Foundation
package import LeakCheckCapture
import LeakCheckLocks

/// A gate that lets one leak check run at a time, in order of arrival, so that none is blamed for another's objects.
///
/// No check waits forever: a check within another proceeds at once. The body of the current check may itself wait for
/// a check at the gate. After a while, the gate therefore admits a single check beside it, and the next one only when
/// that one has ended or has taken as long. Checks outside such a circle mostly keep waiting, and objects that
/// several bodies may have left are not judged. Checks that do not await block their thread, but at least one thread
/// of those for tasks stays free.
package final class CheckGate: Sendable {
  /// The gate of this process; tests of the gate have their own.
  @TaskLocal package static var shared = CheckGate()

  /// The way in which the gate admitted a check.
  package enum Pass: Sendable {
    /// Alone; it must leave.
    case alone(Int)
    /// Within another check, whose turn it is.
    case nested
    /// Beside another check, after waiting in vain; it must leave.
    case beside(Int)

    /// The number of the turn.
    fileprivate var number: Int? {
      switch self {
      case .alone(let number), .beside(let number): number
      case .nested: nil
      }
    }
  }

  /// A check that waits.
  private struct Waiting {
    let number: Int
    let place: ThreadPlace
    /// Whether it blocks a thread that runs tasks.
    var blocksTasks = false
    let resume: @Sendable (Pass) -> Void
  }

  /// A check that entered and has not left.
  private struct Turn {
    let number: Int
    /// The place of its mark in the order of all marks: of two checks, the one with the later mark has made what is new
    /// to both.
    var rank: Int
    let begin = DispatchTime.now()
    /// Whether the body still runs.
    var isRunning = true
    /// Whether the check only waits for the bodies beside it.
    var isWaiting = false
    /// Whether another check was inside at the same time.
    var wasBeside = false
    /// Whether the body of another check ended since this one entered, and nobody knows what it has made.
    var isBesideUnknown = false
    /// Whether the check entered on a thread that runs no tasks.
    var isElsewhere = false
    /// Whether no other body can proceed before this one ends, as far as is known.
    var isExclusive = false
    /// The time in seconds in which this one could not proceed, because another had the only thread.
    var secondsHeldUp = 0.0

    var seconds: Double {
      Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
    }
  }

  private struct State {
    /// See ``CheckGate/patience``.
    let patience: Double
    /// The turns, in order of entry.
    var turns: [Turn] = []
    var waiting: [Waiting] = []
    var blocked = 0
    var numbers = 0
    var ranks = 0
    /// The number of tests that arrived with a check, after code of theirs that nothing checks.
    var arrivals = 0
    /// The objects for which checks that were not alone are responsible, by the rank of the check.
    var claims: [(rank: Int, objects: Set<ObjectAddress>)] = []
    /// The objects that checks have reported.
    var reported: [ObjectAddress: ObjectType] = [:]

    /// The time in seconds until the next check may enter; 0 or less if it may now.
    var rest: Double {
      let heldUp = turns.first { $0.isExclusive }.map { min($0.seconds, patience) } ?? 0
      return turns.filter { !$0.isWaiting }.map { turn in
        patience - turn.seconds + turn.secondsHeldUp + (turn.isExclusive ? 0 : heldUp)
      }.max() ?? 0
    }

    func index(of pass: Pass) -> Int? { turns.firstIndex { $0.number == pass.number } }

    /// Admits a check.
    mutating func begin(_ number: Int, on place: ThreadPlace, isExclusive: Bool = false) -> Pass {
      let isBeside = !turns.isEmpty
      let areOthersHeld = !turns.contains { $0.isExclusive }
      goesOn(number)
      if isBeside { for index in turns.indices { turns[index].wasBeside = true } }
      ranks += 1
      turns.append(
        Turn(
          number: number, rank: ranks, wasBeside: isBeside, isElsewhere: place != .pool,
          isExclusive: isExclusive && areOthersHeld))
      return isBeside ? .beside(number) : .alone(number)
    }

    /// Records that the check with this number goes on, so that it is no other body that alone can.
    mutating func goesOn(_ number: Int) {
      for index in turns.indices where turns[index].number != number { endExclusion(index) }
    }

    /// Lets others proceed again: what they lost meanwhile is none of the time that they have, unless the one that had
    /// the thread may have waited for one of them.
    private mutating func endExclusion(_ index: Int) {
      guard turns[index].isExclusive else { return }
      turns[index].isExclusive = false
      let seconds = min(turns[index].seconds, patience)
      for other in turns.indices where other != index { turns[other].secondsHeldUp += seconds }
    }

    /// Ends a turn.
    mutating func end(_ number: Int) {
      goesOn(number)
      guard let index = turns.firstIndex(where: { $0.number == number }) else { return }
      endExclusion(index)
      turns.remove(at: index)
    }

    /// Admits the next check, if it may enter; the caller must call the result.
    mutating func next() -> (@Sendable () -> Void)? {
      guard rest <= 0, !waiting.isEmpty else { return nil }
      // Who blocks one of the few threads that run tasks goes first.
      let first = waiting.remove(at: waiting.firstIndex { $0.blocksTasks } ?? 0)
      let pass = begin(first.number, on: first.place)
      return { first.resume(pass) }
    }
  }

  private let state: Mutex<State>

  /// The time in seconds that others wait for the end of one turn.
  let patience: Int

  /// Creates a gate at which others wait `patience` seconds for the end of one turn.
  package init(patience: Int = 10) {
    self.patience = patience
    state = Mutex(State(patience: Double(patience)))
  }

  /// The number of waiting checks.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for the turn and blocks the thread.
  package func enter() -> Pass {
    if Self.isPassed { return .nested }
    let semaphore = DispatchSemaphore(value: 0)
    let result = Mutex(Pass?.none)
    let place = ThreadPlace()
    let isBlocked = state.withLock { state in
      state.numbers += 1
      state.arrivals += 1
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
        Waiting(number: state.numbers, place: place, blocksTasks: place == .pool) { pass in
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
        state.arrivals += 1
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
      state.end(number)
      if state.turns.isEmpty { state.claims = [] }
    }
    advance()
  }

  /// The number of threads that may block, which leaves one for tasks.
  private static var mostBlocked: Int { max(1, ProcessInfo.processInfo.activeProcessorCount - 1) }

  /// Whether this is a thread that runs tasks, and checks wait here.
  package var isCrowded: Bool { ThreadPlace() == .pool && waitingCount > 0 }

  /// Whether checks that wait here, and the caller, take up all threads that run tasks.
  package var blocksAllOtherTasks: Bool {
    ThreadPlace() == .pool
      && state.withLock { $0.waiting.count { $0.blocksTasks } >= Self.mostBlocked }
  }

  /// Whether no wait is needed: the check is within another, or its captures are artificial.
  private static var isPassed: Bool {
    CheckScope.current.isChecking || MadeUpCapture.current != nil
  }

  private func advance() { state.withLock { $0.next() }?() }

  /// Asks again for a waiting check once the turns before it have lasted too long.
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
  /// Records that a check marks the existing objects: what others marked before is older, also if they came later.
  package func mark(_ pass: Pass) {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return }
      state.ranks += 1
      state.turns[index].rank = state.ranks
    }
  }

  /// Records the end of a check's body, and the objects created while it ran beside another; `nil` if those are unknown,
  /// so that no check inside can tell them from its own.
  package func endBody(_ pass: Pass, claiming objects: Set<ObjectAddress>?) {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return }
      state.goesOn(state.turns[index].number)
      state.turns[index].isRunning = false
      if let objects {
        if !objects.isEmpty { state.claims.append((state.turns[index].rank, objects)) }
      } else {
        for other in state.turns.indices where other != index {
          state.turns[other].isBesideUnknown = true
        }
      }
    }
  }

  /// Returns whether new objects may be another body's, though that has ended.
  package func isBesideUnknown(_ pass: Pass) -> Bool {
    state.withLock { state in
      state.index(of: pass).map { state.turns[$0].isBesideUnknown } ?? false
    }
  }

  /// Returns whether other checks were inside at the same time.
  func wasBeside(_ pass: Pass) -> Bool {
    state.withLock { state in state.index(of: pass).map { state.turns[$0].wasBeside } ?? false }
  }

  /// Returns whether other checks are inside, which may have to know what this one has made.
  func isBesideAny(_ pass: Pass) -> Bool {
    state.withLock { state in state.turns.contains { $0.number != pass.number } }
  }

  /// Returns whether no other body can proceed before this check ends, as far as is known.
  package func isExclusive(_ pass: Pass) -> Bool {
    state.withLock { state in state.index(of: pass).map { state.turns[$0].isExclusive } ?? false }
  }

  /// Returns whether the body of another check runs that could proceed while this one's ran.
  func isBesideBody(_ pass: Pass) -> Bool {
    state.withLock { state in
      guard let index = state.index(of: pass), !state.turns[index].isExclusive else { return false }
      return state.turns.contains {
        $0.number != pass.number && $0.isRunning && !$0.isExclusive
      }
    }
  }

  /// The number of tests that arrived with a check so far: each ran code before, in which nothing is checked.
  ///
  /// No arrival changes what an artificial capture finds.
  var arrivals: Int { MadeUpCapture.current == nil ? state.withLock { $0.arrivals } : 0 }

  /// Records the objects that a check beside the gate watches, for which no check inside is responsible.
  ///
  /// What a check within another watches, is of that one's body.
  package func arrive(watching objects: Set<ObjectAddress>) {
    if Self.isPassed { return }
    state.withLock { state in
      state.arrivals += 1
      if !state.turns.isEmpty { state.claims.append((.max, objects)) }
    }
  }

  /// Records the objects of a failure, so that no other check is blamed for them, nor for what comes to hang on them.
  package func report(_ objects: [ObjectAddress: ObjectType]) {
    state.withLock { state in
      state.reported.merge(objects) { $1 }
      // A check within another tells what that one's body has left, too.
      if Self.isPassed || state.turns.isEmpty { return }
      state.ranks += 1
      state.claims.append((state.ranks, Set(objects.keys)))
    }
  }

  /// The objects of all failures so far.
  var reported: [ObjectAddress: ObjectType] { state.withLock { $0.reported } }

  /// Returns the objects for which checks that marked later, or that stay beside the gate, are responsible, and those
  /// that others have reported meanwhile.
  package func claims(after pass: Pass) -> Set<ObjectAddress> {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return [] }
      return state.claims.filter { $0.rank > state.turns[index].rank }.reduce(into: []) {
        $0.formUnion($1.objects)
      }
    }
  }

  /// Records whether a check only waits for the bodies beside it, which may wait for checks outside.
  func setWaiting(_ isWaiting: Bool, _ pass: Pass) {
    state.withLock { state in
      guard let index = state.index(of: pass) else { return }
      state.turns[index].isWaiting = isWaiting
    }
    advance()
  }

  /// Blocks the thread for a moment if that starves no task; returns whether it did.
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

  /// The time in seconds between two looks at the bodies beside a check.
  static let moment = 0.05
}

/// The thread on which a check enters.
private enum ThreadPlace {
  /// The main thread.
  case main
  /// One of the few threads that run tasks.
  case pool
  /// A thread that nothing else needs.
  case own

  init() {
    if Thread.isMainThread {
      self = .main
    } else {
      self = unsafe withUnsafeCurrentTask { unsafe $0 == nil } ? .own : .pool
    }
  }
}
