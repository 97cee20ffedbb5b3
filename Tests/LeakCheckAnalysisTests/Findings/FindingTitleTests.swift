import LeakCheckAnalysis
import LeakCheckTestSupport
import LeakCheckGraph
import Testing

@Suite struct FindingTitleTests {
  private func titles(_ graph: String) -> [FindingTitle] {
    Checks.findings(in: GraphAnalysis(of: ObjectGraph(graph))).map(\.title)
  }

  @Test func `a cycle says whether it is reachable, and says it alike everywhere`() {
    let leaked = titles("a -> b; b -> a").first
    #expect(leaked?.full == "retain cycle" && leaked?.short == "retain cycle")
    #expect(leaked?.cause == "retain cycle")
    let reachable = titles("r! -> a; a -> b; b -> a").first
    #expect(reachable?.full == "retain cycle, still reachable")
    #expect(reachable?.full == reachable?.short && reachable?.full == reachable?.cause)
  }

  @Test(arguments: [
    ("r! -> a-", "abandoned"), ("a -> a", "retain cycle"), ("r! ?> gone-", "dangling reference"),
  ])
  func `the full title begins with the short one`(graph: String, short: String) {
    let found = titles(graph)
    #expect(found.map(\.short) == [short])
    #expect(found.allSatisfy { $0.full.hasPrefix($0.short) && !$0.cause.isEmpty })
  }
}
