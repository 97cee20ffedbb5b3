/// Text from outside, made fit for a terminal and for XML.
enum PlainText {
  /// `text` with U+FFFD for everything that moves a cursor, turns the reading direction, or that XML forbids,
  /// and with spaces for tabs and line breaks.
  static func withoutControls(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
      case ..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
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
