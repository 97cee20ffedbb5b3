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
  ///
  /// - Complexity: O(length).
  func text() -> String {
    var text = JSONText()
    text.write(self, indent: 0)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// The text of JSON values while it grows: a report may have millions of them.
private struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// The most bytes of a line, with what it is indented by, that a whole value stands on.
  private static let lineLength = 100

  mutating func write(_ value: JSONValue, indent: Int) {
    if indent > 0 {
      let start = bytes.count
      if writeFlat(value, upTo: start + Self.lineLength - indent) { return }
      bytes.removeLast(bytes.count - start)
    }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      writeLines(elements.count, between: "[", "]", indent: indent) { text, place in
        text.write(elements[place], indent: indent + 2)
      }
    case .object(let members) where !members.isEmpty:
      writeLines(members.count, between: "{", "}", indent: indent) { text, place in
        text.write(members[place].0)
        text.append(": ")
        text.write(members[place].1, indent: indent + 2)
      }
    default: _ = writeFlat(value, upTo: .max)
    }
  }

  private mutating func writeLines(
    _ count: Int, between opening: String, _ closing: String, indent: Int,
    _ write: (inout JSONText, Int) -> Void
  ) {
    append(opening)
    for place in 0..<count {
      append(place == 0 ? "\n" : ",\n")
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent + 2))
      write(&self, place)
    }
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    append(closing)
  }

  /// Writes a value on one line; `false` as soon as the text is longer than `limit`.
  private mutating func writeFlat(_ value: JSONValue, upTo limit: Int) -> Bool {
    switch value {
    case .string(let text): write(text)
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .bool(let bool): append(bool ? "true" : "false")
    case .array(let elements):
      append("[")
      for place in elements.indices {
        if place > 0 { append(", ") }
        guard writeFlat(elements[place], upTo: limit) else { return false }
      }
      append("]")
    case .object(let members):
      append("{")
      for place in members.indices {
        if place > 0 { append(", ") }
        write(members[place].0)
        append(": ")
        guard writeFlat(members[place].1, upTo: limit) else { return false }
      }
      append("}")
    }
    return bytes.count <= limit
  }

  private mutating func write(_ text: String) {
    // Most texts are of nothing but letters, digits and signs that stand for themselves.
    guard text.utf8.allSatisfy(Self.isPlain) else {
      return bytes.append(contentsOf: Escaping.json(text).utf8)
    }
    append("\"")
    bytes.append(contentsOf: text.utf8)
    append("\"")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
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
