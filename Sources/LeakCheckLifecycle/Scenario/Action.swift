/// One action of a scenario: a word of the format with its operands.
struct Action: Sendable {
  var word: Word
  var operands: [(key: String, operand: Operand)] = []
  var place: SourcePlace?
  /// The number of the action in its program, from 1; 0 before linking.
  var site: Int32 = 0

  subscript(key: String) -> Operand? { operands.first { $0.key == key }?.operand }
}

/// The operand of an action.
indirect enum Operand: Sendable {
  case place(Place)
  case places([Place])
  case value(Value)
  case values([Value])
  case names([String])
  case text(String)
  case number(Double)
  case truth(Bool)
  case actions([Action])
  case properties([(name: String, value: Value)])
  case null
}

/// A place: a name with dotted properties, or a root of the program.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  enum Head: Hashable, Sendable {
    case name(String)
    /// A shared object such as `NotificationCenter.default`.
    case shared(String)
    /// A global, `global.NAME`.
    case global(String)
  }

  var head: Head
  var path: [String]

  package static let shared = [
    "NotificationCenter.default", "RunLoop.main", "UIApplication.shared", "URLSession.shared",
  ]

  /// Creates the place that a text names, or `nil` if the text is not a name.
  init?(_ text: String) {
    for name in Self.shared where text == name || text.hasPrefix(name + ".") {
      head = .shared(name)
      path = text.dropFirst(name.count + 1).split(separator: ".").map(String.init)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(Self.isName) else { return nil }
    if parts[0] == "global" {
      guard parts.count > 1 else { return nil }
      head = .global(parts[1])
      path = Array(parts.dropFirst(2))
    } else {
      head = .name(parts[0])
      path = Array(parts.dropFirst())
    }
  }

  /// Returns whether a part is nonempty and has no white space; for most parts, the bytes suffice.
  private static func isName(_ part: String) -> Bool {
    let isPlain = part.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x80 }
    return !part.isEmpty && (isPlain || !part.contains(where: \.isWhitespace))
  }

  init(head: Head, path: [String] = []) {
    self.head = head
    self.path = path
  }

  /// The local name at the start of the place, or `nil` for a root.
  var name: String? {
    if case .name(let name) = head { name } else { nil }
  }

  /// The place in the format.
  public var description: String {
    let start =
      switch head {
      case .name(let name), .shared(let name): name
      case .global(let name): "global.\(name)"
      }
    return ([start] + path).joined(separator: ".")
  }

  /// The place as the source writes it.
  var shown: String {
    var place = self
    if case .name(let name) = head { place.head = .name(LocalName.shown(name)) }
    return place.description
  }

  /// The place that holds the last property.
  var parent: Place { Place(head: head, path: Array(path.dropLast())) }
}

extension Place: ExpressibleByStringLiteral {
  /// Creates a place from a literal; a text that is not a name becomes a name that never exists.
  public init(stringLiteral value: String) {
    self = Place(value) ?? Place(head: .name(value))
  }
}
