import Foundation
import LeakCheckGraph
import Testing

@testable import LeakCheckAnalysis

/// Each code means one thing, has a case, and has its place in the book.
@Suite struct RuleCodesTests {
  /// A line of `Fixtures/catalogue.txt`: what an object of a framework has by a reference, and what ends that.
  fileprivate struct Row: Sendable, CustomTestStringConvertible {
    let code: String
    let holder: String
    let reference: String
    let ownership: String
    let event: String

    var testDescription: String { code }

    static let all: [Row] = {
      let url = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/catalogue.txt")
      let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
      return text.components(separatedBy: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        let words = line.components(separatedBy: " | ")
        guard words.count == 5 else { return nil }
        return Row(
          code: words[0], holder: words[1], reference: words[2], ownership: words[3],
          event: words[4])
      }
    }()

    func graph() throws -> ObjectGraph {
      var holder = ObjectDescription(id: "holder", type: self.holder)
      holder.owner = .framework
      var builder = ObjectGraph.Builder()
      builder.add(holder)
      builder.add(ObjectDescription(id: "held", type: "Model"))
      var reference = ReferenceDescription(from: "holder", to: "held")
      reference.name = self.reference
      builder.add(reference)
      return try builder.build()
    }
  }

  @Test func `every row of the catalogue has a case, and no code is given twice`() {
    let catalogue = FrameworkCatalogue.builtIn
    #expect(Row.all.map(\.code).sorted() == catalogue.rows.map(\.code).sorted())
    #expect(Set(RuleCodes.all).count == RuleCodes.all.count)
    for code in RuleCodes.all {
      #expect(code.count == 5 && code.hasPrefix("LK") && code.dropFirst(2).allSatisfy(\.isNumber))
    }
  }

  @Test(arguments: Row.all)
  fileprivate func `a row says who owns whom and what ends it`(row: Row) throws {
    let graph = try row.graph()
    let answer = ReferenceRoles(graph).answer(for: 0)
    let role: ReferenceRole? =
      ["owned": .contained, "registered": .registration, "back": .backReference][row.ownership]
    #expect(answer.role == role)
    let step = Cut.Step(cutting: graph.reference(0), as: answer.role, by: answer.how)
    #expect(step.rule == row.code)
    #expect(EndingEvents.event(ending: graph.reference(0)) ?? "-" == row.event)
  }

  @Test(arguments: Row.all)
  fileprivate func `without its row a reference is told otherwise`(row: Row) throws {
    let rest = FrameworkCatalogue.builtIn.rows.filter { $0.code != row.code }
    let reference = try row.graph().reference(0)
    let type = PlainTypeName(reference.source.type)
    let other = rest.first {
      $0.mayMean(type, reference.source.kind) && $0.speaks(ofReference: reference.name)
    }
    #expect(other?.code != row.code)
  }

  @Test func `every code has its place in the book`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/LeakCheckAnalysis/LeakCheckAnalysis.docc")
      .standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pages = try names.filter { $0.hasPrefix("rules-") }.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    let headings = pages.flatMap { $0.components(separatedBy: "\n") }
      .filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    #expect(headings.sorted() == RuleCodes.all)
    let text = pages.joined()
    for row in FrameworkCatalogue.builtIn.rows {
      #expect(text.contains("<\(row.documentation)>"))
      if let event = row.event { #expect(text.contains("`\(event)`")) }
    }
  }
}
