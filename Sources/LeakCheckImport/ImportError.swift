/// Why a file is no graph: where, what was found, what was expected, and what may have been meant.
///
/// Its text is one line, `graph.json:12:15: unknown key "strenght" in a reference, expected …`. Texts of
/// the file are quoted, shortened, and cannot reach a terminal unescaped.
public struct ImportError: Error, Equatable, Sendable {
  /// What the file is called.
  public var source: String
  /// The line, from 1; 0 where the file as a whole is meant.
  public var line: Int
  /// The column in Unicode scalars, from 1; 0 where the file as a whole is meant.
  public var column: Int
  /// What was found.
  public var found: String
  /// What was expected.
  public var expected: String
  /// A valid word near to the one found.
  public var suggestion: String?

  init(
    _ source: String, line: Int = 0, column: Int = 0, found: String, expected: String,
    suggestion: String? = nil
  ) {
    self.source = source
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension ImportError: CustomStringConvertible {
  /// The error in one line.
  public var description: String {
    let place = line > 0 ? ":\(line):\(column)" : ""
    let hint = suggestion.map { "; did you mean \(Quoted.text($0))?" } ?? ""
    return "\(Quoted.plain(source))\(place): \(found), expected \(expected)\(hint)"
  }
}

/// Quotes texts of a file for a message.
package enum Quoted {
  /// The text in quotes, escaped, and shortened in the middle past 60 characters.
  package static func text(_ text: String) -> String { "\"\(plain(text, limit: 60))\"" }

  /// The text with everything escaped that would act on a terminal.
  package static func plain(_ text: String, limit: Int = 200) -> String {
    var scalars = Array(text.unicodeScalars)
    if scalars.count > limit {
      scalars = scalars.prefix(limit / 2) + ["…"] + scalars.suffix(limit / 2 - 1)
    }
    return scalars.map(escaped).joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\"": "\\\""
    case "\\": "\\\\"
    default:
      isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
