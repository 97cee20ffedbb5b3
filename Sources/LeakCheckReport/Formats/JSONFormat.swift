import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A format that writes reports as JSON, version 1.
///
/// One report is an object; several are an array. Objects on a path have `name`, `file` and `line` only
/// if the graph has them.
public struct JSONFormat: ReportFormat {
  /// Creates the format.
  public init() {}

  /// Writes one report as an object, several as an array.
  public func write(_ reports: [Report], to output: inout some TextOutputStream) {
    let value = reports.count == 1 ? value(of: reports[0]) : .array(of: reports, value)
    value.write(to: &output)
    output.write("\n")
  }

  private func value(of report: Report) -> JSONValue {
    let coverage = report.coverage
    let listings = FindingListing.listings(of: report.findings)
    let counts: [(String, JSONValue)] = [
      ("objects", .number(coverage.objects)), ("references", .number(coverage.references)),
      ("roots", .number(coverage.roots)), ("reachable", .number(coverage.reachable)),
      ("leaked", .number(coverage.leaked)), ("freed", .number(coverage.freed)),
    ]
    return .object(
      [
        ("leakcheck", .number(1)), ("input", .string(report.input)),
        ("name", .string(report.graph.name)), ("coverage", .object(counts)),
        (
          "findings",
          .elements(report.findings.count) {
            .object(
              FindingJSON.members(of: report.findings[$0], in: report, listing: listings[$0]))
          }
        ),
        ("suppressed", .number(report.suppressed)),
      ]
        + (report.incomplete.isEmpty ? [] : [("incomplete", .string(report.incomplete))])
        + (report.unjudged.isEmpty ? [] : [("notJudged", .string(report.unjudged))])
        + Label.members(of: report.labels) + (report.run.map(members) ?? []))
  }

  private func line(_ line: Int) -> [(String, JSONValue)] {
    line > 0 ? [("line", .number(line))] : []
  }

  private func file(_ file: String) -> [(String, JSONValue)] {
    file.isEmpty ? [] : [("file", .string(file))]
  }

  /// What a scenario did, in the report's own object.
  private func members(of run: RunRecord) -> [(String, JSONValue)] {
    let log = JSONValue.array(of: run.log) { entry in
      .object(
        [
          ("callback", .string(entry.callback)), ("type", .string(entry.type)),
          ("id", .string(entry.id)),
        ] + line(entry.line) + file(entry.file))
    }
    let misuse = JSONValue.array(of: run.misuse) { misuse in
      .object(
        [
          ("code", .string(misuse.code)), ("callback", .string(misuse.callback)),
          ("type", .string(misuse.type)), ("message", .string(misuse.message)),
          ("correct", .string(misuse.correct)),
        ] + line(misuse.line) + file(misuse.file))
    }
    let checks = JSONValue.array(of: run.failedChecks) { check in
      .object(
        [
          ("check", .string(check.check)), ("message", .string(check.message)),
          ("line", .number(check.line)),
        ] + file(check.file))
    }
    return [("log", log), ("misuse", misuse), ("failedChecks", checks)]
  }
}
