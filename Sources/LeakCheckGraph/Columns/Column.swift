/// A column of a graph: an array, or memory that another object owns, such as a mapped file.
///
/// Read only, and every index is checked, so a value outside cannot be read by mistake. No `Collection`: the
/// conformance of a package's own type is opaque to its other modules, and a loop by it twenty times as slow
/// as one by indices.
@safe package struct Column<Element: BitwiseCopyable & Sendable>: Sendable {
  // The memory stays valid and unchanged as long as `keeper` lives, so threads may share it.
  @safe @usableFromInline enum Home: @unchecked Sendable {
    case array([Element])
    case memory(UnsafeBufferPointer<Element>, keeper: any AnyObject & Sendable)
  }

  @usableFromInline let home: Home

  /// The column of an array, which is not copied.
  @inlinable package init(_ values: [Element]) { home = .array(values) }

  /// The column of `memory`, which must stay valid and unchanged as long as `keeper` lives.
  @unsafe package init(_ memory: UnsafeBufferPointer<Element>, keeper: any AnyObject & Sendable) {
    unsafe home = .memory(memory, keeper: keeper)
  }

  /// The number of rows.
  @inlinable package var count: Int {
    switch home {
    case .array(let values): values.count
    case .memory(let memory, _): memory.count
    }
  }

  @inlinable package subscript(position: Int) -> Element {
    switch home {
    case .array(let values): return values[position]
    case .memory(let memory, _):
      precondition(UInt(bitPattern: position) < UInt(bitPattern: memory.count), "no such row")
      return unsafe memory[position]
    }
  }

  /// Calls `body` with all values, which are valid only in it.
  @inlinable package func withUnsafeBufferPointer<Result, Failure>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch home {
    case .array(let values): return try unsafe values.withUnsafeBufferPointer(body)
    case .memory(let memory, _): return try unsafe body(memory)
    }
  }

  /// All rows.
  @inlinable package var indices: Range<Int> { 0..<count }

  /// The first row whose value satisfies `condition`.
  @inlinable package func firstIndex(where condition: (Element) -> Bool) -> Int? {
    unsafe withUnsafeBufferPointer { values in
      var index = 0
      while index < values.count {
        if condition(unsafe values[index]) { return index }
        index &+= 1
      }
      return nil
    }
  }

  /// Whether any value satisfies `condition`.
  @inlinable package func contains(where condition: (Element) -> Bool) -> Bool {
    firstIndex(where: condition) != nil
  }

  /// The values as an array: the one that the column is made of, or a copy.
  @inlinable package var array: [Element] {
    switch home {
    case .array(let values): values
    case .memory(let memory, _): unsafe Array(memory)
    }
  }

  /// The bytes that the values take.
  package var byteCount: Int { count * MemoryLayout<Element>.stride }
}
