import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct RetainPathsTests {
  @Test func `the K shortest paths are the shortest of all`() {
    for seed: UInt64 in 0..<1_000 {
      var random = SplitMix64(seed: seed)
      let count = Int32.random(in: 1...6, using: &random)
      let edges = RandomGraph.edges(vertexCount: Int(count), using: &random)
      let sources = (0..<count).filter { _ in random.chance(0.3) }
      check(vertexCount: count, edges, from: sources, 4, "seed \(seed)")
    }
  }

  /// Where many ways lead to a vertex, the first one that is found to it may be a detour.
  @Test func `the K shortest paths through a grid with shortcuts are the shortest of all`() {
    for seed: UInt64 in 0..<300 {
      var random = SplitMix64(seed: seed)
      let (width, height): (Int32, Int32) = (4, 4)
      var edges: [(tail: Int32, head: Int32)] = []
      for vertex in 0..<width * height {
        let neighbours = [vertex % width + 1 < width ? vertex + 1 : -1, vertex + width]
        for next in neighbours where (0..<width * height).contains(next) && random.chance(0.9) {
          edges.append((vertex, next))
        }
        if random.chance(0.15) {
          edges.append((vertex, Int32.random(in: 0..<width * height, using: &random)))
        }
      }
      edges.shuffle(using: &random)
      check(vertexCount: width * height, edges, from: [0, 5], 12, "seed \(seed)")
    }
  }

  private func check(
    vertexCount: Int32, _ edges: [(tail: Int32, head: Int32)], from sources: [Int32], _ count: Int,
    _ label: Comment
  ) {
    let adjacency = Adjacency(
      vertexCount: Int(vertexCount), tails: edges.map(\.tail), heads: edges.map(\.head))
    let tails = adjacency.tails()
    let tree = ShortestPaths(from: sources, along: adjacency, tails: tails)
    let paths = RetainPaths(from: sources, along: adjacency, tails: tails, tree: tree)
    for target in 0..<vertexCount {
      let found = paths.shortest(count, to: target)
      let all = Oracles.paths(from: sources, to: target, edges: edges)
      #expect(found.map(\.edges.count) == Array(all.map(\.count).sorted().prefix(count)), label)
      #expect(Set(found).count == found.count, label)
      let known = Set(all)
      for path in found {
        let positions = path.edges.map { Int(adjacency.references[Int($0)]) }
        #expect(known.contains(positions), label)
        #expect(path.source == path.edges.first.map { tails[Int($0)] } ?? target, label)
      }
    }
  }
}
