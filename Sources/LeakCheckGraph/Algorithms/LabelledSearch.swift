/// The ranks of edges by label: the reference's name, then the type of its target.
package struct EdgeLabels: Sendable {
  /// The rank of each text.
  package let ranks: [Int32]
  /// The text of each reference's name.
  package let names: [Int32]
  /// The text of each object's type.
  package let types: [Int32]

  /// - Precondition: Every name and type is a text with a rank.
  package init(ranks: [Int32], names: [Int32], types: [Int32]) {
    precondition(names.areAll(below: UInt32(ranks.count)))
    precondition(types.areAll(below: UInt32(ranks.count)))
    self.ranks = ranks
    self.names = names
    self.types = types
  }

  /// The rank of an edge by its reference and the vertex it leads to.
  @inline(__always)
  package func label(ofReference reference: Int32, to head: Int32) -> Int64 {
    Int64(ranks[Int(names[Int(reference)])]) << 32 | Int64(ranks[Int(types[Int(head)])])
  }
}

/// A breadth-first search that follows the edges of each vertex in the order of their labels.
///
/// All pointers are valid while ``edges(from:along:labels:closed:until:)`` runs.
@safe struct LabelledSearch {
  private let starts: UnsafeBufferPointer<Int32>
  private let heads: UnsafeBufferPointer<Int32>
  private let edgeTo: UnsafeMutableBufferPointer<Int32>
  private let queue: UnsafeMutableBufferPointer<Int32>
  private var queued: Int
  private var next = 0

  /// The edge through which each vertex is reached first: -1 for sources, -2 where nothing reaches.
  ///
  /// The paths of what `sources` reach come first; `others` are sources of what those do not reach.
  ///
  /// - Precondition: The sources and the target are vertices.
  static func edges(
    from sources: [Int32], then others: [Int32], along edges: Adjacency, labels: EdgeLabels,
    closed: (vertices: VertexSet, edges: VertexSet)?, until target: Int32?
  ) -> [Int32] {
    precondition(target.map { (0..<Int32(edges.vertexCount)).contains($0) } ?? true)
    return unsafe edges.searched(from: sources) { columns, edgeTo, queue, queued in
      var search = unsafe LabelledSearch(
        starts: columns.starts, heads: columns.heads, edgeTo: edgeTo, queue: queue, queued: queued)
      search.run(edges.references, labels, closed, until: target)
      guard target.map({ unsafe edgeTo[Int($0)] == -2 }) ?? true else { return }
      search.appendUnreached(others)
      search.run(edges.references, labels, closed, until: target)
    }
  }

  @inline(__always) private mutating func append(_ vertex: Int32) {
    unsafe queue[queued] = vertex
    queued &+= 1
  }

  /// Begins once more at those of `sources` that nothing has reached.
  private mutating func appendUnreached(_ sources: [Int32]) {
    for source in sources {
      precondition(edgeTo.indices.contains(Int(source)), "vertex \(source) is not there")
      guard unsafe edgeTo[Int(source)] == -2 else { continue }
      unsafe edgeTo[Int(source)] = -1
      append(source)
    }
  }

  private mutating func run(
    _ references: [Int32], _ labels: EdgeLabels,
    _ closed: (vertices: VertexSet, edges: VertexSet)?, until target: Int32?
  ) {
    var found: [(label: Int64, edge: Int32)] = []
    while next < queued {
      if let target, unsafe edgeTo[Int(target)] != -2 { return }
      prefetch(after: next, references, labels)
      let vertex = unsafe queue[next]
      next &+= 1
      if let closed, closed.vertices.contains(vertex) { continue }
      found.removeAll(keepingCapacity: true)
      for edge in unsafe starts[Int(vertex)]..<starts[Int(vertex) &+ 1]
      where unsafe edgeTo[Int(heads[Int(edge)])] == -2 {
        if let closed, closed.edges.contains(edge) { continue }
        found.append((0, edge))
      }
      if found.count > 1 {
        for place in found.indices {
          let edge = Int(found[place].edge)
          found[place].label = unsafe labels.label(
            ofReference: references[edge], to: heads[edge])
        }
        ShortestPaths.sort(&found)
      }
      for (_, edge) in found {
        let head = unsafe heads[Int(edge)]
        guard unsafe edgeTo[Int(head)] == -2 else { continue }
        unsafe edgeTo[Int(head)] = edge
        append(head)
      }
    }
  }

  /// Begins to load what the search will ask of the next vertices.
  @inline(__always)
  private func prefetch(after position: Int, _ references: [Int32], _ labels: EdgeLabels) {
    guard position &+ 24 < queued else { return }
    unsafe starts.prefetch(Int(queue[position &+ 24]))
    let far = unsafe Int(starts[Int(queue[position &+ 12])])
    unsafe heads.prefetch(far)
    references.prefetch(far)
    let near = unsafe Int(queue[position &+ 4])
    var edge = unsafe Int(starts[near])
    let end = unsafe Swift.min(edge &+ 6, Int(starts[near &+ 1]))
    // The names of a vertex's references stand together.
    if edge < end { labels.names.prefetch(Int(references[edge])) }
    while edge < end {
      let head = unsafe Int(heads[edge])
      unsafe edgeTo.prefetch(head)
      labels.types.prefetch(head)
      edge &+= 1
    }
  }
}

extension [Int32] {
  @inline(__always) fileprivate func prefetch(_ index: Int) {
    unsafe withUnsafeBufferPointer { unsafe $0.prefetch(index) }
  }
}
