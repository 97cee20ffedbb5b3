#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of a dump and what it is called in messages.
///
/// The bytes are in memory that nobody else writes into: what a reader found of them stays true, whatever
/// becomes of the file.
@safe public final class DumpFile: Sendable {
  /// What the dump is called in messages, mostly its path.
  public let source: String

  /// The number of bytes.
  public var count: Int { unsafe bytes.count }

  // Valid as long as this object: owned by it, freed in `deinit`.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  /// Whether the bytes are pages that were mapped for them.
  private let isMapped: Bool
  /// Whether the dump was inside a compressed file, after which it is called.
  public let isInflated: Bool

  /// A dump that is in memory already.
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

  /// The first `count` bytes, or all when there are fewer.
  public func prefix(_ count: Int) -> [UInt8] { unsafe Array(bytes.prefix(count)) }

  /// All bytes, which are valid as long as this object.
  @unsafe var memory: UnsafeRawBufferPointer { unsafe bytes }

  /// Calls `body` with all bytes, which are valid only in it.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(bytes)
  }
}
