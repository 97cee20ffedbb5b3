import Dispatch
import Foundation
import LeakCheckLocks

/// Turns that let pending work finish: main queue, run loop, finishing tasks, global queues.
///
/// A turn passes through each of these once and never waits for a deadline. Later turns start with a short
/// pause, because a thread that runs a block is invisible. All turns together take at most about a third of a
/// second, and only if something is still alive.
struct Turns {
  /// The number of turns after which a live object counts as a leak.
  static let most = 48
  /// The number of turns before the first search of the heap.
  static let first = 4
  /// The number of turns that start without a pause.
  private static let prompt = 8
  /// The seconds after which a queue without an answer counts as blocked.
  ///
  /// Parallel tests may keep the main thread of a small machine for some seconds, and what waits behind them is no leak.
  private static let patience = 10
  /// The same for tasks, whose few threads may be busy with tests like this one that wait for each other.
  private static let taskPatience = DispatchTimeInterval.milliseconds(50)

  private var taken = 0
  /// The reasons why queues could not be drained, for the reader of a failure.
  private(set) var notes: [String] = []
  private var isMainQueueBlocked = false
  private var areGlobalQueuesBlocked = false
  private var areTasksBlocked = false

  /// Takes turns until `isDone`, up to a total of `limit`.
  mutating func drain(upTo limit: Int = most, until isDone: () -> Bool = { false }) {
    while taken < limit, !isDone() {
      let pause = Self.pause(before: taken)
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
      turn()
      taken += 1
    }
  }

  /// Takes turns until `isDone`, up to a total of `limit`, without blocking a thread.
  nonisolated(nonsending) mutating func drain(
    upTo limit: Int = most, until isDone: () -> Bool = { false }
  ) async {
    while taken < limit, !isDone() {
      let pause = Self.pause(before: taken)
      if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
      await Task.yield()
      if !isMainQueueBlocked, await !Self.passes(.main) { noteBlockedMainQueue() }
      if !areGlobalQueuesBlocked, await !Self.passes(.global()) { noteBlockedGlobalQueues() }
      taken += 1
    }
  }

  private static func pause(before turn: Int) -> Double {
    turn < prompt ? 0 : min(Double(turn - prompt + 1), 8) / 1_000
  }
}

extension Turns {
  private static let isOnMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private mutating func turn() {
    if Thread.isMainThread || DispatchQueue.getSpecific(key: Self.isOnMainQueue) == true {
      turnOnMainQueue()
    } else if !isMainQueueBlocked, !Self.waits(for: [.main]) {
      noteBlockedMainQueue()
    }
    let queues = [DispatchQoS.QoSClass.userInitiated, .default, .utility]
      .map { DispatchQueue.global(qos: $0) }
    if !areGlobalQueuesBlocked, !Self.waits(for: queues) { noteBlockedGlobalQueues() }
    // Beside tests that wait for a thread, no task may begin for long, and one would stay behind in the heap that is
    // searched next: it is asked for only if the first search finds anything.
    if taken < Self.first, CheckGate.shared.isCrowded { return }
    if !areTasksBlocked, !Self.waitsForTask() { noteBlockedTasks() }
  }

  /// Takes a turn of the run loop, which does not drain the main queue inside one of its blocks.
  private mutating func turnOnMainQueue() {
    let passed = Flag()
    DispatchQueue.main.async { passed.raise() }
    if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
    guard !passed.isRaised, !isMainQueueBlocked else { return }
    isMainQueueBlocked = true
    notes.append(
      "the main queue could not be drained, because this test runs on it: in an async test,"
        + " await the assertion")
  }

  private mutating func noteBlockedMainQueue() {
    isMainQueueBlocked = true
    notes.append(
      "the main queue did not answer within \(Self.patience) seconds and was not drained")
  }

  private mutating func noteBlockedGlobalQueues() {
    areGlobalQueuesBlocked = true
    notes.append(
      "the global queues did not answer within \(Self.patience) seconds and were not drained")
  }

  private mutating func noteBlockedTasks() {
    areTasksBlocked = true
    notes.append(
      "tasks could not run, because tests that do not await take up their threads: in an async"
        + " test, await the assertion")
  }

  /// Runs a task; returns `false` if none gets to run.
  private static func waitsForTask() -> Bool {
    if CheckGate.shared.blocksAllOtherTasks { return false }
    let group = DispatchGroup()
    group.enter()
    Task.detached { group.leave() }
    return group.wait(timeout: .now() + taskPatience) == .success
  }

  /// Passes an empty block through each queue; returns `false` if one does not answer.
  private static func waits(for queues: [DispatchQueue]) -> Bool {
    let group = DispatchGroup()
    for queue in queues { queue.async(group: group) {} }
    return group.wait(timeout: .now() + .seconds(patience)) == .success
  }

  /// Passes an empty block through a queue; returns `false` if the queue does not answer.
  ///
  /// Polls, because a timer would stay behind in the heap that is searched next.
  private nonisolated(nonsending) static func passes(_ queue: DispatchQueue) async -> Bool {
    let passed = Flag()
    queue.async { passed.raise() }
    let deadline = DispatchTime.now() + .seconds(patience)
    while !passed.isRaised {
      guard DispatchTime.now() < deadline else { return false }
      await Task.yield()
      try? await Task.sleep(for: .microseconds(50))
    }
    return true
  }
}

/// A flag that another thread raises.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}
