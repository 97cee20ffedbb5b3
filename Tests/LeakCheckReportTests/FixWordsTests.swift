import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckReport

@Suite struct FixWordsTests {
  /// The cut of a list with references both ways, of as many objects of each type.
  private func cut(ofLists types: [String], of count: Int) throws -> Cut {
    var builder = ObjectGraph.Builder()
    for (list, type) in types.enumerated() {
      for index in 0..<count {
        let id = Int64(list * count + index)
        builder.add(ObjectDescription(id: .number(id), type: type))
        guard index > 0 else { continue }
        var reference = ReferenceDescription(from: .number(id - 1), to: .number(id))
        reference.name = "next"
        builder.add(reference)
        reference = ReferenceDescription(from: .number(id), to: .number(id - 1))
        reference.name = "previous"
        builder.add(reference)
        guard index == 1, list > 0 else { continue }
        reference = ReferenceDescription(from: .number(id - 1), to: .number(id - 2))
        reference.name = "previous"
        builder.add(reference)
        reference = ReferenceDescription(from: .number(id - 2), to: .number(id - 1))
        reference.name = "next"
        builder.add(reference)
      }
    }
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    return try #require(findings.first).cut
  }

  @Test(arguments: [10, 1_200])
  func `few references or many, a fix is told once with its count`(count: Int) throws {
    let words = FixWords(try cut(ofLists: ["Node"], of: count), limit: 3)
    #expect(words.shown == ["declare `weak var previous` in Node (\(count - 1) references)"])
    #expect(words.furtherCount == 0)
  }

  @Test(arguments: [10, 1_200])
  func `fixes beyond the limit are counted`(count: Int) throws {
    let cut = try cut(ofLists: ["A", "B", "C"], of: count)
    #expect(FixWords(cut).shown.count == 3)
    let words = FixWords(cut, limit: 1)
    #expect(words.shown.count == 1 && words.furtherCount == 2)
    #expect(words.shown[0].hasPrefix("declare `weak var previous` in "))
    #expect(words.text == words.shown[0] + ", and 2 more fixes like these")
  }
}
