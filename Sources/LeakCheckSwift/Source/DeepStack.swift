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
  ///
  /// Each thread takes the next item when it is done with one, as files differ much in what they take.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let count = min(ProcessInfo.processInfo.activeProcessorCount, mostThreads, items.count / 8)
    guard count > 1 else { return run { items.map(work) } }
    let results = Mutex<[Result?]>(Array(repeating: nil, count: items.count))
    let next = Mutex(0)
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      let thread = Thread {
        while let index = next.withLock({ take(&$0, below: items.count) }) {
          let result = work(items[index])
          results.withLock { $0[index] = result }
        }
        group.leave()
      }
      thread.stackSize = Self.size
      thread.start()
    }
    group.wait()
    return results.withLock { $0 }.compactMap(\.self)
  }

  private static func take(_ next: inout Int, below count: Int) -> Int? {
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }

  private static let mostThreads = 8
}
