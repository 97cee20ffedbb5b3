/// The name and the attributes of one tag.
///
/// Read by Unicode scalars: a combining mark behind a quote must not hide it.
struct SVGTag {
  let name: String
  /// In the order of the text; the values keep their escapes and lose their quotes.
  var attributes: [(name: String, value: String)] = []

  init(_ tag: Substring) {
    var rest = tag.unicodeScalars.dropFirst()
    name = Self.takeName(from: &rest)
    while let attribute = Self.takeAttribute(from: &rest) { attributes.append(attribute) }
  }

  /// The tag as text, with `"` as the quote.
  func text() -> String {
    let list = attributes.map { " \($0.name)=\"\($0.value.replacing("\"", with: "&quot;"))\"" }
    return "<\(name)\(list.joined())>"
  }

  private static func takeName(from rest: inout Substring.UnicodeScalarView) -> String {
    let name = rest.prefix { !$0.properties.isWhitespace && !["=", ">", "/"].contains($0) }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private static func takeAttribute(
    from rest: inout Substring.UnicodeScalarView
  ) -> (name: String, value: String)? {
    rest = rest.drop { $0.properties.isWhitespace }
    let name = takeName(from: &rest)
    rest = rest.drop { $0.properties.isWhitespace || $0 == "=" }
    guard !name.isEmpty, let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let value = rest.dropFirst().prefix { $0 != quote }
    rest = rest[value.endIndex...].dropFirst()
    return (name, String(value))
  }
}
