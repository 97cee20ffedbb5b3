import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct BreadthFirstSearchTests {
  /// Lists whose vertices stand side by side are followed without the queue, up to where they are no list any more.
  @Test func `lists that end, fork, lead back and meet are searched as everything else`() {
    var random = SplitMix64(seed: 11)
    for round in 0..<2_000 {
      let count = Int32.random(in: 1...40, using: &random)
      let flaw = Double.random(in: 0...0.3, using: &random)
      var edges: [(tail: Int32, head: Int32)] = []
      for vertex in 0..<count {
        let somewhere = Int32.random(in: 0..<count, using: &random)
        let next = vertex + 1 < count ? vertex + 1 : somewhere
        if !random.chance(flaw) { edges.append((vertex, next)) }
        if random.chance(flaw) { edges.append((vertex, somewhere)) }
        if random.chance(flaw / 4) { edges.append((vertex, next)) }
      }
      let sources = (0..<Int32.random(in: 0...2, using: &random)).map { source in
        source == 0 ? 0 : Int32.random(in: 0..<count, using: &random)
      }
      let adjacency = Adjacency(
        vertexCount: Int(count), tails: edges.map(\.tail), heads: edges.map(\.head))
      let found = BreadthFirstSearch.edges(from: sources, along: adjacency)
      #expect(found == Self.plainSearch(from: sources, along: adjacency), "round \(round)")
    }
  }

  /// What hubs refer to leads back to them, in whole blocks; seldom on to something else.
  @Test func `what hubs refer to is looked at, wherever it leads`() {
    var random = SplitMix64(seed: 12)
    for round in 0..<60 {
      let (hubs, count) = (Int32.random(in: 1...4, using: &random), Int32(2_000))
      let rarity: Double = [0, 0.001, 0.01].randomElement(using: &random) ?? 0
      var edges: [(tail: Int32, head: Int32)] = []
      for vertex in hubs..<count {
        // Every tenth has no hub and is found by way of another, if at all.
        if vertex % 10 != 9 { edges.append((vertex % hubs, vertex)) }
        let leadsOn = random.chance(rarity)
        edges.append((vertex, Int32.random(in: 0..<(leadsOn ? count : hubs), using: &random)))
      }
      for hub in 0..<hubs { edges.append((hub, (hub + 1) % hubs)) }
      let adjacency = Adjacency(
        vertexCount: Int(count), tails: edges.map(\.tail), heads: edges.map(\.head))
      let found = BreadthFirstSearch.edges(from: [0], along: adjacency)
      #expect(found == Self.plainSearch(from: [0], along: adjacency), "round \(round)")
    }
  }

  private static func plainSearch(from sources: [Int32], along edges: Adjacency) -> [Int32] {
    var edgeTo = [Int32](repeating: -2, count: edges.vertexCount)
    var queue = sources.reduce(into: [Int32]()) { if !$0.contains($1) { $0.append($1) } }
    for source in queue { edgeTo[Int(source)] = -1 }
    while !queue.isEmpty {
      for edge in edges.edges(of: queue.removeFirst()) {
        let head = edges.heads[edge]
        if edgeTo[Int(head)] != -2 { continue }
        edgeTo[Int(head)] = Int32(edge)
        queue.append(head)
      }
    }
    return edgeTo
  }
}
