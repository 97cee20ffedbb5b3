import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// Differences and retained sizes of graphs in which every text is the same hostile name.
@Suite struct HostileTableTests {
  private func graph(named name: String, count: Int) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.name = name
    for number in 0..<count {
      let id = ObjectID.text("\(number)" + name)
      var object = ObjectDescription(id: id, type: name)
      object.name = name
      object.kind = ObjectKind(rawValue: number == 1 ? "closure" : name)
      object.size = 7
      builder.add(object)
      var reference = ReferenceDescription(from: id, to: id)
      reference.name = name
      builder.add(reference)
      builder.add(ReferenceDescription(from: id, to: .text("0" + name)))
    }
    return try builder.build()
  }

  private func difference(named name: String) throws -> GraphDifference {
    var series = GraphSeries()
    for count in 1...3 {
      let analysis = GraphAnalysis(of: try graph(named: name, count: count))
      series.add(analysis, findings: Checks.findings(in: analysis), input: name)
    }
    return GraphDifference(series)
  }

  private func reports(named name: String) throws -> [RetainedReport] {
    let dominators = ObjectDominators(of: GraphAnalysis(of: try graph(named: name, count: 3)))
    return [
      RetainedReport(tablesOf: dominators, input: name, limit: 9),
      RetainedReport(treeOf: dominators, input: name, depth: 9, limit: 9),
    ]
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3), [60, 80, 100])
  func `no name breaks a line of text`(name: String, width: Int) throws {
    let difference = try difference(named: name)
    #expect(!difference.findings.isEmpty && !difference.growing.isEmpty)
    let reports = try reports(named: name)
    for charset in TextFormat.Charset.allCases {
      var options = TextFormat.Options(width: width)
      options.charset = charset
      let texts =
        [DifferenceText(options: options, isBad: { _ in true }).text(of: difference)]
        + reports.map { RetainedText(options: options).text(of: $0) }
      for line in texts.joined().split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= width, "\(line)")
        #expect(!line.unicodeScalars.contains(where: acts), "\(line)")
        if charset == .ascii { #expect(line.utf8.allSatisfy { $0 < 128 }, "\(line)") }
      }
    }
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `JSON gives every name back`(name: String) throws {
    let texts =
      [DifferenceJSON().text(of: try difference(named: name))]
      + (try reports(named: name)).map { RetainedJSON().text(of: $0) }
    for text in texts {
      #expect(!text.unicodeScalars.contains { acts($0) && $0 != "\n" })
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let top = value?["top"] as? [String: Any]
      let diff = value?["diff"] as? [String: Any]
      let inputs = diff?["inputs"] as? [[String: Any]]
      let input = try #require((top ?? inputs?.first)?["input"] as? String)
      #expect(Array(input.utf8) == Array(name.utf8))
    }
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `Markdown has no control character, and its tables keep their columns`(name: String) throws {
    let texts =
      [DifferenceMarkdown(limit: 9).text(of: try difference(named: name))]
      + (try reports(named: name)).map { RetainedMarkdown().text(of: $0) }
    for text in texts {
      #expect(!text.unicodeScalars.contains { acts($0) && $0 != "\n" })
      #expect(!text.contains("<script>") && !text.contains("<!--"))
      for table in text.split(separator: "\n\n") where table.hasPrefix("|") {
        let bars = table.split(separator: "\n").map { row in
          row.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
        }
        #expect(Set(bars).count == 1, "\(table)")
      }
    }
  }

  /// Whether a scalar acts on a terminal; the joiner of emoji does not.
  private func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200d}" && !(0xe0020...0xe007f).contains(scalar.value)
    default: false
    }
  }
}
