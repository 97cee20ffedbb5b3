internal import CLeakCheckMemory

// Large columns: memory that is not set to zero before it is written, in large pages, with prefetches.
// The algorithms read and write through buffer pointers, which check every index in debug builds.

extension Array where Element: BitwiseCopyable {
<<<<<<<< HEAD:Sources/LeakCheckGraph/UnsafeColumn.swift
  /// A column of `count` numbers, all of which `fill` writes.
  init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    unsafe self.init(atMost: count) { column in
      unsafe fill(column)
      return count
    }
  }

  /// A column of at most `count` numbers; `fill` says how many it wrote, from the first on.
  init(atMost count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let column = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      unsafe column.preferLargePages()
      initializedCount = unsafe fill(column)
========
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
>>>>>>>> json:Sources/LeakCheckGraph/UnsafeColumnPasses.swift
    }
  }
}

<<<<<<<< HEAD:Sources/LeakCheckGraph/UnsafeColumn.swift
extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Pages of two megabytes where the system has them: random reads then miss the TLB far less.
  func preferLargePages() {
    unsafe leakcheck_prefer_large_pages(baseAddress, count &* MemoryLayout<Element>.stride)
========
extension [Int32] {
  /// The inverse of a permutation.
  package func inverted() -> [Int32] {
    unsafe [Int32](rowCount: count) { inverse in
      unsafe withStart { rows in
        for position in 0..<count { unsafe inverse[Int(rows[position])] = Int32(position) }
      }
    }
>>>>>>>> json:Sources/LeakCheckGraph/UnsafeColumnPasses.swift
  }

  /// Begins to load the element at `index`, which may be outside.
  @inline(__always) func prefetch(_ index: Int) {
    unsafe leakcheck_prefetch(baseAddress, index &* MemoryLayout<Element>.stride)
  }
}

extension UnsafeBufferPointer where Element: BitwiseCopyable {
  /// Begins to load the element at `index`, which may be outside.
  @inline(__always) func prefetch(_ index: Int) {
    unsafe leakcheck_prefetch(baseAddress, index &* MemoryLayout<Element>.stride)
  }
}

/// Memory of one pass, which only the pages that are written take; it is freed with this value.
@safe struct UnsafeScratch: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) {
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 16)
    unsafe leakcheck_prefer_large_pages(bytes.baseAddress, byteCount)
  }

  deinit { unsafe bytes.deallocate() }

  /// `count` elements from the byte `offset` on; valid as long as the scratch.
  func column<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int, at offset: Int = 0
  ) -> UnsafeMutableBufferPointer<Element> {
    let end = offset + count * MemoryLayout<Element>.stride
    return unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<end]).bindMemory(to: type)
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
