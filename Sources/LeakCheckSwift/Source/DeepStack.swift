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
}
