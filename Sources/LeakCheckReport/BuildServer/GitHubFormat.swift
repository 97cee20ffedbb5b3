import LeakCheckAnalysis
import LeakCheckText

/// A format that writes items as workflow commands, which GitHub shows beside the lines of a pull request.
///
/// ```
/// ::error file=Sources/Profile.swift,line=14,title=leakcheck%3A retain cycle::ProfileViewController keeps …%0Afix: …
/// ```
///
/// GitHub shows ten annotations per step, so the format writes the ten most severe; the summary has all items.
public struct GitHubFormat: ItemFormat {
  /// The most annotations that GitHub shows of a step.
  private static let mostAnnotations = 10

  private let paths: SourcePaths

  /// The format, with paths as `paths` writes them.
  package init(paths: SourcePaths = SourcePaths()) { self.paths = paths }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    let items = lists.flatMap(\.open)
    let bySeverity = Finding.Severity.allCases.reversed().flatMap { severity in
      items.filter { $0.severity == severity }
    }
    for item in bySeverity.prefix(Self.mostAnnotations) { output.write(command(for: item) + "\n") }
    let further = items.count - Self.mostAnnotations
    if further > 0 {
      output.write("leakcheck: \(further) more, without an annotation: the summary has all\n")
    }
    if items.isEmpty { output.write("leakcheck: no findings\n") }
  }

  private func command(for item: ReportItem) -> String {
    let file = Escaping.plain(paths.relative(item.place.file), limit: 4_000)
    let line =
      (item.place.line.map { ",line=\($0)" } ?? "") + (item.place.column.map { ",col=\($0)" } ?? "")
    let title = Escaping.plain("leakcheck: \(item.title)")
    let text = item.lines.map { Escaping.plain($0, limit: 2_000) }.joined(separator: "\n")
    return "::\(Self.word(for: item.severity)) file=\(Escaping.githubProperty(file))\(line)"
      + ",title=\(Escaping.githubProperty(title))::\(Escaping.githubText(text))"
  }

  private static func word(for severity: Finding.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}

extension Escaping {
  /// The text of a workflow command, which ends with its line.
  package static func githubText(_ text: String) -> String { escaped(text, "%\r\n") }

  /// A property of a workflow command, which also ends with a comma or a colon.
  package static func githubProperty(_ text: String) -> String { escaped(text, "%\r\n:,") }

  /// The text with `marks` as their numbers; by scalars, because a character may be a return and a line feed.
  private static func escaped(_ text: String, _ marks: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard marks.unicodeScalars.contains(scalar) else {
        result.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result.append(contentsOf: ("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars)
    }
    return String(result)
  }
}
