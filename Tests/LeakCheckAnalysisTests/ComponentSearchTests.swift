import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct ComponentSearchTests {
  /// Few references are searched at once, many by another thread.
  @Test(arguments: [0, 10, 20_000])
  func `Everybody who asks gets the components, however many ask`(vertexCount: Int) async {
    var random = SplitMix64(seed: UInt64(vertexCount))
    let edges = (0..<2 * vertexCount).map { _ in
      (
        tail: Int32.random(in: 0..<Int32(vertexCount), using: &random),
        head: Int32.random(in: 0..<Int32(vertexCount), using: &random)
      )
    }
    let adjacency = Adjacency(vertexCount: vertexCount, edges: edges)
    let expected = StronglyConnectedComponents(of: adjacency).component
    let search = ComponentSearch(along: adjacency)
    let answers = await withTaskGroup(of: [Int32].self) { group in
      for _ in 0..<8 { group.addTask { search.components.component } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 8 && answers.allSatisfy { $0 == expected } && search.isDone)
  }
}
