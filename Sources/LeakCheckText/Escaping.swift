/// Escaping of a dump's texts for the languages of reports.
///
/// A dump is input from outside: a type name can hold anything. Each text goes through
/// ``plain(_:limit:)`` first and through the escaping of its language afterwards.
package enum Escaping {
  /// What stands for a text of which nothing can be seen.
  package static let noName = "(no name)"

  /// The text in one line, without characters that move a cursor, hide, or turn the reading direction.
  ///
  /// Each such character becomes U+FFFD, so that it shows. A text longer than `limit` characters loses its
  /// middle: the ends of type names say more.
  package static func plain(_ text: String, limit: Int = 200) -> String {
    let clean = withoutControls(text)
    guard clean.contains(where: { !$0.isWhitespace }) else { return noName }
    return shortened(clean, to: limit)
  }

  /// The text as XML content or as a quoted attribute of XML and HTML.
  package static func xml(_ text: String) -> String {
    mapped(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// The text inside an HTML label of DOT, where a backslash begins a substitution too.
  package static func dotHTML(_ text: String) -> String {
    xml(text).replacing("\\", with: "\\\\")
  }

  /// The text between the quotes of a DOT string, in which Graphviz decodes entities.
  package static func dotQuoted(_ text: String) -> String {
    mapped(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\": "\\\\"
      case "\"": "\\\""
      default: nil
      }
    }
  }

  /// The text in Markdown prose or in a table cell, with nothing that Markdown or HTML would obey.
  ///
  /// GitHub's Markdown makes links of `www.`, and of what stands around an `@` even where that is escaped: an empty
  /// comment, which shows as nothing, parts the two.
  package static func markdown(_ text: String) -> String {
    let escaped = mapped(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "@": "\\@<!-- -->"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "-", "!", "|", "~", "$",
        ":":
        "\\\(scalar)"
      default: nil
      }
    }
    return escaped.replacing("www.", with: "www\\.")
  }

  /// The text between the quotes of a Mermaid label.
  ///
  /// Mermaid looks for `%%{` and for HTML before it parses, so quoting alone keeps nothing in. Its
  /// entities are `#` and a decimal code.
  package static func mermaid(_ text: String) -> String {
    mapped(text) { scalar in
      switch scalar {
      case "\"": "#quot;"
      case "#", "&", "<", ">", "`", "\\", "%", "{", "}", "|", ";", "'", "*", "_", "~", "$", "@":
        "#\(scalar.value);"
      default: nil
      }
    }
  }

  private static func mapped(
    _ text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let entity = replacement(scalar) {
        result += entity
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Escaping {
  /// The text with U+FFFD for each character that moves a cursor, hides, or turns the reading direction.
  package static func withoutControls(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars[scalars.index(after: index)...].first
      let joins = scalar.value == 0x200D && joinsEmoji(previous, next)
      result.append(isHarmful(scalar) && !joins ? "\u{FFFD}" : scalar)
      previous = scalar
    }
    return String(result)
  }

  /// Whether a character moves a cursor, shows as nothing, or turns the reading direction.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F: true
    case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x00AD, 0x034F, 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF: true
    // Fillers, which have the width of a letter or none, and no shape.
    case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x1D173...0x1D17A: true
    case 0xFFF0...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE0FFF: true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether a zero-width joiner between these makes one emoji of two.
  private static func joinsEmoji(_ left: Unicode.Scalar?, _ right: Unicode.Scalar?) -> Bool {
    guard let left, let right, right.value > 0xFF, right.properties.isEmoji else { return false }
    return left.value == 0xFE0F || (left.value > 0xFF && left.properties.isEmoji)
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    // Scalars, where characters are made of many: a character may carry thousands of accents.
    let scalars = text.unicodeScalars
    let most = max(limit, 1)
    if scalars.count > 4 * most {
      let head = String(String.UnicodeScalarView(scalars.prefix(most / 2)))
      return head + "…" + String(String.UnicodeScalarView(scalars.suffix((most - 1) / 2)))
    }
    guard text.count > most else { return text }
    return text.prefix(most / 2) + "…" + text.suffix((most - 1) / 2)
  }
}
