internal import LeakCheckLocks

/// A value that is computed on first use and stored.
///
/// Any thread may ask. The first one makes the value, the others wait for it. A class, because the copies of a fact
/// share the one value.
final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case made(Value)
    case unmade(@Sendable () -> Value)
  }

  private let state: Mutex<State>

  /// A value that `make` makes.
  init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }

  /// The value.
  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .unmade(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
