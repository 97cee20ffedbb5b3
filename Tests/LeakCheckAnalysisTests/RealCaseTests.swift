import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import Testing

/// Leaks and non-leaks of public projects, with the fix that their maintainers chose.
private struct RealCase: Decodable, Sendable {
  struct Reference: Decodable, Hashable, Sendable {
    var from: String
    var name: String
  }

  var verdict: String
  var source: String
  var cut: [Reference]
  var mustFree: [String]

  static func all() throws -> [String: RealCase] {
    try JSONDecoder().decode([String: RealCase].self, from: data("expected"))
  }

  static func data(_ name: String) throws -> Data {
    let folder = try #require(
      Bundle.module.resourceURL?.appendingPathComponent("Fixtures/RealCases"))
    return try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
  }
}

@Suite struct RealCaseTests {
  private static let names = [
    "E01", "E07", "E12", "E15", "E17", "E22", "E23", "E27", "E28", "E30", "E36", "E40", "E43",
    "E49", "E54",
  ]

  private func findings(of name: String) throws -> [Finding] {
    let bytes = [UInt8](try RealCase.data(name))
    let graph = try JSONGraphReader().read(bytes, from: "\(name).json")
    return Checks.findings(in: GraphAnalysis(of: graph))
  }

  @Test func `every expected case is tested`() throws {
    let cases = try RealCase.all()
    #expect(cases.keys.sorted() == Self.names)
  }

  @Test(arguments: names)
  func `the first finding is of the kind that the maintainers found`(name: String) throws {
    let cases = try RealCase.all()
    let expected = try #require(cases[name])
    let kind = try findings(of: name).first?.kind
    let verdicts: [Finding.Kind?: String] = [
      .cycle: "cycle", .abandoned: "rooted", .dangling: "dangling", nil: "ok",
    ]
    #expect(verdicts[kind] == expected.verdict, "\(expected.source)")
  }

  @Test(arguments: names)
  func `the first cut is the one that the maintainers made`(name: String) throws {
    let cases = try RealCase.all()
    let expected = try #require(cases[name])
    let steps = try findings(of: name).first.map { Array($0.cut.steps) } ?? []
    let cut = steps.map {
      RealCase.Reference(from: "\($0.reference.source.id)", name: $0.reference.name)
    }
    #expect(Set(cut) == Set(expected.cut), "\(expected.source)")
    #expect(!steps.contains { !$0.isSafe })
  }
}
