// Choices by the one byte that a graph keeps of each object and reference.

extension ObjectGraph {
  /// The objects that have some of `marks`, in rising order.
  ///
  /// - Complexity: O(objects), a byte each.
  package func objects(marked marks: ObjectMarks) -> [Int32] {
    unsafe storage.marks.withUnsafeBufferPointer { column in
      var objects: [Int32] = []
      for object in 0..<column.count where unsafe column[object].rawValue & marks.rawValue != 0 {
        objects.append(Int32(truncatingIfNeeded: object))
      }
      return objects
    }
  }

  /// The number of strong references to each object, whatever ends them.
  ///
  /// - Complexity: O(objects + references).
  package func strongReferrers() -> [Int32] {
    var counts = [Int32](repeating: 0, count: Int(objectCount))
    unsafe storage.targets.withUnsafeBufferPointer { targets in
      unsafe storage.referenceMarks.withUnsafeBufferPointer { marks in
        for reference in 0..<targets.count where unsafe marks[reference].isStrong {
          counts[unsafe Int(targets[reference])] += 1
        }
      }
    }
    return counts
  }
}

extension Adjacency {
  /// The edges of `graph` whose marks satisfy `condition`, in the graph's order.
  ///
  /// - Complexity: O(objects + references); the condition is asked once for each of the 256 marks.
  package init(marked condition: (ReferenceMarks) -> Bool, in graph: ObjectGraph) {
    let isChosen = (0...UInt8.max).map { condition(ReferenceMarks(rawValue: $0)) }
    self = unsafe graph.storage.referenceMarks.withUnsafeBufferPointer { marks in
      unsafe isChosen.withUnsafeBufferPointer { isChosen in
        Adjacency(of: graph) { unsafe isChosen[Int(marks[Int($0)].rawValue)] }
      }
    }
  }

  /// The edges that leave `vertices`; this adjacency itself where those are all.
  ///
  /// - Precondition: The set has room for all vertices.
  /// - Complexity: O(vertices + edges).
  package func leaving(_ vertices: VertexSet) -> Adjacency {
    let isAll = (0..<Int32(vertexCount)).allSatisfy {
      starts[Int($0)] == starts[Int($0) + 1] || vertices.contains($0)
    }
    if isAll { return self }
    let count = (0..<Int32(vertexCount)).reduce(0) {
      vertices.contains($1) ? $0 + edges(of: $1).count : $0
    }
    var (runs, heads, references): ([Int32], [Int32], [Int32]) = ([0], [], [])
    runs.reserveCapacity(vertexCount + 1)
    heads.reserveCapacity(count)
    references.reserveCapacity(count)
    var first: Int32 = 0
    while first < vertexCount {
      // Neighbours stay or go together mostly: their edges are taken at once.
      let isMember = vertices.contains(first)
      var end = first + 1
      while end < vertexCount, vertices.contains(end) == isMember { end += 1 }
      let edges = Int(starts[Int(first)])..<Int(starts[Int(end)])
      let shift = Int32(heads.count) - starts[Int(first)]
      if isMember {
        heads += self.heads[edges]
        references += self.references[edges]
        for vertex in first..<end { runs.append(starts[Int(vertex) + 1] + shift) }
      } else {
        for _ in first..<end { runs.append(Int32(heads.count)) }
      }
      first = end
    }
    return Adjacency(starts: runs, heads: heads, references: references)
  }
}
