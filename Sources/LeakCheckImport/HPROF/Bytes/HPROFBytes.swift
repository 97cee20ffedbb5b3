/// The bytes of a heap dump, read as big-endian numbers within bounds.
///
/// The pointer belongs to `dump`, which this value keeps alive.
@safe struct HPROFBytes: Sendable {
  private let dump: DumpFile
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  /// The bytes of an id: 4 or 8.
  var idSize = 8

  var count: Int { unsafe bytes.count }

  init(_ dump: DumpFile) {
    self.dump = dump
    unsafe bytes = unsafe dump.withUnsafeBytes { unsafe $0 }
  }

  /// The byte at `offset`, which must be inside the dump.
  @inline(__always) subscript(offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// The big-endian number at `offset`; all its bytes must be inside the dump.
  @inline(__always) func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: Int
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size, "outside the dump")
    return unsafe Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The id at `offset`, widened.
  @inline(__always) func id(at offset: Int) -> UInt64 {
    idSize == 8 ? load(UInt64.self, at: offset) : UInt64(load(UInt32.self, at: offset))
  }

  /// The text of `range`, with what is no text of a Java VM replaced.
  func text(in range: Range<Int>) -> String {
    unsafe ModifiedUTF8.text(UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// Calls `body` with the start of the bytes, which are valid only in it.
  func withPointer<Result, Failure>(
    _ body: (UnsafeRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let base = unsafe bytes.baseAddress else { return nil }
    return try unsafe body(base)
  }
}
