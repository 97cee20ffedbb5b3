/// A quotation of text from a file, safe and short enough for a message.
///
/// A file may be hostile: an id with a terminal's control sequence or a right-to-left override would
/// otherwise change what the rest of the message seems to say.
package enum Quotation {
  /// The longest text that is quoted whole.
  static let limit = 60

  /// `text` in quotes, escaped, and shortened in its middle.
  package static func quoted(_ text: some StringProtocol) -> String { "\"\(shortened(text))\"" }

  /// Words in quotes, separated by commas.
  package static func list(_ words: [String]) -> String {
    words.map { quoted($0) }.joined(separator: ", ")
  }

  /// `text` with everything escaped that is not plainly visible.
  package static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map { escaped($0, inQuotes: false) }.joined()
  }

  /// `text`, escaped and shortened in its middle.
  package static func shortened(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    let start = scalars.prefix(limit + 1)
    let pieces = start.map { escaped($0, inQuotes: true) }
    if start.count <= limit, width(of: pieces) <= limit { return pieces.joined() }
    // Escaping lengthens, so the width is counted in what is printed, never cutting an escape.
    let head = fitting(pieces, in: limit / 2)
    let ending = scalars.suffix(limit).reversed().map { escaped($0, inQuotes: true) }
    let tail = fitting(ending, in: limit - limit / 2 - 1).reversed()
    return head.joined() + "…" + tail.joined()
  }

  private static func fitting(_ pieces: [String], in width: Int) -> [String] {
    var remaining = width
    return Array(
      pieces.prefix { piece in
        remaining -= piece.unicodeScalars.count
        return remaining >= 0
      })
  }

  private static func width(of pieces: [String]) -> Int {
    pieces.reduce(0) { $0 + $1.unicodeScalars.count }
  }

  private static func escaped(_ scalar: Unicode.Scalar, inQuotes: Bool) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\"" where inQuotes: return "\\\""
    case "\\" where inQuotes: return "\\\\"
    case " "..."~": return String(scalar)
    case _ where Escaping.isHarmful(scalar): return code(scalar)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return code(scalar)
    default:
      return String(scalar)
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }
}
