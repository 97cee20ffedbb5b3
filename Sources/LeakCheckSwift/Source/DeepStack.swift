import Dispatch
import Foundation
import LeakCheckLocks

/// Runs work that recurses as deep as its input is nested, on a stack that is large enough.
enum DeepStack {
  /// The bytes of the stack; untouched pages take no memory.
  private static let size = 512 << 20

  /// The result of `work`; the caller waits while it runs.
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

  /// The results of `work` for each item, in their order, in parallel if there is enough work.
  ///
  /// Each thread takes the next item when it finishes one, because files take very different times.
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
