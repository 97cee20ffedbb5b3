/// A value that is made when it is first asked for, and kept.
///
/// A class, because copies of what holds it must share the one value. Not for use by several threads at once.
final class Lazy<Value> {
  private var made: Value?
  private var make: (() -> Value)?

  /// A value that `make` makes.
  init(_ make: @escaping () -> Value) { self.make = make }

  /// The value.
  var value: Value {
    if let made { return made }
    guard let make else { preconditionFailure("a lazy value asks for itself") }
    self.make = nil
    let value = make()
    made = value
    return value
  }
}
