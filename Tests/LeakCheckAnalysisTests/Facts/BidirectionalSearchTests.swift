import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct BidirectionalSearchTests {
  /// Distances found by trying all edges again and again, `nil` where there is no path.
  private static func distances(
    from vertex: Int32, count: Int, edges: [(tail: Int32, head: Int32)]
  ) -> [Int?] {
    var distances = [Int?](repeating: nil, count: count)
    distances[Int(vertex)] = 0
    for _ in 0..<count {
      for edge in edges {
        guard let tail = distances[Int(edge.tail)] else { continue }
        distances[Int(edge.head)] = min(distances[Int(edge.head)] ?? .max, tail + 1)
      }
    }
    return distances
  }

  @Test func `all objects on shortest paths are found, and whether there is one`() {
    for seed in UInt64(0)..<400 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 1...14))
      let (retaining, count) = (analysis.retaining, analysis.retaining.vertexCount)
      let edges = retaining.heads.indices.map {
        (tail: analysis.tails[$0], head: retaining.heads[$0])
      }
      let distances = (0..<Int32(count)).map {
        Self.distances(from: $0, count: count, edges: edges)
      }
      let search = BidirectionalSearch(along: retaining, retainers: Retainers(analysis))
      for first in 0..<count {
        for last in 0..<count {
          let found = search.objects(between: Int32(first), and: Int32(last))
          #expect((found == nil) == (distances[first][last] == nil), "seed \(seed)")
          guard let found, let length = distances[first][last] else { continue }
          for object in 0..<count {
            guard let ahead = distances[first][object], let behind = distances[object][last],
              ahead + behind == length
            else { continue }
            #expect(found.contains(Int32(object)), "seed \(seed) \(first) \(last) \(object)")
          }
        }
      }
    }
  }

  @Test func `a search among them finds the path that a search of everything finds`() {
    for seed in UInt64(0)..<300 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 8...60))
      let retaining = analysis.retaining
      let count = retaining.vertexCount
      let labels = Labels(analysis.graph).edges
      let search = BidirectionalSearch(along: retaining, retainers: Retainers(analysis))
      var random = SplitMix64(seed: seed)
      for _ in 0..<20 {
        let first = Int32.random(in: 0..<Int32(count), using: &random)
        let last = Int32.random(in: 0..<Int32(count), using: &random)
        guard let found = search.objects(between: first, and: last) else { continue }
        let closed = found.complement(capacity: count)
        #expect(Set(closed.members) == Set(0..<Int32(count)).subtracting(found.members))
        let whole = ShortestPaths(
          from: [first], along: retaining, tails: analysis.tails, labels: labels)
        let part = ShortestPaths(
          from: [first], along: retaining, tails: analysis.tails, labels: labels,
          closed: (closed, VertexSet(capacity: retaining.edgeCount)), until: last)
        #expect(whole.path(to: last) == part.path(to: last), "seed \(seed) \(first) \(last)")
      }
    }
  }

  @Test func `in a random component little is found, and in a ring half`() throws {
    let near = try found(in: .giant, between: 17, and: 4_711)
    #expect(near > 2 && near < 2_000)
    #expect(try found(in: .ring, between: 0, and: 9_999) == 10_000)
  }

  private func found(in shape: GraphShape, between first: Int32, and last: Int32) throws -> Int {
    let adjacency = shape.sample(20_000, seed: 1).adjacency
    var columns = GraphColumns()
    let word = columns.strings.intern("object")
    for index in 0..<adjacency.vertexCount {
      columns.ids.append(Int64(index))
      columns.objects.types.append(word)
      columns.objects.kinds.append(word)
      columns.objects.sizes.append(16)
      columns.objects.marks.append(index == 0 ? .root : [])
    }
    for (tail, head) in zip(adjacency.tails(), adjacency.heads) {
      columns.references.sources.append(tail)
      columns.references.targets.append(head)
      columns.references.names.append(word)
      columns.references.marks.append(
        ReferenceMarks(strength: .strong, kind: .property, end: .unknown))
    }
    let analysis = GraphAnalysis(of: try columns.graph())
    let search = BidirectionalSearch(along: analysis.retaining, retainers: Retainers(analysis))
    return search.objects(between: first, and: last)?.count ?? 0
  }
}
