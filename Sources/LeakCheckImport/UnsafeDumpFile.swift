#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of a dump and what it is called in messages.
///
/// A large file is mapped and never copied; a small one, a pipe or a text in memory is held as bytes. The
/// mapping is private and read-only. A mapped file that is cut short in place while it is read ends the
/// process with SIGBUS.
@safe public final class DumpFile: Sendable {
  /// What the dump is called in messages, mostly its path.
  public let source: String

  /// The number of bytes.
  public var count: Int { unsafe bytes.count }

  // Valid as long as this object: owned by the mapping or by the buffer, freed in `deinit`.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool
  /// Whether the dump was inside a compressed file, after which it is called.
  public let isInflated: Bool

  /// Files from this size on are mapped: reading a smaller one costs less than its page faults.
  static let mappedSize = 1 << 16

  /// A dump that is in memory already.
  public init(_ bytes: [UInt8], source: String) {
    self.source = source
    isMapped = false
    isInflated = false
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.bytes = UnsafeRawBufferPointer(copy)
  }

  /// Maps the regular file at `path`; `nil` when it is small or cannot be mapped, so that it must be read.
  public convenience init?(mapping path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    self.init(mapping: descriptor, source: path)
  }

  /// Maps the regular file that is open as `descriptor`, such as a redirected standard input; `nil` when it
  /// is small, already read in part, or cannot be mapped, so that it must be read.
  public init?(mapping descriptor: Int32, source: String) {
    guard lseek(descriptor, 0, SEEK_CUR) == 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let size = Int(status.st_size)
    guard size >= Self.mappedSize else { return nil }
    let mapped = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else { return nil }
    #if os(Linux)
    // What must be read from the disk is read into large pages, which are mapped at once.
    _ = unsafe madvise(start, size, MADV_HUGEPAGE)
    #endif
    _ = unsafe madvise(start, size, MADV_SEQUENTIAL)
    self.source = source
    isMapped = true
    isInflated = false
    unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
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

  /// The last `count` bytes, or all when there are fewer.
  func suffix(_ count: Int) -> [UInt8] { unsafe Array(bytes.suffix(count)) }

  /// Maps all pages at once, for a reader that looks at every byte: cheaper than a page fault for each few.
  ///
  /// A system that cannot do so changes nothing.
  func populate() {
    #if os(Linux)
    guard isMapped else { return }
    // MADV_POPULATE_READ, of Linux 5.14, which older headers do not have.
    let advice: Int32 = 22
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, advice)
    #endif
  }

  /// All bytes, which are valid as long as this object.
  @unsafe var memory: UnsafeRawBufferPointer { unsafe bytes }

  /// Calls `body` with all bytes, which are valid only in it.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(bytes)
  }
}
