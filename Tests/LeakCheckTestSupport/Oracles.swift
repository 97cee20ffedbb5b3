import LeakCheckGraph

/// Slow and obvious answers, to which every algorithm is compared.
public enum Oracles {
  /// The vertices reachable from `sources`, by repeating until nothing is added.
  package static func reached(
    from sources: [Int32], vertexCount: Int, edges: [(tail: Int32, head: Int32)],
    without removed: Int32? = nil
  ) -> Set<Int32> {
    var reached = Set(sources.filter { $0 != removed })
    var size = -1
    while size != reached.count {
      size = reached.count
      for edge in edges where reached.contains(edge.tail) && edge.head != removed {
        reached.insert(edge.head)
      }
    }
    return reached
  }

  /// For each vertex the set of vertices that reach it and that it reaches, itself included.
  package static func components(
    vertexCount: Int, edges: [(tail: Int32, head: Int32)]
  ) -> [Set<Int32>] {
    let reach = (0..<Int32(vertexCount)).map {
      reached(from: [$0], vertexCount: vertexCount, edges: edges)
    }
    return (0..<vertexCount).map { vertex in
      reach[vertex].filter { reach[Int($0)].contains(Int32(vertex)) }
    }
  }

  /// The vertices that `vertex` dominates: those that are lost when it is removed.
  package static func dominated(
    by vertex: Int32, from sources: [Int32], vertexCount: Int,
    edges: [(tail: Int32, head: Int32)]
  ) -> Set<Int32> {
    let all = reached(from: sources, vertexCount: vertexCount, edges: edges)
    let rest = reached(from: sources, vertexCount: vertexCount, edges: edges, without: vertex)
    return all.subtracting(rest)
  }

  /// All loopless paths from one of `sources` to `target`, as positions in `edges`.
  package static func paths(
    from sources: [Int32], to target: Int32, edges: [(tail: Int32, head: Int32)]
  ) -> [[Int]] {
    var complete: [[Int]] = []
    func extend(_ path: [Int], at vertex: Int32, visited: Set<Int32>) {
      if vertex == target { return complete.append(path) }
      for (position, edge) in edges.enumerated()
      where edge.tail == vertex && !visited.contains(edge.head) {
        extend(path + [position], at: edge.head, visited: visited.union([edge.head]))
      }
    }
    for source in Set(sources) { extend([], at: source, visited: [source]) }
    return complete
  }
}
