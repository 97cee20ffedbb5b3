#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of a dump and its name in messages.
///
/// The bytes are in memory that no other process writes to. What a reader finds stays true, whatever happens to the
/// file.
@safe public final class DumpFile: Sendable {
  /// The name of the dump in messages, usually its path.
  public let source: String

  /// The number of bytes.
  public var count: Int { unsafe bytes.count }

  // Valid as long as this object: owned by it, freed in `deinit`.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  /// Whether the bytes are pages that were mapped for them.
  private let isMapped: Bool
  /// Whether the dump comes from a compressed file, after which it is named.
  public let isInflated: Bool

  /// Creates a dump from bytes in memory.
  public init(_ bytes: [UInt8], source: String) {
    self.source = source
    isMapped = false
    isInflated = false
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.bytes = UnsafeRawBufferPointer(copy)
  }

  /// A dump in memory that was mapped for it and is unmapped with it.
  init(
    adopting mapped: UnsafeMutableRawBufferPointer, source: String, isInflated: Bool = false
  ) {
    self.source = source
    self.isInflated = isInflated
    isMapped = true
    unsafe bytes = UnsafeRawBufferPointer(mapped)
  }

  deinit {
    if isMapped {
      _ = unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      unsafe bytes.deallocate()
    }
  }

  /// Returns the first `count` bytes, or all if there are fewer.
  public func prefix(_ count: Int) -> [UInt8] { unsafe Array(bytes.prefix(count)) }

  /// All bytes, which are valid as long as this object.
  @unsafe var memory: UnsafeRawBufferPointer { unsafe bytes }

  /// Calls `body` with all bytes, which are valid only during the call.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(bytes)
  }
}
