import LeakCheckText

/// HTML text under construction.
///
/// Names of elements and attributes are written in this module, every other text comes from outside: it can only go
/// in escaped. The one way around that is ``markup(_:)``.
struct HTMLText {
  /// Attributes and their values, of which none is empty.
  typealias Attributes = KeyValuePairs<StaticString, String>

  private(set) var text = ""

  /// An element with what `content` puts into it.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLText) -> Void
  ) {
    begin(name, attributes)
    content(&self)
    text += "</\(name)>"
  }

  /// An element with a text.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], text untrusted: String
  ) {
    element(name, attributes) { $0.write(untrusted) }
  }

  /// An element with the name of a type or of a piece of code, which may be broken at its joints where a line is full.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], code untrusted: String
  ) {
    element(name, attributes) { html in
      let text = Escaping.plain(untrusted)
      let parts = text.split(after: [".", "$", "/", "<", ","])
      html.text += parts.map { Escaping.xml(String($0)) }.joined(separator: "<wbr>")
    }
  }

  /// An element that never has content.
  mutating func void(_ name: StaticString, _ attributes: Attributes) { begin(name, attributes) }

  /// A text, in which nothing is obeyed and everything shows.
  mutating func write(_ untrusted: String) {
    text += Escaping.xml(Escaping.plain(untrusted, limit: Self.longestText))
  }

  /// Markup as it stands: never for a text from outside.
  mutating func markup(_ markup: String) { text += markup }

  /// JSON for a script element, which no text in it can end.
  static func data(_ value: JSONValue) -> String {
    // In a JSON text these stand in strings alone.
    ["<", ">", "&"].reduce(value.text()) { text, mark in
      text.replacing(mark, with: "\\u00" + String(mark.utf8[mark.utf8.startIndex], radix: 16))
    }
  }

  /// More than this of one text is no reading.
  private static let longestText = 2_000

  private mutating func begin(_ name: StaticString, _ attributes: Attributes) {
    text += "<\(name)"
    for (attribute, value) in attributes {
      let escaped = Escaping.xml(Escaping.plain(value, limit: Self.longestText))
      text += " \(attribute)=\"\(escaped)\""
    }
    text += ">"
  }
}

extension String {
  /// The parts of a text, of which each but the last ends with one of `separators` that no space follows.
  fileprivate func split(after separators: Set<Character>) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    for index in indices where separators.contains(self[index]) {
      let next = self.index(after: index)
      guard next < endIndex, !self[next].isWhitespace else { continue }
      parts.append(self[start..<next])
      start = next
    }
    return parts + [self[start...]]
  }
}
