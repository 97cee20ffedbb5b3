/// The script and style of a page, and its content security policy.
enum HTMLResources {
  /// The page's only script: its files one after the other, in a scope of their own.
  static let script =
    "\"use strict\";\n(() => {\n"
    + [
      PackageResources.elements_js, PackageResources.view_js, PackageResources.figure_js,
      PackageResources.steps_js, PackageResources.page_js,
    ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") + "})();\n"

  /// The style of the page and of the drawings in it, with the colours of the pictures.
  static let styleSheet =
    palette
    + [PackageResources.page_css, PackageResources.steps_css]
    .map { String(decoding: $0, as: UTF8.self) }.joined()

  /// SHA-256 of ``script``, by which a browser knows it from any other; a test compares them.
  static let scriptHash = "8plZjrY9NsHRUE8ZEqjQBpEifalRrrnewQuhTiDnABY="

  /// Nothing from anywhere, no script but ours.
  static var contentSecurityPolicy: String {
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(scriptHash)';"
      + " base-uri 'none'; form-action 'none'"
  }

  /// The colours as variables, and the drawings' colours replaced by them.
  private static var palette: String {
    let colors = Palette.colors
    let light = colors.map { "--\($0.name):\($0.light)" }.joined(separator: ";")
    let dark = colors.map { "--\($0.name):\($0.dark)" }.joined(separator: ";")
    let rules = colors.map { color in
      ["fill", "stroke"].map { property in
        "figure [\(property)=\"\(color.light)\"]{\(property):var(--\(color.name))}"
      }.joined()
    }
    return ":root{color-scheme:light dark;\(light)}"
      + "@media(prefers-color-scheme:dark){:root{\(dark)}}\n" + rules.joined() + "\n"
  }
}
