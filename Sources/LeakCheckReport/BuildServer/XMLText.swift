import LeakCheckText

/// XML text under construction, one element per line.
///
/// Names of elements and attributes are written in this module, every other text comes from outside: it can only go
/// in escaped, and without the characters that XML has no way to write.
package struct XMLText {
  /// Attributes and their values.
  package typealias Attributes = KeyValuePairs<StaticString, String>

  package private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// An XML text without an element.
  package init() {}

  /// An element with what `content` puts into it.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes, _ content: (inout XMLText) -> Void
  ) {
    line("<\(name)\(Self.text(of: attributes))>")
    depth += 1
    content(&self)
    depth -= 1
    line("</\(name)>")
  }

  /// An element that has no content.
  package mutating func element(_ name: StaticString, _ attributes: Attributes) {
    line("<\(name)\(Self.text(of: attributes))/>")
  }

  /// An element with lines of text.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], lines untrusted: [String]
  ) {
    let content = untrusted.map(Self.escaped).joined(separator: "\n")
    line("<\(name)\(Self.text(of: attributes))>\(content)</\(name)>")
  }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  private static func text(of attributes: Attributes) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// More than this of one text is no reading.
  private static let longestText = 4_000

  private static func escaped(_ untrusted: String) -> String {
    untrusted.isEmpty ? "" : Escaping.xml(Escaping.plain(untrusted, limit: longestText))
  }
}
