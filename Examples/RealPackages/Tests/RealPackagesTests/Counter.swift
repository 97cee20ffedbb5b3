import Foundation

/// Something of the user's that counts, from any thread.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func add(_ number: Int = 1) { lock.withLock { count += number } }
}
