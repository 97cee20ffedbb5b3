#if !os(Linux)
/// A value that any thread can read and change atomically.
///
/// What is used of `Synchronization.Atomic`, behind a ``Mutex``: the order of all steps is that of the lock, so every
/// ordering that is asked for holds.
package final class Atomic<Value: Sendable>: Sendable {
  /// The requested memory ordering; a lock gives the strongest.
  package enum Ordering: Sendable {
    case relaxed
    case acquiring
    case releasing
    case sequentiallyConsistent
  }

  private let value: Mutex<Value>

  /// A value to begin with.
  package init(_ value: Value) { self.value = Mutex(value) }

  /// The value now.
  package func load(ordering: Ordering) -> Value { value.withLock { $0 } }

  /// Replaces the value.
  package func store(_ new: Value, ordering: Ordering) { value.withLock { $0 = new } }
}

extension Atomic where Value: FixedWidthInteger {
  /// Adds without a check for overflow.
  @discardableResult
  package func wrappingAdd(
    _ operand: Value, ordering: Ordering
  ) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      let old = value
      value &+= operand
      return (old, value)
    }
  }

  /// Adds.
  @discardableResult
  package func add(
    _ operand: Value, ordering: Ordering
  ) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      let old = value
      value += operand
      return (old, value)
    }
  }
}
#endif
