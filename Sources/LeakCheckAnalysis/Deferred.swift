internal import Dispatch
internal import Synchronization

/// A value that another thread makes while whoever wants it goes on with something else.
final class Deferred<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Made>()
  private let work = DispatchGroup()

  /// A value that is known.
  init(_ value: Value) { _ = made.storeIfNil(Made(value)) }

  /// A value that `make` makes, at once where there is little to do.
  ///
  /// - Parameters:
  ///   - size: how many references it looks at.
  ///   - make: makes the value, on any thread.
  init(of size: Int, _ make: @escaping @Sendable () -> Value) {
    guard size >= TwoThreads.fewest else {
      _ = made.storeIfNil(Made(make()))
      return
    }
    DispatchQueue.global().async(group: work) { _ = self.made.storeIfNil(Made(make())) }
  }

  /// Whether nobody has to wait for it.
  var isMade: Bool { made.load() != nil }

  /// The value, as soon as it is there. Any thread may ask.
  var value: Value {
    if let made = made.load() { return made.value }
    work.wait()
    guard let made = made.load() else { preconditionFailure("the work has ended") }
    return made.value
  }
}
