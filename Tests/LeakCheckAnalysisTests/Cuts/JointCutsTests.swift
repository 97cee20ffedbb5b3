import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// First cuts that go together.
@Suite struct JointCutsTests {
  /// Two screens that should be gone hold `Kept` on the only two ways to it, each by what its cheapest cut takes.
  private let literal =
    "App! -> Left 'left'; App -> Right 'right'; Left -> Old 'old'; Right -> Past 'past';"
    + "Old- -> Left 'delegate'; Past- -> Right 'delegate'; Left -> Kept 'x'; Right -> Kept 'y';"
    + "Kept -> Left 'owner'; Kept -> Right 'parent'"

  @Test func `together the first cuts keep what each of them keeps`() {
    let graph = ObjectGraph(literal)
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.count > 1)
    let oracle = ReleaseOracle(graph)
    let cut = Set(findings.flatMap { $0.cut.steps.references })
    #expect(oracle.needed.isSubset(of: oracle.alive(without: cut)))
    #expect(findings.allSatisfy { $0.cut.safety != .refuted })
  }
}
