/// The colors of a picture, in light and dark mode.
///
/// Chosen for a contrast of at least 4.5, and so that a leak stands out for colour-blind readers too, with
/// its thicker lines.
package enum Palette {
  package static let background = "#ffffff"
  package static let text = "#1b1f24"
  package static let secondaryText = "#57606a"
  package static let strong = "#6e7781"
  package static let quiet = "#78818b"
  package static let leak = "#cc3311"
  package static let leakCluster = "#fdf0ec"
  package static let fix = "#00695c"
  package static let fixFill = "#e0f2ef"
  package static let object = "#f6f8fa"
  package static let controller = "#e3edf9"
  package static let closure = "#f1e6f6"
  package static let task = "#ddf2f0"
  package static let timer = "#fbf0d5"
  package static let observer = "#e8eaf6"
  package static let root = "#e4e7eb"

  /// Each colour under its name for style sheets, with its partner on dark paper.
  package static let colors: [(name: String, light: String, dark: String)] = [
    ("background", background, "#0d1117"), ("text", text, "#e6edf3"),
    ("secondary-text", secondaryText, "#9aa6b2"), ("strong", strong, "#8b949e"),
    ("quiet", quiet, "#7d8590"), ("leak", leak, "#ff8a66"),
    ("leak-cluster", leakCluster, "#2b1712"), ("fix", fix, "#4fd1c0"),
    ("fix-fill", fixFill, "#0f2f2b"), ("object", object, "#1c232c"),
    ("controller", controller, "#16283f"), ("closure", closure, "#2e1f3a"),
    ("task", task, "#12302d"), ("timer", timer, "#352a12"), ("observer", observer, "#20244a"),
    ("root", root, "#2a313a"),
  ]

  /// The dark partner of each colour, for the style sheet of an SVG.
  package static let darkMode: [(light: String, dark: String)] = colors.map { ($0.light, $0.dark) }
}
