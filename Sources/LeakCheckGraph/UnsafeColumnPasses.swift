/// Columns made in one pass, without first filling them with zeros.
extension Array where Element: BitwiseCopyable {
  /// A column of so many values, all of which `fill` must set.
  @inline(__always)
  init(
    rowCount count: Int, support: BuildSupport = .none,
    filledBy fill: (UnsafeMutablePointer<Element>) -> Void
  ) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe support.advise(UnsafeMutableRawBufferPointer(buffer))
      if let start = buffer.baseAddress { unsafe fill(start) }
      filled = count
    }
  }

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
  func gathered(by rows: [Int32], support: BuildSupport = .none) -> [Element] {
    unsafe [Element](rowCount: rows.count, support: support) { result in
      unsafe withStart { values in
        unsafe rows.withStart { rows in
          support.halves(of: self.count) { range in
            for index in range { unsafe result[index] = unsafe values[Int(rows[index])] }
          }
        }
      }
    }
  }
}

extension [Int32] {
  /// The inverse of a permutation.
  package func inverted() -> [Int32] {
    unsafe [Int32](rowCount: count) { inverse in
      unsafe withStart { rows in
        for position in 0..<count { unsafe inverse[Int(rows[position])] = Int32(position) }
      }
    }
  }

  /// Replaces each value by the one that `table` has for it.
  mutating func map(by table: [Int32], support: BuildSupport = .none) {
    let count = count
    unsafe withUnsafeMutableBufferPointer { values in
      guard let values = values.baseAddress else { return }
      unsafe table.withStart { table in
        support.halves(of: count) { range in
          for index in range { unsafe values[index] = unsafe table[Int(values[index])] }
        }
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
    unsafe withUnsafeBufferPointer { starts in
      guard let last = unsafe starts.last else { return [] }
      return unsafe [Int32](rowCount: Int(last)) { rows in
        for row in 0..<starts.count &- 1 {
          for value in unsafe Int(starts[row])..<Int(starts[row &+ 1]) {
            unsafe rows[value] = Int32(truncatingIfNeeded: row)
          }
        }
      }
    }
  }
}
