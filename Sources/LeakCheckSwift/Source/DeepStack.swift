import Dispatch
import Foundation
import LeakCheckLocks

/// Runs work that calls itself as deep as its input is nested, on a stack that is large enough for that.
enum DeepStack {
  /// The bytes of the stack: what nobody touches is not taken.
  private static let size = 512 << 20

  /// What `work` gives, which runs while the caller waits.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let result = Mutex<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = work()
      result.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    guard let value = result.withLock({ $0 }) else {
      preconditionFailure("the thread signals behind the result")
    }
    return value
  }

  /// What `work` gives for each item, in their order: several at a time where there is work for that.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let count = min(ProcessInfo.processInfo.activeProcessorCount, mostThreads, items.count / 8)
    guard count > 1 else { return run { items.map(work) } }
    let results = Mutex<[Int: [Result]]>([:])
    let group = DispatchGroup()
    let size = (items.count + count - 1) / count
    for start in stride(from: 0, to: items.count, by: size) {
      let part = items[start..<min(start + size, items.count)]
      group.enter()
      let thread = Thread {
        let values = part.map(work)
        results.withLock { $0[start] = values }
        group.leave()
      }
      thread.stackSize = Self.size
      thread.start()
    }
    group.wait()
    return results.withLock { $0 }.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private static let mostThreads = 8
}
