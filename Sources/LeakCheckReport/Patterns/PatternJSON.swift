import LeakCheckText

/// A format for the notes of a scan as JSON: `{"leakcheck": 1, "scan": {"inputs", "notes", "coverage", "passedOver"}}`.
package struct PatternJSON: PatternFormat {
  /// The JSON format.
  package init() {}

  /// Writes the scan as an object.
  package func write(_ report: PatternReport, to output: inout some TextOutputStream) {
    let coverage: [(String, JSONValue)] = [
      ("files", .number(report.files)), ("bytes", .number(report.bytes)),
      ("types", .number(report.types)),
    ]
    let scan: [(String, JSONValue)] = [
      ("inputs", .array(report.inputs.map { .string($0) })),
      ("notes", .array(of: report.notes) { .object(Self.members(of: $0)) }),
      ("coverage", .object(coverage)),
      ("passedOver", .array(report.problems.map { .string($0.text) })),
    ]
    JSONValue.object(
      [("leakcheck", .number(1)), ("scan", .object(scan))] + Label.members(of: report.labels)
    ).write(to: &output)
    output.write("\n")
  }

  /// The members of a note, in their order.
  static func members(of note: PatternReport.Note) -> [(String, JSONValue)] {
    [
      ("pattern", .string(note.code)), ("severity", .string("note")),
      ("fingerprint", .string(note.fingerprint)), ("type", .string(note.type)),
      ("member", .string(note.member)),
    ] + (note.property.map { [("property", .string($0))] } ?? []) + [
      ("message", .string(note.message)), ("path", .array(note.path.map { .string($0) })),
      ("file", .string(note.excerpt.file)), ("line", .number(note.excerpt.line)),
      ("column", .number(note.excerpt.column)), ("source", .string(note.excerpt.text)),
      ("endedBy", .array(note.endings.map { .string($0) })), ("why", .string(note.why)),
      ("fix", .string(note.fix)), ("run", .string(note.command)),
    ]
  }
}

extension JSONLinesFormat: PatternFormat {
  /// Writes a line for each note.
  package func write(_ report: PatternReport, to output: inout some TextOutputStream) {
    let head: [(String, JSONValue)] =
      [("leakcheck", .number(1)), ("input", .string(report.input))]
      + Label.members(of: report.labels)
    for note in report.notes {
      output.write(JSONValue.object(head + PatternJSON.members(of: note)).line() + "\n")
    }
  }
}
