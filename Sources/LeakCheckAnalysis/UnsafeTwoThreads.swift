internal import Dispatch
import LeakCheckGraph

/// Two independent computations at once.
package enum TwoThreads {
  /// What is smaller is not worth a thread.
  static let fewest = 1 << 15

  /// The results of two computations that change nothing they share; on one thread where there is only one, or little
  /// to do.
  ///
  /// The stages of the first are recorded, so that what is recorded does not depend on the machine: a record is written
  /// by one thread at a time.
  ///
  /// - Parameters:
  ///   - size: how many references they look at.
  ///   - first: one computation.
  ///   - second: the other.
  /// - Returns: both results.
  package static func both<A, B>(
    _ size: Int, _ first: () -> A, _ second: () -> B
  ) -> (A, B) {
    guard size >= fewest else { return (first(), second()) }
    let record = WorkRecord.current
    var (one, other): (A?, B?) = (nil, nil)
    withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Each is called once and writes its own variable, and both have ended when this returns.
        nonisolated(unsafe) let calls = (first, second)
        unsafe withUnsafeMutablePointer(to: &one) { one in
          unsafe withUnsafeMutablePointer(to: &other) { other in
            nonisolated(unsafe) let places = unsafe (one, other)
            DispatchQueue.concurrentPerform(iterations: 2) { number in
              WorkRecord.$current.withValue(number == 0 ? record : nil) {
                if number == 0 {
                  unsafe places.0.pointee = unsafe calls.0()
                } else {
                  unsafe places.1.pointee = unsafe calls.1()
                }
              }
            }
          }
        }
      }
    }
    guard let one, let other else { preconditionFailure("each iteration is performed") }
    return (one, other)
  }

  /// What passes over columns take to be done in two halves.
  static let support = unsafe BuildSupport(
    fork: { first, second in _ = both(fewest, first, second) }, advise: { _ in })
}
