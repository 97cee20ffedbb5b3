import LeakCheckGraph

/// A JSON value with its members in order, so that equal reports have equal bytes.
indirect enum JSONValue {
  case string(String)
  case number(Int64)
  case bool(Bool)
  case array([JSONValue])
  case object([(String, JSONValue)])

  static func number(_ value: Int) -> JSONValue { .number(Int64(value)) }

  /// An id as the dump writes it: a number or a string.
  init(_ id: ObjectID) {
    switch id {
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    }
  }

  /// The value as text; what fits a line stands on one.
  func text(indent: Int = 0) -> String {
    let flat = self.flat
    if indent > 0, flat.utf8.count + indent <= 100 { return flat }
    let space = String(repeating: " ", count: indent + 2)
    let end = String(repeating: " ", count: indent)
    switch self {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { space + $0.text(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(end)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        "\(space)\(Escaping.json($0)): \($1.text(indent: indent + 2))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
    default: return flat
    }
  }

  private var flat: String {
    switch self {
    case .string(let text): Escaping.json(text)
    case .number(let number): String(number)
    case .bool(let bool): bool ? "true" : "false"
    case .array(let elements): "[" + elements.map(\.flat).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Escaping.json($0)): \($1.flat)" }.joined(separator: ", ") + "}"
    }
  }
}

extension Escaping {
  /// The text as a JSON string with its quotes; what could act on a terminal is escaped.
  package static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          result += String(scalar).utf16.map(escape).joined()
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
