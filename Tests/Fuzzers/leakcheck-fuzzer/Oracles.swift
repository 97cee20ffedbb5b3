import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// What must hold of whatever is read.
enum Oracles {
  /// Ends the process, which the fuzzer takes for a finding.
  static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("oracle: \(message())") }
  }

  /// An error has a place inside the input, and nothing in it that a terminal would take for a command.
  static func check(_ error: InputError, of bytes: [UInt8]) {
    requirePlain("\(error)", "an error")
    require(error.line >= 1 && error.column >= 1, "an error at \(error.line):\(error.column)")
    // A compressed file's place is in what it holds.
    guard let offset = error.offset, !bytes.starts(with: [0x1f, 0x8b]) else { return }
    require((0...bytes.count).contains(offset), "an error at byte \(offset) of \(bytes.count)")
  }

  /// A graph is written and read again as it is, and its reports are sound.
  static func check(_ graph: ObjectGraph) {
    let json = JSONGraphWriter().text(of: graph)
    require(
      text(
        json,
        by: { bytes throws(InputError) in
          try JSONGraphReader().read(bytes, from: "written.json")
        }) == json, "JSON that was written reads otherwise")
    let binary = BinaryGraphWriter().bytes(of: graph)
    do throws(InputError) {
      let read = try BinaryGraphReader().read(binary, from: "written.lcgraph")
      require(BinaryGraphWriter().bytes(of: read) == binary, "a binary graph is read otherwise")
    } catch {
      fatalError("oracle: a binary graph that was written is not read: \(error)")
    }
    checkReports(of: graph)
  }

  private static func text(
    _ json: String, by read: ([UInt8]) throws(InputError) -> ObjectGraph
  ) -> String {
    do throws(InputError) {
      return JSONGraphWriter().text(of: try read(Array(json.utf8)))
    } catch {
      return "\(error)"
    }
  }

  private static func checkReports(of graph: ObjectGraph) {
    let analysis = GraphAnalysis(of: graph)
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "fuzz")
    requirePlain(written(report, as: TextFormat()), "text")
    requirePlain(written(report, as: MarkdownFormat()), "Markdown")
    requirePlain(written(report, as: DOTFormat()), "DOT")
    requirePlain(written(report, as: MermaidFormat()), "Mermaid")
    let json = written(report, as: JSONFormat())
    do throws(InputError) {
      _ = try JSONTree.parse(Array(json.utf8), source: "report")
    } catch {
      fatalError("oracle: a report is not JSON: \(error)")
    }
  }

  private static func written(_ report: Report, as format: some ReportFormat) -> String {
    var text = ""
    format.write([report], to: &text)
    return text
  }

  /// No control character but the end of a line, and nothing that turns the direction of text.
  private static func requirePlain(_ text: String, _ what: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0x7f..<0xa0:
        fatalError("oracle: U+\(String(scalar.value, radix: 16)) in \(what)")
      case 0x0a, 0x20...: break
      default: fatalError("oracle: U+\(String(scalar.value, radix: 16)) in \(what)")
      }
    }
  }
}
