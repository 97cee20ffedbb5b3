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

  @Test func `every row of the catalogue has a case, and no code means two things`() {
    let catalogue = FrameworkCatalogue.builtIn
    #expect(Row.all.map(\.code).sorted() == catalogue.rows.map(\.code).sorted())
    #expect(Set(RuleCodes.all).count == RuleCodes.all.count)
    for rows in Dictionary(grouping: catalogue.rows, by: \.code).values {
      #expect(Set(rows.map { [$0.framework, $0.ownership.rawValue, $0.event, $0.fix] }).count == 1)
    }
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
    let catalogue = FrameworkCatalogue.builtIn
    let rest = FrameworkCatalogue(
      rows: catalogue.rows.filter { $0.code != row.code }, leaks: catalogue.leaks)
    #expect(rest.rows.count < catalogue.rows.count)
    let graph = try row.graph()
    #expect(told(of: graph, by: catalogue) != told(of: graph, by: rest))
  }

  /// The code of the advice on the only reference of a graph, how it is cut and what is written.
  private func told(of graph: ObjectGraph, by catalogue: FrameworkCatalogue) -> [String] {
    FrameworkCatalogue.$current.withValue(catalogue) {
      let answer = ReferenceRoles(graph).answer(for: 0)
      let step = Cut.Step(cutting: graph.reference(0), as: answer.role, by: answer.how)
      return [step.rule, step.fix, step.event ?? "", "\(step.role) \(step.how)"]
    }
  }

  @Test(arguments: FrameworkCatalogue.builtIn.leaks.map(\.code))
  func `without its row a known leak is a cycle as others are`(code: String) throws {
    let catalogue = FrameworkCatalogue.builtIn
    let leak = try #require(catalogue.leaks.first { $0.code == code })
    var builder = ObjectGraph.Builder()
    for (number, type) in leak.types.enumerated() {
      let name = type.parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "A")
      var object = ObjectDescription(id: .text("\(number)"), type: name)
      object.owner = .framework
      builder.add(object)
      let next = (number + 1) % leak.types.count
      var reference = ReferenceDescription(from: .text("\(number)"), to: .text("\(next)"))
      reference.name = "next"
      builder.add(reference)
    }
    let graph = try builder.build()
    func codes(_ catalogue: FrameworkCatalogue) -> [String?] {
      FrameworkCatalogue.$current.withValue(catalogue) {
        Checks.findings(in: GraphAnalysis(of: graph)).map(\.known?.code)
      }
    }
    #expect(codes(catalogue) == [code])
    let rest = catalogue.leaks.filter { $0.code != code }
    #expect(codes(FrameworkCatalogue(rows: catalogue.rows, leaks: rest)) == [nil])
  }

  /// What ends the others takes a token, a key, a value or a list that no graph knows the name of.
  @Test func `what a call ends has code, but where it takes what nobody can name`() {
    let without = FrameworkCatalogue.builtIn.rows.filter {
      $0.event != nil && $0.change == nil && $0.call(forElement: "name") == nil
    }
    #expect(
      without.map(\.code).sorted() == [
        "LK203", "LK207", "LK321", "LK322", "LK541", "LK552", "LK622", "LK623", "LK703", "LK704",
        "LK706", "LK710",
      ])
  }

  @Test(arguments: FrameworkCatalogue.builtIn.leaks)
  func `a known leak is told of in a thread, and in the versions that it was seen with`(
    leak: KnownLeak
  ) {
    let isThread = ["/issues/", "/pull/", "/thread/"].contains(where: leak.ticket.contains)
    #expect(isThread && leak.ticket.hasPrefix("https://"), "\(leak.ticket)")
    #expect(leak.versions.hasPrefix("seen with ") || leak.versions.contains(" since "))
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
      let section = text.components(separatedBy: "### ").first { $0.hasPrefix(row.code) }
      #expect(section?.contains("\n\(row.summary)") == true)
      #expect(text.contains("<\(row.documentation)>"))
      if let event = row.event { #expect(text.contains("`\(event)`")) }
      let call = row.call(forElement: "name")?.replacing("{holder}", with: "holder")
      if let call { #expect(text.contains("`\(call)`")) }
    }
  }
}

extension FrameworkRow {
  /// The beginning of what the book says of the row.
  fileprivate var summary: String {
    func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: " or ") }
    let patterns = holders.map { pattern in
      pattern.parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*")
    }
    let names = isForAllReferences ? "any reference" : list(references)
    return "\(list(patterns)) by \(names): \(ownership.rawValue)."
  }
}
