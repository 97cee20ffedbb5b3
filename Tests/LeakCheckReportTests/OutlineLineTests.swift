import LeakCheckAnalysis
import LeakCheckGraph
import Testing

@testable import LeakCheckReport

@Suite struct OutlineLineTests {
  private func lines(_ depths: [Int]) -> [OutlineLine] {
    depths.map {
      OutlineLine(
        depth: $0, content: .hidden(.init(rows: 1, retainedBytes: 0, retainedObjects: 0)))
    }
  }

  @Test func `leads connect each line with the one that it hangs from`() {
    let leads = lines([0, 1, 2, 2, 1, 2, 0, 1]).leads(unicode: true, width: 80)
    #expect(leads == ["", "├─ ", "│  ├─ ", "│  ╰─ ", "╰─ ", "   ╰─ ", "", "╰─ "])
  }

  @Test func `a deep tree has leads as wide as a line, and not as deep as the tree`() {
    let leads = lines(Array(0..<20_000)).leads(unicode: false, width: 80)
    #expect(leads.allSatisfy { $0.count <= 90 })
    #expect(leads[5] == "            `- ")
    #expect((leads.last?.count ?? 0) > 80)
  }
}
