import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct ComponentSearchTests {
  /// Few references are searched at once, many by another thread.
  @Test(arguments: [0, 10, 20_000], [true, false])
  func `Everybody who asks gets the components, however many ask`(
    vertexCount: Int, isUrgent: Bool
  ) async {
    var random = SplitMix64(seed: UInt64(vertexCount))
    let edges = (0..<2 * vertexCount).map { _ in
      (
        tail: Int32.random(in: 0..<Int32(vertexCount), using: &random),
        head: Int32.random(in: 0..<Int32(vertexCount), using: &random)
      )
    }
    let adjacency = Adjacency(vertexCount: vertexCount, edges: edges)
    let expected = StronglyConnectedComponents(of: adjacency).component
    let search = ComponentSearch(along: adjacency, isUrgent: isUrgent) {
      StronglyConnectedComponents(of: $0)
    }
    let answers = await withTaskGroup(of: [Int32].self) { group in
      for _ in 0..<8 { group.addTask { search.components.component } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 8 && answers.allSatisfy { $0 == expected } && search.isDone)
  }

  @Test func `What is not urgent is searched only when somebody asks`() {
    let edges = Adjacency(vertexCount: 2, edges: [(0, 1), (1, 0)])
    let search = ComponentSearch(along: edges, isUrgent: false) {
      StronglyConnectedComponents(of: $0)
    }
    #expect(!search.isDone)
    #expect(search.components.count == 1 && search.isDone)
    // Nor is it searched where nobody ever asks.
    _ = ComponentSearch(along: edges, isUrgent: false) { _ in
      Issue.record("nobody has asked")
      return StronglyConnectedComponents(of: edges)
    }
  }
}
