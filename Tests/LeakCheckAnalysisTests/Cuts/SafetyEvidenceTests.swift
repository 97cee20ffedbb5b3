import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// What proves a cut, and what is left open.
@Suite struct SafetyEvidenceTests {
  private func finding(in literal: String) throws -> Finding {
    let graph = ObjectGraph(literal)
    return try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
  }

  private func safety(in literal: String) throws -> Cut.Safety {
    try finding(in: literal).cut.safety
  }

  @Test func `two objects of which nothing is known are a tie, and both cuts are told`() throws {
    let finding = try finding(in: "Apple -> Berry 'berry'; Berry -> Apple 'apple'")
    #expect(finding.cut.safety == .unknown)
    #expect(finding.isEither)
    #expect(finding.equals.count == 1)
    let names = [finding.cut, finding.equals[0]].map { $0.steps[0].reference.name }
    #expect(names == ["berry", "apple"])
  }

  @Test func `ids do not decide a tie`() throws {
    let first = try finding(in: "a -> b 'x'; b -> a 'y'")
    let second = try finding(in: "b -> a 'y'; a -> b 'x'")
    #expect(first.cut.steps[0].reference.name == second.cut.steps[0].reference.name)
    #expect(first.isEither && second.isEither)
  }

  @Test func `a name decides and proves nothing`() throws {
    let finding = try finding(in: "Apple -> Berry 'berry'; Berry -> Apple 'delegate'")
    #expect(finding.cut.steps[0].reference.name == "delegate")
    #expect(finding.cut.safety == .unknown)
    #expect(!finding.isEither)
  }

  @Test func `an owner outside proves it`() throws {
    let finding = try finding(in: "App! -> Berry; Apple -> Berry 'berry'; Berry -> Apple 'apple'")
    #expect(finding.cut.steps[0].reference.name == "berry")
    #expect(finding.cut.safety == .proved)
    #expect(!finding.isEither)
  }

  @Test func `what should be gone was let go by its owner`() throws {
    #expect(try safety(in: "Apple- -> Berry 'berry'; Berry -> Apple 'apple'") == .proved)
    #expect(try safety(in: "Apple- -> Berry 'berry'; Berry- -> Apple 'apple'") == .unknown)
  }

  @Test func `a closure was made by the self that it captures`() throws {
    #expect(try safety(in: "Apple -> c{} 'handler'; c -> Apple 'self'") == .proved)
  }

  @Test func `a live twin shows who owns`() throws {
    var builder = ObjectGraph.Builder()
    func add(_ id: String, _ type: String, isRoot: Bool = false) {
      var object = ObjectDescription(id: .text(id), type: type)
      if isRoot { object.root = "static" }
      builder.add(object)
    }
    func add(from: String, to: String, _ name: String) {
      var reference = ReferenceDescription(from: .text(from), to: .text(to))
      reference.name = name
      builder.add(reference)
    }
    add("app", "App", isRoot: true)
    for (id, type) in [("a", "Apple"), ("b", "Berry"), ("twin", "Apple"), ("part", "Berry")] {
      add(id, type)
    }
    add(from: "a", to: "b", "berry")
    add(from: "b", to: "a", "apple")
    add(from: "app", to: "twin", "current")
    add(from: "twin", to: "part", "berry")
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
    #expect(finding.cut.steps.map(\.reference.name) == ["apple"])
    #expect(finding.cut.safety == .proved)
    #expect(!finding.isEither)
  }
}
