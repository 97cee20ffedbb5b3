import Dispatch
import Foundation
import LeakCheckLocks

/// Lets work that is already on its way finish: main queue, run loop, finishing tasks, global queues.
///
/// A turn passes once through each of these; nothing waits for a time to come. Later turns begin with a short
/// pause, because a thread that runs a block cannot be seen. All turns together take at most about a third of a
/// second, and only where something is still alive.
struct Turns {
  /// The turns until an object that is still alive is called a leak.
  static let most = 48
  /// The turns before a heap is searched for the first time.
  static let first = 4
  /// The turns that begin without a pause.
  private static let prompt = 8
  /// How long one queue may take to answer before it counts as blocked.
  private static let patience = DispatchTimeInterval.seconds(1)
  /// The same for tasks: their few threads may be taken up by tests like this one, which wait for each other.
  private static let taskPatience = DispatchTimeInterval.milliseconds(50)

  private var taken = 0
  /// What kept queues from being drained, for the reader of a failure.
  private(set) var notes: [String] = []
  private var isMainQueueBlocked = false
  private var areGlobalQueuesBlocked = false
  private var areTasksBlocked = false

  /// Takes turns until `isDone`, at most until `limit` turns were taken.
  mutating func drain(upTo limit: Int = most, until isDone: () -> Bool = { false }) {
    while taken < limit, !isDone() {
      let pause = Self.pause(before: taken)
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
      turn()
      taken += 1
    }
  }

  /// Takes turns until `isDone`, at most until `limit` turns were taken, without blocking a thread.
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
    if !areTasksBlocked, !Self.waitsForTask() { noteBlockedTasks() }
  }

  /// A turn of the run loop; within a block of the main queue that does not drain the queue itself.
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
    notes.append("the main queue did not answer within a second and was not drained")
  }

  private mutating func noteBlockedGlobalQueues() {
    areGlobalQueuesBlocked = true
    notes.append("the global queues did not answer within a second and were not drained")
  }

  private mutating func noteBlockedTasks() {
    areTasksBlocked = true
    notes.append(
      "tasks could not run, because tests that do not await take up their threads: in an async"
        + " test, await the assertion")
  }

  /// Lets a task run where tasks run; `false` when none gets to.
  private static func waitsForTask() -> Bool {
    let group = DispatchGroup()
    group.enter()
    Task.detached { group.leave() }
    return group.wait(timeout: .now() + taskPatience) == .success
  }

  /// Passes an empty block through each queue; `false` when one does not answer.
  private static func waits(for queues: [DispatchQueue]) -> Bool {
    let group = DispatchGroup()
    for queue in queues { queue.async(group: group) {} }
    return group.wait(timeout: .now() + patience) == .success
  }

  /// Passes an empty block through the queue; `false` when it does not answer.
  ///
  /// Asks again and again, where a timer would stay behind in the heap that is searched next.
  private nonisolated(nonsending) static func passes(_ queue: DispatchQueue) async -> Bool {
    let passed = Flag()
    queue.async { passed.raise() }
    let deadline = DispatchTime.now() + patience
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
