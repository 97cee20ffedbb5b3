import LeakCheckAnalysis
import LeakCheckText

/// A format that writes items like compiler messages, which Xcode shows beside the line and editors jump to.
///
/// ```
/// /app/ProfileViewController.swift:14:1: error: retain cycle: ProfileViewController keeps … (fix: capture [weak self] …)
/// ```
public struct XcodeFormat: ItemFormat {
  /// Gives the path that Xcode can open, where there is one.
  private let path: @Sendable (String) -> String

  /// The format; `path` makes paths absolute, because Xcode opens no others.
  package init(path: @escaping @Sendable (String) -> String = { $0 }) { self.path = path }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    for item in lists.flatMap(\.open) { output.write(line(of: item) + "\n") }
  }

  private func line(of item: ReportItem) -> String {
    let file = Escaping.plain(path(item.place.file), limit: 4_000)
    // A line that begins with two colons is a command to GitHub's runner, which reads the log of every step.
    let place = file.hasPrefix(":") ? "./" + file : file
    let fixes = item.fixes.isEmpty ? "" : " (fix: \(item.fixes.joined(separator: ", and ")))"
    let text = Escaping.plain("\(item.what): \(item.message)\(fixes)", limit: 2_000)
    let column = item.place.column ?? 1
    return "\(place):\(item.place.line ?? 1):\(column): \(item.severity.rawValue): \(text)"
  }
}
