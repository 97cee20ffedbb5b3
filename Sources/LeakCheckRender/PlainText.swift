internal import LeakCheckText

/// Untrusted text, made safe for a terminal and for XML.
enum PlainText {
  /// `text` with U+FFFD for everything that moves a cursor, hides, turns the reading direction, or that XML forbids,
  /// and with spaces for tabs and line breaks.
  static func withoutControls(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
      default: result.append(scalar)
      }
    }
    return Escaping.withoutControls(String(result))
  }

  /// `text` as the content of an XML element or of a quoted attribute.
  static func escapedForXML(_ text: String) -> String {
    var result = ""
    for scalar in withoutControls(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
