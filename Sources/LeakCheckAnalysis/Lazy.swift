internal import Synchronization

/// A value that is made when it is first asked for, and kept.
///
/// Several threads may ask: who is first makes it, the others wait. A class, because copies of what holds it must share
/// the one value.
final class Lazy<Value> {
  private let isMade = Atomic<Bool>(false)
  private let making = Mutex<Void>(())
  private var made: Value?
  private var make: (() -> Value)?

  /// A value that `make` makes.
  init(_ make: @escaping () -> Value) { self.make = make }

  /// The value.
  var value: Value {
    if !isMade.load(ordering: .acquiring) { making.withLock { _ in makeOnce() } }
    guard let made else { preconditionFailure("what was made is there") }
    return made
  }

  /// Makes the value for whoever will ask, unless it is there or another thread is making it: nobody waits here.
  func prepare() {
    if !isMade.load(ordering: .acquiring) { _ = making.withLockIfAvailable { _ in makeOnce() } }
  }

  /// Makes the value where it is not there; called with the lock.
  private func makeOnce() {
    guard let make else { return }
    self.make = nil
    made = make()
    isMade.store(true, ordering: .releasing)
  }
}
