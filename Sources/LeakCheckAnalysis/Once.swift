internal import Synchronization

/// A value that threads share: made by the first one that asks, and kept.
final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// The value, made by `make` where it is not there; who asks meanwhile waits.
  func value(_ make: () -> Value) -> Value {
    made.withLock { made in
      if let made { return made }
      let value = make()
      made = value
      return value
    }
  }
}
