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
    var (runs, heads): ([Int32], [Int32]) = ([], [])
    let references = unsafe [Int32](count: count) { references in
      unsafe heads = [Int32](count: count) { heads in
        unsafe runs = [Int32](count: vertexCount + 1) { runs in
          unsafe take(vertices, into: runs, heads, references)
        }
      }
    }
    return Adjacency(starts: runs, heads: heads, references: references)
  }

  private func take(
    _ vertices: VertexSet, into starts: UnsafeMutableBufferPointer<Int32>,
    _ heads: UnsafeMutableBufferPointer<Int32>, _ references: UnsafeMutableBufferPointer<Int32>
  ) {
    var (first, taken) = (0, 0)
    unsafe starts[0] = 0
    while first < vertexCount {
      // Neighbours stay or go together mostly: their edges are taken at once.
      let isMember = vertices.contains(Int32(first))
      var end = first + 1
      while end < vertexCount, vertices.contains(Int32(end)) == isMember { end += 1 }
      let edges = Int(self.starts[first])..<Int(isMember ? self.starts[end] : self.starts[first])
      let shift = Int32(taken) - self.starts[first]
      for vertex in first..<end {
        unsafe starts[vertex + 1] = isMember ? self.starts[vertex + 1] + shift : Int32(taken)
      }
      let place = taken..<taken + edges.count
      _ = unsafe UnsafeMutableBufferPointer(rebasing: heads[place])
        .update(fromContentsOf: self.heads[edges])
      _ = unsafe UnsafeMutableBufferPointer(rebasing: references[place])
        .update(fromContentsOf: self.references[edges])
      (first, taken) = (end, place.upperBound)
    }
  }
}
