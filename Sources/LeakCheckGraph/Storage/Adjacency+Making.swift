// The passes over all edges that make an adjacency: counting sorts and choices by one bit an edge.

extension Adjacency {
  /// The columns that the algorithms read: `starts` and `heads`, valid in `body`.
  func withUnsafeColumns<Result>(
    _ body: ((starts: UnsafeBufferPointer<Int32>, heads: UnsafeBufferPointer<Int32>)) -> Result
  ) -> Result {
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe heads.withUnsafeBufferPointer { heads in unsafe body((starts, heads)) }
    }
  }

  /// The vertex that each edge leaves.
  package func tails() -> [Int32] {
    unsafe [Int32](count: edgeCount) { tails in
      for vertex in 0..<Int32(vertexCount) {
        for edge in edges(of: vertex) { unsafe tails[edge] = vertex }
      }
    }
  }

  /// One vertex for each component, and the edges that lead from one component to another.
  ///
  /// - Complexity: O(vertices + edges).
  package func condensed(into components: StronglyConnectedComponents) -> Adjacency {
    let component = components.component
    var heads: [Int32] = []
    var starts: [Int32] = []
    let references = unsafe [Int32](atMost: edgeCount) { references in
      unsafe heads = [Int32](atMost: edgeCount) { heads in
        var count = 0
        unsafe starts = [Int32](count: components.count + 1) { starts in
          unsafe starts[0] = 0
          for tail in 0..<Int32(components.count) {
            for vertex in components.members(of: Int(tail)) {
              for edge in edges(of: vertex) {
                let head = component[Int(self.heads[edge])]
                unsafe heads[count] = head
                unsafe references[count] = Int32(truncatingIfNeeded: edge)
                // An edge inside is overwritten by the next one.
                count &+= head == tail ? 0 : 1
              }
            }
            unsafe starts[Int(tail) &+ 1] = Int32(truncatingIfNeeded: count)
          }
        }
        return count
      }
      return heads.count
    }
    return Adjacency(starts: starts, heads: heads, references: references)
  }

  /// Where the run of each vertex begins in a sorted column of vertices.
  ///
  /// - Precondition: The column has only vertices below `vertexCount`.
  static func starts(of sorted: [Int32], vertexCount: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: vertexCount + 1)
    // Unsigned, so that a negative vertex is outside as well.
    for vertex in sorted { starts[Int(UInt32(bitPattern: vertex)) + 1] += 1 }
    for vertex in 0..<vertexCount { starts[vertex + 1] += starts[vertex] }
    return starts
  }

  /// The positions of a column grouped by their vertex, each group in rising order.
  ///
  /// - Precondition: The column has only vertices below `vertexCount`.
  package static func inverse(
    of column: [Int32], vertexCount: Int
  ) -> (starts: [Int32], order: [Int32]) {
    let starts = starts(of: column, vertexCount: vertexCount)
    // Counting has checked every vertex, so the second pass need not.
    var next = starts
    let order = unsafe [Int32](count: column.count) { order in
      unsafe next.withUnsafeMutableBufferPointer { next in
        unsafe place(column, at: next, in: order)
      }
    }
    return (starts, order)
  }

  private static func place(
    _ column: [Int32], at next: UnsafeMutableBufferPointer<Int32>,
    in order: UnsafeMutableBufferPointer<Int32>
  ) {
    for (position, vertex) in column.enumerated() {
      unsafe order[Int(next[Int(vertex)])] = Int32(truncatingIfNeeded: position)
      unsafe next[Int(vertex)] &+= 1
    }
  }
}

extension [Int32] {
  /// The elements at `positions`, in their order.
  func gathered(at positions: [Int32]) -> [Int32] {
    unsafe [Int32](count: positions.count) { result in
      for (place, position) in positions.enumerated() { unsafe result[place] = self[Int(position)] }
    }
  }
}

/// Some of the edges of a graph, as one bit each.
struct EdgeChoice {
  private let words: [UInt64]
  private let edgeCount: Int
  private let count: Int

  /// The edges below `edgeCount` that satisfy `condition`, which is asked once for each, in order.
  init(from edgeCount: Int, where condition: (Int32) -> Bool) {
    self.edgeCount = edgeCount
    var words = [UInt64](repeating: 0, count: (edgeCount + 63) >> 6)
    for index in words.indices {
      var word: UInt64 = 0
      let first = index << 6
      for edge in first..<min(first + 64, edgeCount) {
        word |= (condition(Int32(truncatingIfNeeded: edge)) ? 1 : 0) << UInt64(edge & 63)
      }
      words[index] = word
    }
    self.words = words
    count = words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Where the runs of the chosen edges begin, when those of all edges begin at `starts`.
  func starts(in starts: [Int32]) -> [Int32] {
    guard count < edgeCount else { return starts }
    var before = 0
    var index = 0
    return unsafe [Int32](count: starts.count) { result in
      for (vertex, start) in starts.enumerated() {
        while index < Int(start) >> 6 {
          before += words[index].nonzeroBitCount
          index += 1
        }
        let rest = UInt64(start) & 63
        let partial = rest == 0 ? 0 : (words[index] & (1 << rest &- 1)).nonzeroBitCount
        unsafe result[vertex] = Int32(before + partial)
      }
    }
  }

  /// The elements of a column of edges that belong to chosen ones.
  func elements(of column: [Int32]) -> [Int32] {
    precondition(column.count == edgeCount)
    guard count < edgeCount else { return column }
    return unsafe [Int32](count: count) { result in
      unsafe column.withUnsafeBufferPointer { column in
        var place = 0
        forEach { edge in
          unsafe result[place] = column[edge]
          place &+= 1
        }
      }
    }
  }

  /// The positions of the chosen edges.
  func positions() -> [Int32] {
    unsafe [Int32](count: count) { result in
      var place = 0
      forEach { edge in
        unsafe result[place] = Int32(truncatingIfNeeded: edge)
        place &+= 1
      }
    }
  }

  @inline(__always) private func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() {
      if word == .max {
        for edge in 0..<64 { body(index << 6 &+ edge) }
        continue
      }
      var rest = word
      while rest != 0 {
        body(index << 6 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}
