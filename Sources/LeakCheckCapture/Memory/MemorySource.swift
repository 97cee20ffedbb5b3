/// The source of a capture's memory: a frozen copy of this process, or the process while it runs.
///
/// The same protocol can serve another process or a core file.
protocol MemorySource: ~Copyable {
  /// Whether the memory does not change while it is read.
  var isFrozen: Bool { get }

  /// The address space.
  func map() throws(CaptureError) -> MemoryMap

  /// The pages of a region that the process has written to, as ranges of whole pages.
  ///
  /// Other pages are zero, or equal to the file.
  func writtenPages(of region: MemoryRegion) -> [Range<UInt>]

  /// Copies ranges of memory to `image`; unmapped memory stays zero.
  func copy(_ ranges: [MemoryCopy]) throws(CaptureError)
}
