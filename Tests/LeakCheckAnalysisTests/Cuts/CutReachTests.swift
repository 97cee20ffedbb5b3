import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

/// Compared with the release cascade and with searches of the whole graph, which say the same more slowly.
@Suite struct CutReachTests {
  private struct Sample {
    let edges: Adjacency
    let tails: [Int32]
    let roots: VertexSet
    let cut: VertexSet

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 1...12, using: &random)
      edges = Adjacency(
        vertexCount: count, edges: RandomGraph.edges(vertexCount: count, using: &random))
      tails = edges.tails()
      roots = Self.some(of: count, 0.2, &random)
      cut = Self.some(of: edges.edgeCount, 0.4, &random)
    }

    private static func some(
      of count: Int, _ chance: Double, _ random: inout SplitMix64
    ) -> VertexSet {
      var set = VertexSet(capacity: count)
      for member in 0..<Int32(count) where random.chance(chance) { set.insert(member) }
      return set
    }

    func paths(from sources: [Int32]) -> ShortestPaths {
      ShortestPaths(
        from: sources, along: edges, tails: tails, isClosed: { cut.contains(Int32($0)) })
    }
  }

  @Test func `what a cut leaves of an object is what the release cascade leaves`() {
    for seed in UInt64(0)..<3_000 {
      let sample = Sample(seed: seed)
      let reach = CutReach(sample.edges, tails: sample.tails, roots: sample.roots)
      let freed = ReleaseCascade(along: sample.edges, held: sample.roots, cut: sample.cut).freed
      for target in 0..<Int32(sample.edges.vertexCount) {
        let isFreed = reach.isFreed(target, without: sample.cut)
        #expect(isFreed == freed.contains(target), "seed \(seed), \(target)")
      }
    }
  }

  @Test func `the way round a cut is the one that a search from the roots finds`() {
    for seed in UInt64(0)..<3_000 {
      let sample = Sample(seed: seed)
      let reach = CutReach(sample.edges, tails: sample.tails, roots: sample.roots)
      let paths = sample.paths(from: sample.roots.members)
      for target in 0..<Int32(sample.edges.vertexCount) {
        let fate = reach.fate(of: target, without: sample.cut)
        if let path = paths.path(to: target) {
          #expect(fate == .reached(path: path), "seed \(seed), \(target)")
        } else if let cycle = cycle(through: target, in: sample) {
          #expect(fate == .onCycle(cycle), "seed \(seed), \(target)")
        } else {
          #expect(fate == .freed || fate == .behindCycle, "seed \(seed), \(target)")
        }
      }
    }
  }

  /// The shortest cycle through a vertex that a search from the head of each of its edges finds.
  private func cycle(through vertex: Int32, in sample: Sample) -> [Int32]? {
    let cycles = sample.edges.edges(of: vertex).map(Int32.init).compactMap { edge -> [Int32]? in
      if sample.cut.contains(edge) { return nil }
      let back = sample.paths(from: [sample.edges.heads[Int(edge)]]).path(to: vertex)
      return back.map { [edge] + $0 }
    }
    return cycles.min { $0.count < $1.count }
  }
}
