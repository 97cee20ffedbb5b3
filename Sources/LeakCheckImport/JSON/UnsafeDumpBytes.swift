import LeakCheckGraph

/// The bytes of a dump while it is read: a view that copies nothing.
///
/// Every access is checked against the end. The view is valid only inside the call of
/// ``DumpFile/withUnsafeBytes(_:)`` that it was made in, so no value that outlives the reading may keep it.
@safe struct DumpBytes: RandomAccessCollection {
  // Owned by the `DumpFile`, or by the array in memory, that is being read.
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { unsafe bytes.count }

  subscript(position: Int) -> UInt8 {
    precondition(UInt(bitPattern: position) < UInt(bitPattern: endIndex))
    return unsafe bytes[position]
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe bytes.withContiguousStorageIfAvailable(body)
  }

  /// The first byte of `range` that is not ASCII, or the end of the range.
  func firstNonASCII(in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= endIndex)
    var index = range.lowerBound
    while index &+ 32 <= range.upperBound {
      let words = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
      if words & 0x8080_8080_8080_8080 != .zero { break }
      index &+= 32
    }
    while index < range.upperBound, unsafe bytes[index] < 0x80 { index &+= 1 }
    return index
  }

  /// Calls `body` with the bytes of `range`, which are valid only in it.
  func withBytes<Result>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= endIndex)
    return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }
}

extension DumpFile {
  /// Calls `body` with a view of all bytes, which is valid only in it.
  func withDumpBytes<Result, Failure>(
    _ body: (DumpBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBytes { bytes throws(Failure) in try body(unsafe DumpBytes(bytes)) }
  }
}

extension DumpBytes {
  /// The index of the text that the bytes of `range` are.
  func intern(_ range: Range<Int>, into strings: inout StringInterner) -> Int32 {
    unsafe withBytes(in: range) { unsafe strings.intern($0) }
  }
}

extension DumpBytes {
  /// The offset of an address among the bytes.
  func offset(of address: UnsafeRawPointer) -> Int {
    unsafe bytes.baseAddress.map { unsafe address - $0 } ?? 0
  }
}
