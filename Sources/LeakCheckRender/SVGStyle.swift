/// The style sheet of a finished SVG.
///
/// Every rule is held to `.leakcheck`: inside HTML, a style in an SVG would apply to the whole page.
enum SVGStyle {
  /// Fonts with the widths of Helvetica, for which Graphviz measured, then one that most systems have.
  private static let fonts =
    "Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif"

  static func text(darkMode: [(light: String, dark: String)]) -> String {
    let base =
      ".leakcheck{color-scheme:light dark}"
      + ".leakcheck text[font-family^=\"Helvetica\"]{font-family:\(fonts)}"
    let swaps = darkMode.map { swap(from: $0.light.lowercased(), to: $0.dark) }.joined()
    return swaps.isEmpty ? base : base + "@media (prefers-color-scheme:dark){\(swaps)}"
  }

  /// Graphviz writes colours in lower case, and leaves the fill of black text out.
  private static func swap(from light: String, to dark: String) -> String {
    guard isColor(light), isColor(dark) else { return "" }
    var rules = ""
    for attribute in ["fill", "stroke"] {
      rules += ".leakcheck [\(attribute)=\"\(light)\"]{\(attribute):\(dark)}"
    }
    if light == "black" || light == "#000000" {
      rules += ".leakcheck text:not([fill]){fill:\(dark)}"
    }
    return rules
  }

  /// A colour that cannot end its rule: letters and digits, after at most one `#`.
  private static func isColor(_ text: String) -> Bool {
    let name = text.hasPrefix("#") ? text.dropFirst() : text[...]
    return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
