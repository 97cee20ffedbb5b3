/// The colours of a picture, on light paper and on dark.
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

  /// The dark partner of each colour, for the style sheet of an SVG.
  package static let darkMode: [(light: String, dark: String)] = [
    (background, "#0d1117"), (text, "#e6edf3"), (secondaryText, "#9aa6b2"),
    (strong, "#8b949e"), (quiet, "#7d8590"), (leak, "#ff8a66"), (leakCluster, "#2b1712"),
    (fix, "#4fd1c0"), (fixFill, "#0f2f2b"), (object, "#1c232c"), (controller, "#16283f"),
    (closure, "#2e1f3a"), (task, "#12302d"), (timer, "#352a12"), (observer, "#20244a"),
    (root, "#2a313a"),
  ]
}
