/// The id of an object in its dump: a number or a text.
///
/// Ids are ordered: numbers by value, then texts by their UTF-8 bytes. This is also the order of objects in a graph,
/// which therefore does not depend on the order of the input.
public enum ObjectID: Hashable, Sendable {
  /// An id that the dump wrote as a number, such as an address.
  case number(Int64)
  /// An id that the dump wrote as a string.
  case text(String)
}

extension ObjectID: Comparable {
  /// Orders numbers before texts, and each kind in its own order.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension ObjectID: CustomStringConvertible, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
  /// The id as text, without quotes.
  public var description: String {
    switch self {
    case .number(let value): String(value)
    case .text(let text): text
    }
  }

  /// Creates a text id.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates a numeric id.
  public init(integerLiteral value: Int64) { self = .number(value) }
}
