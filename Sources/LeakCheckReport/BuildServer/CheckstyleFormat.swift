import LeakCheckAnalysis

/// A format that writes items as Checkstyle XML, for Jenkins, reviewdog and Danger.
///
/// ```
/// <checkstyle version="8.0">
///   <file name="Sources/ProfileViewController.swift">
///     <error line="14" severity="error" message="ProfileViewController keeps …" source="leakcheck.cycle"/>
///   </file>
/// </checkstyle>
/// ```
public struct CheckstyleFormat: ItemFormat {
  private let paths: SourcePaths

  /// The format, with paths as `paths` writes them.
  package init(paths: SourcePaths = SourcePaths()) { self.paths = paths }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    let items = lists.flatMap(\.open)
    let files = Dictionary(grouping: items) { paths.relative($0.place.file) }
    var xml = XMLText()
    xml.element("checkstyle", ["version": "8.0"]) { xml in
      for (file, items) in files.sorted(by: { $0.key < $1.key }) {
        xml.element("file", ["name": file]) { xml in
          for item in items { write(item, to: &xml) }
        }
      }
    }
    output.write(xml.text)
  }

  private func write(_ item: ReportItem, to xml: inout XMLText) {
    let severity =
      switch item.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "info"
      }
    let fixes = item.fixes.isEmpty ? "" : "; fix: " + item.fixes.joined(separator: ", and ")
    let source = "leakcheck." + item.rule.id.replacing("/", with: ".")
    let line = "\(item.place.line ?? 1)"
    let message = "\(item.what): \(item.message)\(fixes)"
    if let column = item.place.column {
      xml.element(
        "error",
        [
          "line": line, "column": "\(column)", "severity": severity, "message": message,
          "source": source,
        ])
    } else {
      xml.element(
        "error", ["line": line, "severity": severity, "message": message, "source": source])
    }
  }
}
