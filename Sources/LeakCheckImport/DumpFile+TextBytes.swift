internal import LeakCheckGraph
internal import LeakCheckText

extension DumpFile {
  /// Calls `body` with a view of all bytes, which is valid only in it.
  func withTextBytes<Result, Failure>(
    _ body: (TextBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBytes { bytes throws(Failure) in try body(unsafe TextBytes(bytes)) }
  }
}

extension TextBytes {
  /// The index of the text that the bytes of `range` are.
  func intern(_ range: Range<Int>, into strings: inout StringInterner) -> Int32 {
    unsafe withBytes(in: range) { unsafe strings.intern($0) }
  }

  /// The offset of an address among the bytes.
  func offset(of address: UnsafeRawPointer) -> Int {
    unsafe memory.baseAddress.map { unsafe address - $0 } ?? 0
  }
}
