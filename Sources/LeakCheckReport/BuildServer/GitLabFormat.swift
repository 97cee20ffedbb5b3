import LeakCheckAnalysis
import LeakCheckText

/// A format that writes items as GitLab's code quality report, which the merge request shows.
///
/// ```
/// [{"description": "retain cycle: ProfileViewController keeps …", "check_name": "cycle", "fingerprint": "cycle:…",
///   "severity": "major", "location": {"path": "Sources/Profile.swift", "lines": {"begin": 14}}}]
/// ```
///
/// GitLab compares the reports of two branches by fingerprint, which must be unique. The same finding in another input
/// therefore has the input appended.
public struct GitLabFormat: ItemFormat {
  private let paths: SourcePaths

  /// The format, with paths as `paths` writes them.
  package init(paths: SourcePaths = SourcePaths()) { self.paths = paths }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    var seen: [String: Int] = [:]
    var values: [JSONValue] = []
    for list in lists {
      for item in list.open {
        values.append(value(of: item, fingerprint: Self.unique(item, in: list, &seen)))
      }
    }
    JSONValue.array(values).write(to: &output)
    output.write("\n")
  }

  private static func unique(
    _ item: ReportItem, in list: ItemList, _ seen: inout [String: Int]
  ) -> String {
    let count = seen[item.fingerprint, default: 0]
    seen[item.fingerprint] = count + 1
    if count == 0 { return item.fingerprint }
    let other = "\(item.fingerprint):\(list.input)"
    seen[other, default: 0] += 1
    let times = seen[other, default: 1]
    return times == 1 ? other : "\(other):\(times)"
  }

  private func value(of item: ReportItem, fingerprint: String) -> JSONValue {
    let fixes = item.fixes.isEmpty ? "" : " Fix: \(item.fixes.joined(separator: ", and "))."
    let text = Escaping.plain("\(item.what): \(item.message).\(fixes)", limit: 2_000)
    return .object([
      ("description", .string(text)), ("check_name", .string(item.rule.id)),
      ("fingerprint", .string(fingerprint)), ("severity", .string(Self.word(for: item.severity))),
      (
        "location",
        .object([
          ("path", .string(paths.relative(item.place.file))),
          ("lines", .object([("begin", .number(item.place.line ?? 1))])),
        ])
      ),
    ])
  }

  private static func word(for severity: Finding.Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
