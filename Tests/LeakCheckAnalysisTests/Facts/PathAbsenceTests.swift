import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct PathAbsenceTests {
  @Test func `what keeps a leaked object is told, by the shortest way`() {
    for seed: UInt64 in 0..<1_500 {
      let collector: ObjectGraph.Collector = seed % 5 == 0 ? .tracing : .arc
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, collector: collector))
      let search = PathSearch(in: analysis)
      for object in analysis.graph.objects where !analysis.reachable.contains(object.index) {
        let absence = search.absence(of: object)
        let length = Self.shortestLength(to: object.index, in: analysis)
        #expect(absence.path?.references.count ?? 0 == length ?? 0, "seed \(seed)")
        #expect(absence.reason.contains("freed") == (length == nil), "seed \(seed)")
        if let path = absence.path { Self.check(path, to: object, in: analysis, "seed \(seed)") }
      }
    }
  }

  /// The references of the shortest cycle through an object, or of the shortest path from what is on a cycle or surplus.
  private static func shortestLength(to object: Int32, in analysis: GraphAnalysis) -> Int? {
    guard analysis.staying.contains(object) else { return nil }
    let edges = analysis.retaining.heads.indices.map {
      (tail: analysis.tails[$0], head: analysis.retaining.heads[$0])
    }
    func length(from start: Int32, to end: Int32) -> Int? {
      Oracles.paths(from: [start], to: end, edges: edges).map(\.count).min()
    }
    func cycle(_ object: Int32) -> Int? {
      edges.filter { $0.tail == object }.compactMap { length(from: $0.head, to: object) }.min()
        .map { $0 + 1 }
    }
    let keepers = (0..<analysis.graph.objectCount).filter {
      !analysis.reachable.contains($0) && (cycle($0) != nil || analysis.overRetained.contains($0))
    }
    if keepers.contains(object) { return cycle(object) ?? 0 }
    return keepers.compactMap { length(from: $0, to: object) }.min()
  }

  private static func check(
    _ path: LeakTrace, to object: ObjectGraph.Object, in analysis: GraphAnalysis, _ label: Comment
  ) {
    for (left, right) in zip(path.references, path.references.dropFirst()) {
      #expect(left.target.index == right.source.index, label)
    }
    #expect(path.references.last?.target.index == object.index, label)
    #expect(path.isCycle == (path.references.first?.source.index == object.index), label)
    #expect(path.references.allSatisfy { $0.strength == .strong }, label)
  }

  @Test func `words say what keeps the object`() throws {
    let graph = try ObjectGraph("app!; A -> B; B -> A; B -> row; freed -> freed2; S -> part")
      .changing(objects: { if $0.id == "S" { $0.retainCount = 2 } })
    let search = PathSearch(in: GraphAnalysis(of: graph))
    func reason(_ id: ObjectID) throws -> String {
      search.absence(of: try #require(graph.object(withID: id))).reason
    }
    #expect(try reason("A") == "nothing held reaches it: it is on a retain cycle")
    #expect(
      try reason("row") == "nothing held reaches it: B keeps it, which is on a retain cycle")
    #expect(
      try reason("S") == "nothing held reaches it: it has more retains than references")
    #expect(
      try reason("part")
        == "nothing held reaches it: S keeps it, which has more retains than references")
    #expect(try reason("freed2") == "nothing keeps it: it is freed")
  }
}
