/// A JSON value with its members in order, so that equal reports have equal bytes.
///
/// An array makes its elements when they are written: a report may have millions, and needs one at a time.
package indirect enum JSONValue: Sendable {
  case string(String)
  case number(Int64)
  case bool(Bool)
  case null
  case elements(Int, @Sendable (Int) -> JSONValue)
  case object([(String, JSONValue)])

  package static func number(_ value: Int) -> JSONValue { .number(Int64(value)) }

  package static func array(_ values: [JSONValue]) -> JSONValue {
    .elements(values.count) { values[$0] }
  }

  /// An array of a value for each of `items`, made when it is written.
  package static func array<Item>(
    of items: some RandomAccessCollection<Item> & Sendable,
    _ value: @escaping @Sendable (Item) -> JSONValue
  ) -> JSONValue {
    .elements(items.count) { value(items[items.index(items.startIndex, offsetBy: $0)]) }
  }

  /// The value as text; what fits a line stands on one.
  ///
  /// - Complexity: O(length).
  package func text() -> String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value on one line, however long that is.
  ///
  /// - Complexity: O(length).
  package func line() -> String {
    var text = JSONLines()
    return text.line(of: self)
  }

  /// Writes the value to `output`, of which some lines at a time are in memory.
  ///
  /// - Complexity: O(length).
  package func write(to output: inout some TextOutputStream) {
    var text = JSONLines()
    text.write(self, indent: 0, to: &output)
    text.flush(to: &output)
  }
}

/// The text of JSON values under construction, for reports with millions of values.
private struct JSONLines {
  /// What is not yet in the output.
  private var bytes: [UInt8] = []

  /// The most bytes of a line, with what it is indented by, that a whole value stands on.
  private static let lineLength = 100
  /// How many bytes are given to the output at once.
  private static let pieceLength = 1 << 16

  mutating func write(
    _ value: JSONValue, indent: Int, to output: inout some TextOutputStream
  ) {
    if indent > 0 {
      let start = bytes.count
      if writeFlat(value, upTo: start + Self.lineLength - indent) { return }
      bytes.removeLast(bytes.count - start)
    }
    switch value {
    case .elements(let count, let element) where count > 0:
      append("[")
      for place in 0..<count {
        startLine(isFirst: place == 0, indent: indent + 2)
        write(element(place), indent: indent + 2, to: &output)
        flushIfLong(to: &output)
      }
      endLines("]", indent: indent)
    case .object(let members) where !members.isEmpty:
      append("{")
      for place in members.indices {
        startLine(isFirst: place == 0, indent: indent + 2)
        write(members[place].0)
        append(": ")
        write(members[place].1, indent: indent + 2, to: &output)
        flushIfLong(to: &output)
      }
      endLines("}", indent: indent)
    default: _ = writeFlat(value, upTo: .max)
    }
  }

  /// A value on one line.
  mutating func line(of value: JSONValue) -> String {
    _ = writeFlat(value, upTo: .max)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func startLine(isFirst: Bool, indent: Int) {
    append(isFirst ? "\n" : ",\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }

  private mutating func endLines(_ closing: String, indent: Int) {
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    append(closing)
  }

  private mutating func flushIfLong(to output: inout some TextOutputStream) {
    if bytes.count >= Self.pieceLength { flush(to: &output) }
  }

  /// Gives everything that is written to the output; no value may be half written.
  mutating func flush(to output: inout some TextOutputStream) {
    output.write(String(decoding: bytes, as: UTF8.self))
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a value on one line; `false` as soon as the text is longer than `limit`.
  private mutating func writeFlat(_ value: JSONValue, upTo limit: Int) -> Bool {
    switch value {
    case .string(let text): write(text)
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .bool(let bool): append(bool ? "true" : "false")
    case .null: append("null")
    case .elements(let count, let element):
      append("[")
      for place in 0..<count {
        if place > 0 { append(", ") }
        guard writeFlat(element(place), upTo: limit) else { return false }
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
        case _ where isHarmful(scalar): result += String(scalar).utf16.map(escape).joined()
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
