/// A copy of all memory of a process that can change and may hold references.
///
/// Each region is one piece of the copy, so that an object's bytes are contiguous and can be read in place.
@safe
struct MemoryImage {
  /// The address space at the moment of the copy.
  let map: MemoryMap
  /// Whether all memory was copied at one instant.
  let isFrozen: Bool
  /// The copied regions, in rising order.
  let regions: [Region]
  private let base: UnsafeMutableRawPointer
  /// The places of the address space's regions.
  private let places: RegionIndex
  /// The places of the copied regions.
  private let copies: RegionIndex
  /// The distance from an address in each copied region to its place in the copy.
  private let shifts: PageArray<UInt>

  /// A copied region: `range` of the process, at `offset` of the copy.
  struct Region: Sendable {
    var range: Range<UInt>
    var offset: Int
    var backing: MemoryRegion.Backing
    /// The ranges of pages that the process has written to.
    var written: [Range<UInt>]

    /// Whether a region continues this one: the system lists one heap in pieces if advice about its pages differs, such
    /// as to prefer large ones.
    fileprivate func continues(into region: MemoryRegion) -> Bool {
      switch backing {
      case .heap, .anonymous: range.upperBound == region.start && backing == region.backing
      case .file, .system: false
      }
    }
  }

  /// Copies the memory of `source` to `pages`, which must outlive the copy.
  ///
  /// - Complexity: O(bytes in memory).
  init(
    of source: borrowing some MemorySource & ~Copyable, to pages: Pages
  ) throws(CaptureError) {
    map = try source.map()
    isFrozen = source.isFrozen
    var regions: [Region] = []
    var byteCount = 0
    for region in map.regions where region.holdsData {
      let written = source.writtenPages(of: region)
      if let last = regions.last, last.continues(into: region) {
        let start = last.range.lowerBound
        regions[regions.count - 1].range = start..<region.end
        regions[regions.count - 1].written += written
      } else {
        regions.append(
          Region(
            range: region.start..<region.end, offset: byteCount, backing: region.backing,
            written: written))
      }
      byteCount += region.byteCount
    }
    self.regions = regions
    places = RegionIndex(of: map.regions.lazy.map { $0.start..<$0.end }, in: pages)
    copies = RegionIndex(of: regions.lazy.map(\.range), in: pages)
    var shifts = PageArray<UInt>(in: pages)
    for region in regions { shifts.append(UInt(region.offset) &- region.range.lowerBound) }
    self.shifts = shifts
    var runs: [(source: Range<UInt>, offset: Int)] = []
    for region in regions {
      for run in region.written {
        runs.append((run, region.offset + Int(run.lowerBound - region.range.lowerBound)))
      }
    }
    let writtenBytes = runs.reduce(0) { $0 + $1.source.count }
    guard pages.reserve(forCopyOf: byteCount, written: writtenBytes) else {
      throw CaptureError(
        .memoryUnreadable,
        "no address space is left for a copy of \(byteCount >> 20) MB; raise the limit (ulimit -v)")
    }
    let base = unsafe pages.allocate(
      byteCount, touching: runs.map { $0.offset..<$0.offset + $0.source.count })
    unsafe self.base = base
    try source.copy(
      runs.map { unsafe MemoryCopy(range: $0.source, destination: base + $0.offset) })
  }

  /// The copied bytes from `address` on, if `count` of them are in one region; otherwise `nil`.
  ///
  /// - Complexity: O(log regions).
  @unsafe func copied(_ address: UInt, count: Int) -> UnsafeMutableRawPointer? {
    let region = copies.position(of: address, count: count)
    guard region >= 0 else { return nil }
    return unsafe base + Int(bitPattern: address &+ shifts[region])
  }

  /// The bytes of a region.
  @unsafe func bytes(of region: Region) -> UnsafeMutableRawPointer {
    unsafe base + region.offset
  }

  /// The copied word at `address`, or `nil` if it was not copied.
  func word(at address: UInt) -> UInt? {
    guard let pointer = unsafe copied(address, count: 8) else { return nil }
    return unsafe pointer.loadUnaligned(as: UInt.self)
  }

  /// Whether `count` bytes at `address` are code, constants or data of a program or library.
  ///
  /// The runtime's data about types there never changes or disappears, so it is read in place. Other mapped files may
  /// be gone since the copy was made.
  ///
  /// - Complexity: O(log regions).
  func isProgram(_ address: UInt, count: Int) -> Bool {
    guard let region = region(of: address) else { return false }
    guard case .file(let file) = region.backing, map.areProgram[Int(file)] else { return false }
    return region.isReadable && region.end - address >= UInt(count)
  }

  /// The file of the code or constants at `address`.
  func file(of address: UInt) -> String? {
    guard case .file(let file)? = region(of: address)?.backing else { return nil }
    return map.files[Int(file)]
  }

  /// The file of the variable at `address`, which may be in the zeros after the file's own data.
  func dataFile(of address: UInt) -> String? {
    if let file = file(of: address) { return file }
    guard let start = region(of: address)?.start else { return nil }
    return file(of: start &- 1)
  }

  /// Whether `address` is code.
  func isCode(_ address: UInt) -> Bool { region(of: address)?.isExecutable ?? false }

  /// The bytes at `address`, in place if they are a program's, otherwise from the copy, otherwise `nil`.
  @unsafe func readable(_ address: UInt, count: Int) -> UnsafeRawPointer? {
    if isProgram(address, count: count) { return unsafe UnsafeRawPointer(bitPattern: address) }
    return unsafe copied(address, count: count).map { UnsafeRawPointer($0) }
  }

  private func region(of address: UInt) -> MemoryRegion? {
    let position = places.position(of: address)
    return position < 0 ? nil : map.regions[position]
  }
}

/// A range to copy, and the destination of its bytes.
@safe
struct MemoryCopy {
  var range: Range<UInt>
  let destination: UnsafeMutableRawPointer
}
