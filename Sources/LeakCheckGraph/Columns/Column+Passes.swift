/// Columns made in one pass, without zero-filling them first.
extension Array where Element: BitwiseCopyable {
  /// Calls `body` with the start of the column, which is valid only in it; nothing for an empty one.
  @inline(__always)
  func withStart(_ body: (UnsafePointer<Element>) -> Void) {
    unsafe withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe body(start) }
    }
  }

  /// The values of `rows`, in their order.
  ///
  /// - Precondition: Every row is one of the column.
  func gathered(by rows: [Int32]) -> [Element] {
    unsafe [Element](count: rows.count) { result in
      unsafe withStart { values in
        for (index, row) in rows.enumerated() { unsafe result[index] = unsafe values[Int(row)] }
      }
    }
  }
}

extension [Int32] {
  /// The inverse of a permutation.
  package func inverted() -> [Int32] {
    unsafe [Int32](count: count) { inverse in
      unsafe withStart { rows in
        for position in 0..<count { unsafe inverse[Int(rows[position])] = Int32(position) }
      }
    }
  }

  /// Replaces each value by the one that `table` has for it.
  mutating func map(by table: [Int32]) {
    unsafe withUnsafeMutableBufferPointer { values in
      unsafe table.withStart { table in
        for index in values.indices { unsafe values[index] = unsafe table[Int(values[index])] }
      }
    }
  }

  /// Whether every value is at least 0 and below `limit`.
  func areAll(below limit: UInt32) -> Bool {
    var greatest: UInt32 = 0
    unsafe withStart { values in
      for index in 0..<count {
        greatest = unsafe Swift.max(greatest, UInt32(bitPattern: values[index]))
      }
    }
    return isEmpty || greatest < limit
  }

  /// Where the run of each vertex begins, when the values of this column are grouped by vertex.
  ///
  /// - Precondition: Every value is a vertex.
  func runStarts(vertexCount: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: vertexCount + 1)
    unsafe starts.withUnsafeMutableBufferPointer { starts in
      guard let starts = starts.baseAddress else { return }
      unsafe withStart { vertices in
        for index in 0..<count { unsafe starts[Int(vertices[index]) &+ 1] &+= 1 }
      }
      for vertex in 0..<vertexCount { unsafe starts[vertex &+ 1] &+= starts[vertex] }
    }
    return starts
  }
}

extension Column<Int32> {
  /// The row of each value, when the column says where the run of each row begins.
  ///
  /// - Precondition: The starts rise from 0.
  func runRows() -> [Int32] {
    guard count > 0 else { return [] }
    var rows = unsafe [Int32](unwritten: Int(self[count - 1]))
    for row in 0..<count &- 1 {
      for value in Int(self[row])..<Int(self[row &+ 1]) {
        rows[value] = Int32(truncatingIfNeeded: row)
      }
    }
    return rows
  }
}
