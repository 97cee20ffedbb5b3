#if !os(Linux)
#if canImport(Darwin)
internal import Darwin
#endif

/// A value that one thread at a time can access.
///
/// What is used of `Synchronization.Mutex`, which macOS has since 15 and iOS since 18: with this one, tests run on
/// macOS 13 and iOS 16 as well. A class, because a lock has one place in memory for as long as it is used.
@safe package final class Mutex<Value>: @unchecked Sendable {
  // Owned: made by `init`, freed by `deinit`, and locked wherever `value` is touched.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// A lock around a value.
  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    let status = unsafe pthread_mutex_init(lock, nil)
    precondition(status == 0, "no mutex can be made: error \(status)")
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Calls `body` with the value as soon as no other thread has it.
  ///
  /// - Complexity: O(1) besides `body`.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = unsafe pthread_mutex_lock(lock)
    defer { _ = unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Calls `body` with the value, or gives `nil` at once where another thread has it.
  ///
  /// - Complexity: O(1) besides `body`.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { _ = unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
#endif
