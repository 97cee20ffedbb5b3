import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct CyclicComponentTests {
  /// What is said of a component in the whole graph, beside the same found out edge by edge.
  @Test func `a component is known where it lies`() {
    for seed in UInt64(0)..<500 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 1...9))
      let (edges, tails) = (analysis.retaining, analysis.tails)
      let pairs = edges.heads.indices.map {
        (edge: Int32($0), tail: tails[$0], head: edges.heads[$0])
      }
      var random = SplitMix64(seed: seed)
      let without = VertexSet(
        pairs.map(\.edge).filter { _ in Bool.random(using: &random) }, capacity: edges.edgeCount)
      for number in analysis.components.cyclic {
        let component = CyclicComponent(number, in: analysis)
        let members = Set(component.members)
        let inner = pairs.filter { members.contains($0.tail) && members.contains($0.head) }
        #expect(pairs.filter { component.contains($0.edge) }.map(\.edge) == inner.map(\.edge))
        #expect(component.edgeCount == inner.count && component.edges.edgeCount == inner.count)
        #expect(component.isReachable == members.contains(where: analysis.reachable.contains))
        let isEntered = pairs.contains { !members.contains($0.tail) && members.contains($0.head) }
        let isHeld = members.contains(where: analysis.isKeptFromOutside)
        #expect(component.isKeptByItself == (!isEntered && !isHeld), "seed \(seed)")
        let open = inner.filter { !without.contains($0.edge) }
        let isShort = open.contains { one in
          one.tail == one.head || open.contains { $0.tail == one.head && $0.head == one.tail }
        }
        #expect(component.hasShortCycle(without: without) == isShort, "seed \(seed)")
      }
    }
  }

  @Test func `a component is entered by the first member that a path comes to from outside`() {
    for seed in UInt64(0)..<500 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 1...9))
      let paths = ShortestPaths(
        from: analysis.roots, along: analysis.retaining, tails: analysis.tails)
      for number in analysis.components.cyclic {
        let component = CyclicComponent(number, in: analysis)
        let entered = component.members.first { member in
          paths.path(to: member).map { path in
            !path.map({ analysis.tails[Int($0)] }).contains(where: component.members.contains)
          } ?? false
        }
        #expect(component.entry(of: paths) == entered, "seed \(seed)")
      }
    }
  }

  @Test func `each declaration of a component has its first edge for an example`() {
    for seed in UInt64(0)..<300 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 1...9))
      let declarations = Declarations(analysis)
      for number in analysis.components.cyclic {
        let component = CyclicComponent(number, in: analysis)
        let examples = component.examples(of: declarations)
        for declaration in 0..<Int32(declarations.count) {
          let first = (0..<Int32(analysis.retaining.edgeCount)).first {
            component.contains($0) && declarations.declaration[Int($0)] == declaration
          }
          #expect(examples[Int(declaration)] == first ?? -1, "seed \(seed)")
        }
      }
    }
  }
}
