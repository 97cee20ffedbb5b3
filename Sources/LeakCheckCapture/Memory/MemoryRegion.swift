/// A range of a process's address space, as the system lists it.
package struct MemoryRegion: Hashable {
  /// The backing of the pages.
  package enum Backing: Hashable {
    /// Nothing: heaps, stacks, zero-initialised data.
    case anonymous
    /// The heap that grows by `brk`.
    case heap
    /// A file; its regions have equal numbers.
    case file(Int32)
    /// The system's own pages.
    case system
  }

  /// The first address.
  package var start: UInt
  /// The address after the last.
  package var end: UInt
  /// Whether it may be read.
  package var isReadable: Bool
  /// Whether it may be written.
  package var isWritable: Bool
  /// Whether it holds code.
  package var isExecutable: Bool
  /// Whether other processes share it.
  package var isShared: Bool
  /// The backing of the pages.
  package var backing: Backing

  /// The number of bytes.
  package var byteCount: Int { Int(end - start) }

  /// Whether its contents can change and may hold references, so that a capture copies it.
  var holdsData: Bool { isReadable && isWritable && !isShared && backing != .system }
}

/// The address space of a process: its regions in rising order, and the files behind them.
package struct MemoryMap {
  /// The regions, in rising order.
  package private(set) var regions: [MemoryRegion] = []
  /// The paths of the files that back regions.
  package private(set) var files: [String] = []
  /// Whether each file is a program or library: one with code in memory.
  ///
  /// Those stay mapped, while a program may unmap a data file at any moment; so a file that is mapped once more, as data,
  /// is another one here.
  package private(set) var areProgram: [Bool] = []

  /// The map that the text of `/proc/PID/maps` describes; invalid lines are skipped.
  ///
  /// - Complexity: O(bytes).
  package init(parsing text: [UInt8]) {
    let pages = Pages()
    var bytes = PageArray<UInt8>(in: pages)
    for byte in text { bytes.append(byte) }
    self.init(parsing: bytes)
  }

  /// The map that a text describes, likewise.
  ///
  /// - Complexity: O(bytes).
  init(parsing text: PageArray<UInt8>) {
    var line = MapLine(text: text)
    var lastPath: Range<Int> = 0..<0
    var last: (region: MemoryRegion, endInFile: UInt)?
    while line.next() {
      guard var region = line.region() else { continue }
      if region.backing == .file(-1) {
        // The regions of a file are consecutive, so it is enough to compare with the last path.
        let isAgain = last.map {
          $0.region.isShared != region.isShared || line.offset &+ Self.mostInCommon < $0.endInFile
        }
        if files.isEmpty || isAgain == true || !line.isEqual(lastPath, line.path) {
          files.append(String(decoding: line.path.map { text[$0] }, as: UTF8.self))
          areProgram.append(false)
          lastPath = line.path
        }
        region.backing = .file(Int32(files.count - 1))
        if region.isExecutable { areProgram[files.count - 1] = true }
        last = (region, line.offset &+ (region.end - region.start))
      }
      regions.append(region)
    }
  }

  /// The most bytes of a file that two parts of one program have in common, which is a page.
  private static let mostInCommon: UInt = 64 << 10

  /// The map without the regions that begin in one of `ranges`.
  func without(_ ranges: [Range<UInt>]) -> MemoryMap {
    var map = self
    map.regions.removeAll { region in ranges.contains { $0.contains(region.start) } }
    return map
  }
}

/// One line of `/proc/PID/maps`: `start-end rwxp offset device inode path`.
private struct MapLine {
  private let text: PageArray<UInt8>
  private var position = 0
  private var end = 0
  private(set) var path: Range<Int> = 0..<0
  /// Where the region begins in its file.
  private(set) var offset: UInt = 0

  private static let blank = UInt8(ascii: " ")
  private static let lineEnd = UInt8(ascii: "\n")

  init(text: PageArray<UInt8>) { self.text = text }

  /// Moves to the next line.
  mutating func next() -> Bool {
    position = end
    while position < text.count, text[position] == Self.lineEnd { position &+= 1 }
    end = position
    while end < text.count, text[end] != Self.lineEnd { end &+= 1 }
    return position < end
  }

  func isEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    var offset = left.count
    // Paths differ near their ends.
    while offset > 0 {
      offset &-= 1
      if text[left.lowerBound &+ offset] != text[right.lowerBound &+ offset] { return false }
    }
    return true
  }

  mutating func region() -> MemoryRegion? {
    guard let start = number(before: UInt8(ascii: "-")), let stop = number(before: Self.blank),
      start < stop, position + 4 <= end
    else { return nil }
    let permissions = position
    skipWord()
    offset = number(before: Self.blank) ?? 0
    // Device and inode.
    for _ in 0..<2 { skipWord() }
    path = min(position, end)..<end
    return MemoryRegion(
      start: start, end: stop, isReadable: text[permissions] == UInt8(ascii: "r"),
      isWritable: text[permissions + 1] == UInt8(ascii: "w"),
      isExecutable: text[permissions + 2] == UInt8(ascii: "x"),
      isShared: text[permissions + 3] == UInt8(ascii: "s"), backing: backing())
  }

  private mutating func number(before stop: UInt8) -> UInt? {
    var value: UInt = 0
    while position < end, text[position] != stop {
      let digit = text[position] | 0x20
      let isLetter = digit >= UInt8(ascii: "a") && digit <= UInt8(ascii: "f")
      guard isLetter || digit >= 0x30 && digit <= 0x39, value >> 60 == 0 else { return nil }
      value = value << 4 | UInt(isLetter ? digit &- 87 : digit &- 48)
      position &+= 1
    }
    position &+= 1
    return value
  }

  /// Skips a word and the blanks after it.
  private mutating func skipWord() {
    while position < end, text[position] != Self.blank { position &+= 1 }
    while position < end, text[position] == Self.blank { position &+= 1 }
  }

  private func backing() -> MemoryRegion.Backing {
    guard !path.isEmpty else { return .anonymous }
    guard path.count > 1, text[path.lowerBound] == UInt8(ascii: "[") else { return .file(-1) }
    switch text[path.lowerBound + 1] {
    // `[heap]`; the program names `[anon: name]`; `[stack]` has the first thread's frames.
    case UInt8(ascii: "h"): return .heap
    case UInt8(ascii: "a"), UInt8(ascii: "s"): return .anonymous
    default: return .system
    }
  }
}
