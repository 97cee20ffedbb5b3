internal import CLeakCheckMemory

// Large columns: memory that is not set to zero before it is written, in large pages, with prefetches.
// The algorithms read and write through buffer pointers, which check every index in debug builds.

extension Array where Element: BitwiseCopyable {
  /// A column of `count` numbers, each of which must be written before it is read: to fill it first would
  /// touch all its memory twice.
  @unsafe package init(unwritten count: Int) { unsafe self.init(count: count) { _ in } }

  /// Makes room for `count` numbers, in large pages.
  package mutating func reserveLarge(_ count: Int) {
    if capacity >= count { return }
    reserveCapacity(count)
    let capacity = capacity
    unsafe withUnsafeMutableBufferPointer { buffer in
      unsafe UnsafeMutableBufferPointer(start: buffer.baseAddress, count: capacity)
        .preferLargePages()
    }
  }

  /// A column of `count` numbers, all of which `fill` writes.
  init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    unsafe self.init(atMost: count) { column in
      unsafe fill(column)
      return count
    }
  }

  /// A column of at most `count` numbers; `fill` says how many it wrote, from the first on.
  package init<Failure>(
    atMost count: Int,
    filledBy fill: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Int
  ) throws(Failure) {
    try unsafe self.init(unsafeUninitializedCapacity: count) {
      buffer, initializedCount throws(Failure) in
      let column = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      unsafe column.preferLargePages()
      initializedCount = try unsafe fill(column)
    }
  }
}

extension [Int32] {
  /// A column of `count` numbers, each as `value` says when it is asked for them in order.
  package init(count: Int, of value: (Int) -> Int32) {
    unsafe self.init(count: count) { column in
      for position in 0..<count { unsafe column[position] = value(position) }
    }
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Asks for pages of two megabytes, where the system has them: a column of 100 MB then costs 50 page
  /// faults and not 25,000, and random reads miss the TLB far less.
  package func preferLargePages() {
    unsafe leakcheck_prefer_large_pages(baseAddress, count &* MemoryLayout<Element>.stride)
  }

  /// Begins to load the element at `index`, which may be outside.
  @inline(__always) package func prefetch(_ index: Int) {
    unsafe leakcheck_prefetch(baseAddress, index &* MemoryLayout<Element>.stride)
  }
}

extension UnsafeBufferPointer where Element: BitwiseCopyable {
  /// Begins to load the element at `index`, which may be outside.
  @inline(__always) package func prefetch(_ index: Int) {
    unsafe leakcheck_prefetch(baseAddress, index &* MemoryLayout<Element>.stride)
  }
}

/// Memory for one pass, of which only written pages cost memory; it is freed with this value.
@safe struct ScratchBuffer: ~Copyable {
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
