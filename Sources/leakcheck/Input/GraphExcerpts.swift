import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport

/// A search for the source lines of a graph's findings, if the graph names them and the files exist.
enum GraphExcerpts {
  /// The most findings that have a line.
  private static let mostFindings = 1_000

  /// The excerpts that there are, by fingerprint.
  static func excerpts(
    for findings: [Finding], from sources: GraphSources
  ) -> [String: SourceExcerpt] {
    let placed = findings.prefix(mostFindings).compactMap { finding in
      finding.placedObject.map { (finding: finding, object: $0) }
    }
    var excerpts: [String: SourceExcerpt] = [:]
    for (finding, object) in placed {
      guard let text = sources.line(Int(object.line), of: object.file) else { continue }
      let meant = meant(in: text, reference(of: finding, from: object))
      excerpts[finding.fingerprint] = SourceExcerpt(
        file: object.file, line: Int(object.line), column: meant.column, text: text,
        length: meant.length)
    }
    return excerpts
  }

  /// The reference that is to be cut, where the object is what has it.
  private static func reference(
    of finding: Finding, from object: ObjectGraph.Object
  ) -> ObjectGraph.Reference? {
    finding.cut.steps.prefix(FixWords.mostCodes).lazy.map(\.reference)
      .first { $0.source.index == object.index }
  }

  /// What of a line is meant: the name of the reference where it stands there, the brace of a closure, or all of it.
  private static func meant(
    in line: String, _ reference: ObjectGraph.Reference?
  ) -> (column: Int, length: Int) {
    let scalars = Array(line.unicodeScalars)
    let brace = scalars.firstIndex(of: "{")
    let isCapture = reference?.isCapture == true
    let name = reference.map { isCapture && $0.name.isEmpty ? "self" : $0.name } ?? ""
    // What stands before its brace is not the closure's.
    let first = isCapture ? brace ?? 0 : 0
    if let column = SourceExcerpts.column(of: name, in: line, from: first) {
      return (column, name.unicodeScalars.count)
    }
    if isCapture, let brace { return (brace + 1, 1) }
    let indent = scalars.prefix { $0.properties.isWhitespace }.count
    let white = scalars.reversed().prefix { $0.properties.isWhitespace }.count
    return (indent + 1, max(scalars.count - white - indent, 1))
  }
}
