#if !os(Linux)
/// An object that the first thread sets once.
///
/// What is used of `Synchronization.AtomicLazyReference`, behind a ``Mutex``.
package final class AtomicLazyReference<Instance: AnyObject & Sendable>: Sendable {
  private let instance: Mutex<Instance?> = Mutex(nil)

  /// No object yet.
  package init() {}

  /// The object, or `nil` while none is set.
  package func load() -> Instance? { instance.withLock { $0 } }

  /// Sets the object unless another thread was first, and gives the one that counts.
  package func storeIfNil(_ desired: Instance) -> Instance {
    instance.withLock { instance in
      if let first = instance { return first }
      instance = desired
      return desired
    }
  }
}
#endif
