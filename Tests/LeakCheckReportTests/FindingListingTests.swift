import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import Testing

@testable import LeakCheckReport

/// What many findings have in common is listed only as often as the graph is large.
@Suite struct FindingListingTests {
  /// Cycles of two, each held by the one before.
  private func chain(ofCycles count: Int) throws -> Report {
    var builder = ObjectGraph.Builder()
    for id in 0...2 * count {
      var object = ObjectDescription(id: .number(Int64(id)), type: "T\(id)")
      if id == 0 { object.root = "" }
      builder.add(object)
      if id > 0 {
        builder.add(
          ReferenceDescription(from: .number(Int64(id - 1)), to: .number(Int64(id))))
      }
      if id > 0, id.isMultiple(of: 2) {
        builder.add(
          ReferenceDescription(from: .number(Int64(id)), to: .number(Int64(id - 1))))
      }
    }
    let analysis = GraphAnalysis(of: try builder.build())
    return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
  }

  /// A finding in JSON: what it lists, and how many objects there are in all.
  private struct Listed {
    let rootPath: [[String: Any]]
    let ids: [Int]
    let held: Int
    let omittedIDs: Int?

    init(_ finding: [String: Any]) throws {
      rootPath = try #require(finding["rootPath"] as? [[String: Any]])
      let holds = try #require(finding["holds"] as? [String: Any])
      ids = try #require(holds["ids"] as? [Int])
      held = try #require(holds["objects"] as? Int)
      omittedIDs = holds["omitted"] as? Int
    }

    var omittedObjects: Int? { rootPath.first?["omitted"] as? Int }
    var pathLength: Int { rootPath.count + (omittedObjects ?? 0) }
  }

  private func listed(in lines: Bool, _ report: Report) throws -> [Listed] {
    var text = ""
    if lines {
      JSONLinesFormat().write([report], to: &text)
      return try text.split(separator: "\n").map {
        try Listed(
          try #require(
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]))
      }
    }
    JSONFormat().write([report], to: &text)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(value?["findings"] as? [[String: Any]]).map(Listed.init)
  }

  @Test(arguments: [false, true])
  func `ways and objects in common are listed in proportion to the graph`(inLines: Bool) throws {
    let count = 350
    let listed = try listed(in: inLines, try chain(ofCycles: count))
    #expect(listed.count == count)
    let sum = listed.reduce(0) { $0 + $1.rootPath.count + $1.ids.count }
    #expect(sum < 100_000 + 3 * (2 * count + 1) + count * 41)
    #expect(listed.contains { $0.omittedObjects == nil && $0.pathLength > 100 })
    let short = listed.filter { $0.omittedObjects != nil }
    #expect(short.count > count / 4)
    for finding in short {
      #expect(finding.rootPath.count == 21)
      #expect(finding.rootPath.first?["id"] as? Int == 0)
      // The numbers of objects count up along the way.
      #expect(finding.rootPath.last?["id"] as? Int == finding.pathLength - 1)
      for object in finding.rootPath.dropFirst().dropLast() {
        let next = try #require(object["next"] as? [String: Any])
        #expect(next["to"] as? Int == (object["id"] as? Int).map { $0 + 1 })
      }
    }
    for finding in listed {
      #expect(finding.ids.count + (finding.omittedIDs ?? 0) == finding.held)
      #expect(finding.omittedIDs == nil || finding.held > 20)
    }
  }

  @Test func `few findings are listed whole`() throws {
    let listed = try listed(in: false, try chain(ofCycles: 20))
    #expect(listed.allSatisfy { $0.omittedObjects == nil && $0.omittedIDs == nil })
    #expect(listed.map(\.held).max() == 40)
  }

  @Test func `what a finding of very many also keeps is not summed up for each`() throws {
    let report = try chain(ofCycles: 100)
    let free = 1_000
    let listings = FindingListing.listings(of: report.findings, free: free)
    let whole = zip(report.findings, listings).filter { $0.1 == .whole }.map(\.0)
    let looked = whole.reduce(0) { sum, finding in
      sum + finding.holds.count + finding.path.objectCount()
        + (finding.rootPath?.objectCount() ?? 0)
    }
    #expect(looked <= free + 3 * 201)
    #expect(!whole.isEmpty)
    for (finding, listing) in zip(report.findings, listings) {
      let lines = ReportWords.surroundings(of: finding, listing)
      let named = ReportWords.surroundings(of: finding)
      // The last cycle keeps nothing else, and how far a root is away is told of all.
      let others = finding.holds.count > 2
      #expect(lines.count == (others ? 2 : 1))
      #expect(named.count == lines.count && named.last == lines.last)
      guard others, listing == .ends else { continue }
      #expect(
        lines.first == "also keeps others, too many to be named for each of so many findings")
    }
  }

  @Test func `of what holds a finding of very many the page has the end`() throws {
    let report = try chain(ofCycles: 100)
    for (listing, finding) in [(FindingListing.whole, 99), (.ends, 99), (.ends, 0)] {
      let finding = report.findings.sorted {
        ($0.rootPath?.objectCount() ?? 0) < ($1.rootPath?.objectCount() ?? 0)
      }[finding]
      let length = try #require(finding.rootPath?.objectCount())
      var html = HTMLText()
      HTMLFinding(finding, listing, number: 1, of: report).write(to: &html)
      let isEnd = listing == .ends && length > 20
      #expect(html.text.contains("The end of what holds it") == isEnd)
      #expect(html.text.contains("What holds it") == !isEnd)
      // The object before the cycle stands there either way, the root only where all does.
      #expect(html.text.contains(">T\(length - 2)<"))
      #expect(html.text.contains(">T0<") == !isEnd)
    }
  }
}
