/// The source of a capture's memory: a frozen copy of this process, or the process as it runs.
///
/// Another process or a core file can be read by the same protocol.
protocol MemorySource: ~Copyable {
  /// Whether the memory stands still while it is read.
  var isFrozen: Bool { get }

  /// The address space.
  func map() throws(CaptureError) -> MemoryMap

  /// Which pages of a region the process has written to, as runs of whole pages.
  ///
  /// Others are zero, or as the file has them.
  func writtenPages(of region: MemoryRegion) -> [Range<UInt>]

  /// Copies ranges of memory to `image`; what is not mapped stays zero.
  func copy(_ ranges: [MemoryCopy]) throws(CaptureError)
}
