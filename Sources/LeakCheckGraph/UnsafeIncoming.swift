extension Adjacency {
  /// The positions of a column grouped by their vertex, each group in rising order.
  ///
  /// Two threads share the vertices, so that each writes its own part and both read all of the column.
  ///
  /// - Precondition: Every value of `column` is a vertex.
  /// - Complexity: O(vertices + values).
  static func inverse(
    of column: [Int32], vertexCount: Int, support: BuildSupport = .none
  ) -> (starts: [Int32], order: [Int32]) {
    let starts = column.runStarts(vertexCount: vertexCount)
    var next = starts
    let order = unsafe [Int32](rowCount: column.count, support: support) { order in
      unsafe column.withStart { column in
        unsafe next.withUnsafeMutableBufferPointer { next in
          guard let next = next.baseAddress else { return }
          let edges = Int(starts[vertexCount])
          support.halves(of: vertexCount) { vertices in
            unsafe place(0..<edges, of: column, at: next, in: order, reaching: vertices)
          }
        }
      }
    }
    return (starts, order)
  }

  private static func place(
    _ edges: Range<Int>, of column: UnsafePointer<Int32>, at next: UnsafeMutablePointer<Int32>,
    in order: UnsafeMutablePointer<Int32>, reaching vertices: Range<Int>
  ) {
    let (first, count) = (UInt(vertices.lowerBound), UInt(vertices.count))
    for edge in edges {
      let vertex = unsafe Int(column[edge])
      guard UInt(bitPattern: vertex) &- first < count else { continue }
      unsafe order[Int(next[vertex])] = Int32(truncatingIfNeeded: edge)
      unsafe next[vertex] &+= 1
    }
  }
}
