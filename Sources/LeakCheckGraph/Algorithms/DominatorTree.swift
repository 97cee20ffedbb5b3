/// Who keeps whom: `a` dominates `b` when every path from a source to `b` passes `a`.
///
/// Freeing `a` frees exactly what it dominates; those vertices are its retained set. Method: semi-NCA
/// (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005), after Lengauer and
/// Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph", 1979, with iterative path
/// compression. It does not collapse on heaps, as the simple fixpoint method does.
package struct DominatorTree: Sendable {
  /// The immediate dominator of each vertex: -1 for sources and for vertices that no source reaches.
  package private(set) var immediateDominator: [Int32]
  /// The reached vertices; a dominator stands before what it dominates.
  package private(set) var preorder: [Int32]
  private var isReached: VertexSet

  /// The dominators of everything that `sources` reach along `edges`.
  ///
  /// - Complexity: O((vertices + edges) log vertices) at worst and near linear in practice, without
  ///   recursion; 32 bytes a reached vertex and 4 an edge besides the result.
  package init(from sources: some Sequence<Int32>, along edges: Adjacency) {
    var search = SpanningTree(edges, sources)
    search.run()
    let dominators = SemiNCA(of: search, edges: edges).dominators()
    preorder = search.vertices
    isReached = VertexSet(preorder, capacity: edges.vertexCount)
    immediateDominator = [Int32](repeating: -1, count: edges.vertexCount)
    for (number, vertex) in preorder.enumerated() where dominators[number] >= 0 {
      immediateDominator[Int(vertex)] = preorder[Int(dominators[number])]
    }
  }

  /// Whether some source reaches `vertex`.
  package func isReached(_ vertex: Int32) -> Bool { isReached.contains(vertex) }

  /// The sum of `weights` over what each vertex dominates, itself included; 0 where nothing reaches.
  ///
  /// - Complexity: O(vertices).
  package func retained(_ weights: (Int32) -> Int64) -> [Int64] {
    var sums = [Int64](repeating: 0, count: immediateDominator.count)
    for vertex in preorder.reversed() {
      sums[Int(vertex)] = sums[Int(vertex)].addingSaturated(weights(vertex))
      let dominator = immediateDominator[Int(vertex)]
      if dominator >= 0 {
        sums[Int(dominator)] = sums[Int(dominator)].addingSaturated(sums[Int(vertex)])
      }
    }
    return sums
  }

  /// The vertices that some member of `tops` dominates, the tops included.
  ///
  /// - Complexity: O(vertices).
  package func dominated(by tops: VertexSet) -> VertexSet {
    var dominated = tops
    for vertex in preorder {
      let dominator = immediateDominator[Int(vertex)]
      if dominator >= 0, dominated.contains(dominator) { dominated.insert(vertex) }
    }
    return dominated
  }
}

extension Int64 {
  /// The sum, or the largest number when it would not fit: sizes come from untrusted dumps.
  package func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// A depth-first spanning tree in preorder numbers.
private struct SpanningTree {
  let edges: Adjacency
  /// The vertex of each number.
  var vertices: [Int32] = []
  /// The number of each vertex, or -1.
  var numbers: [Int32]
  /// The number of each number's parent; -1 for sources, which the virtual source stands above.
  var parents: [Int32] = []
  let isSource: VertexSet
  private let sources: [Int32]

  init(_ edges: Adjacency, _ sources: some Sequence<Int32>) {
    self.edges = edges
    self.sources = Array(sources)
    isSource = VertexSet(self.sources, capacity: edges.vertexCount)
    numbers = [Int32](repeating: -1, count: edges.vertexCount)
  }

  mutating func run() {
    var frames: [(number: Int32, edge: Int)] = []
    func enter(_ vertex: Int32, _ parent: Int32) {
      let number = Int32(vertices.count)
      numbers[Int(vertex)] = number
      vertices.append(vertex)
      parents.append(parent)
      frames.append((number, Int(edges.starts[Int(vertex)])))
    }
    for source in sources where numbers[Int(source)] < 0 {
      enter(source, -1)
      while let (number, edge) = frames.last {
        guard edge < Int(edges.starts[Int(vertices[Int(number)]) + 1]) else {
          frames.removeLast()
          continue
        }
        frames[frames.count - 1].edge += 1
        let head = edges.heads[edge]
        if numbers[Int(head)] < 0 { enter(head, number) }
      }
    }
  }
}

/// Semidominators, then nearest common ancestors, all in preorder numbers.
///
/// Number -1 is the virtual source above all sources, so semidominators start at -1 for them.
private struct SemiNCA {
  private let tree: SpanningTree
  private var ancestors: [Int32]
  private var labels: [Int32]
  private var semidominators: [Int32]
  private let predecessorStarts: [Int32]
  private let predecessors: [Int32]

  init(of tree: SpanningTree, edges: Adjacency) {
    self.tree = tree
    let count = tree.vertices.count
    ancestors = tree.parents
    labels = Array(0..<Int32(count))
    semidominators = labels
    (predecessorStarts, predecessors) = Self.predecessors(in: tree, edges: edges)
  }

  /// The immediate dominator of each number; -1 is the virtual source.
  func dominators() -> [Int32] {
    var work = self
    return work.run()
  }

  private mutating func run() -> [Int32] {
    let count = Int32(tree.vertices.count)
    for number in stride(from: count - 1, through: 0, by: -1) {
      semidominators[Int(number)] = semidominator(of: number)
      labels[Int(number)] = number
    }
    var dominators = tree.parents
    for number in 0..<Int(count) {
      var candidate = dominators[number]
      while candidate > semidominators[number] { candidate = dominators[Int(candidate)] }
      dominators[number] = candidate
    }
    return dominators
  }

  private mutating func semidominator(of number: Int32) -> Int32 {
    if tree.isSource.contains(tree.vertices[Int(number)]) { return -1 }
    var least = tree.parents[Int(number)]
    let run = predecessorStarts[Int(number)]..<predecessorStarts[Int(number) + 1]
    for position in run {
      let predecessor = predecessors[Int(position)]
      let label = predecessor <= number ? predecessor : evaluate(predecessor, above: number)
      let value = predecessor <= number ? predecessor : semidominators[Int(label)]
      least = min(least, value)
    }
    return least
  }

  /// The label with the least semidominator between `number` and the vertices above `limit`.
  private mutating func evaluate(_ number: Int32, above limit: Int32) -> Int32 {
    var path: [Int32] = []
    var current = number
    while ancestors[Int(current)] > limit {
      path.append(current)
      current = ancestors[Int(current)]
    }
    for vertex in path.reversed() {
      let above = ancestors[Int(vertex)]
      let better = labels[Int(above)]
      if semidominators[Int(better)] < semidominators[Int(labels[Int(vertex)])] {
        labels[Int(vertex)] = better
      }
      ancestors[Int(vertex)] = ancestors[Int(above)]
    }
    return labels[Int(number)]
  }

  private static func predecessors(
    in tree: SpanningTree, edges: Adjacency
  ) -> (starts: [Int32], tails: [Int32]) {
    var tails: [Int32] = []
    var heads: [Int32] = []
    for (number, vertex) in tree.vertices.enumerated() {
      for edge in edges.edges(of: vertex) {
        heads.append(tree.numbers[Int(edges.heads[edge])])
        tails.append(Int32(number))
      }
    }
    let (starts, order) = Adjacency.inverse(of: heads, vertexCount: tree.vertices.count)
    return (starts, order.map { tails[Int($0)] })
  }
}
