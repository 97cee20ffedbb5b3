import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

/// Leaks and non-leaks of public projects, with the fix that their maintainers chose.
private struct RealCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Reference: Decodable, Hashable, Sendable {
    var from: String
    var name: String
  }

  var verdict: String
  var source: String
  var cut: [Reference]
  /// Other cuts that the maintainers call right.
  var acceptable: [[Reference]]?
  /// Whether the thread leaves the choice open.
  var open: Bool?
  /// Whether only a framework can end it.
  var frameworkLeak: Bool?
  /// What the case is called: its file.
  var name: String = ""

  var testDescription: String { name }
  var isJudgedByCut: Bool { !cut.isEmpty && open != true && frameworkLeak != true }

  private enum CodingKeys: String, CodingKey {
    case verdict, source, cut, acceptable, open, frameworkLeak
  }

  static let all: [RealCase] = {
    let cases = (try? JSONDecoder().decode([String: RealCase].self, from: data("expected"))) ?? [:]
    return cases.keys.sorted().compactMap { name in
      var found = cases[name]
      found?.name = name
      return found
    }
  }()

  static func data(_ name: String) throws -> Data {
    let folder = try #require(
      Bundle.module.resourceURL?.appendingPathComponent("Fixtures/RealCases"))
    return try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
  }

  func findings() throws -> [Finding] {
    let graph = try JSONGraphReader().read([UInt8](Self.data(name)), from: "\(name).json")
    return Checks.findings(in: GraphAnalysis(of: graph)).filter { $0.severity > .note }
  }
}

@Suite struct RealCaseTests {
  @Test func `the cases are there`() {
    #expect(RealCase.all.count == 94)
    #expect(RealCase.all.count(where: \.isJudgedByCut) == 80)
  }

  @Test(arguments: RealCase.all)
  fileprivate func `the finding is of the kind that the maintainers found`(
    example: RealCase
  ) throws {
    let kinds: [String: Set<Finding.Kind>] = [
      "cycle": [.cycle, .teardownNeverRuns],
      "rooted": [.abandoned, .cycle, .teardownNeverRuns], "dangling": [.dangling], "ok": [],
    ]
    let found = Set(try example.findings().map(\.kind))
    let expected = try #require(kinds[example.verdict])
    #expect(
      found.isEmpty == expected.isEmpty && found.isDisjoint(with: expected) == found.isEmpty,
      "\(example.source)")
  }

  @Test(arguments: RealCase.all)
  fileprivate func `no advice is one that could not be followed`(example: RealCase) throws {
    #expect(AdviceRules.breaches(in: try example.findings()) == [])
  }

  @Test(arguments: RealCase.all.filter(\.isJudgedByCut))
  fileprivate func `the first cut is one that the maintainers call right`(
    example: RealCase
  ) throws {
    let cuts = try example.findings().map { finding in
      Set(
        finding.cut.steps.map {
          RealCase.Reference(from: "\($0.reference.source.id)", name: $0.reference.name)
        })
    }
    let right = ([example.cut] + (example.acceptable ?? [])).map(Set.init)
    let together = cuts.reduce(into: Set()) { $0.formUnion($1) }
    #expect(right.contains { cuts.contains($0) || $0 == together }, "\(example.source): \(cuts)")
  }
}
