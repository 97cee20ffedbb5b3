/// A range of a process's address space, as the system lists it.
package struct MemoryRegion: Hashable, Sendable {
  /// What the pages are backed by.
  package enum Backing: Hashable, Sendable {
    /// Nothing: heaps, stacks, zero-initialised data.
    case anonymous
    /// The heap that grows by `brk`.
    case heap
    /// A file, the regions of which have equal numbers.
    case file(Int32)
    /// The system's own pages.
    case system
  }

  /// The first address.
  package var start: UInt
  /// The address behind the last.
  package var end: UInt
  /// Whether it may be read.
  package var isReadable: Bool
  /// Whether it may be written.
  package var isWritable: Bool
  /// Whether it holds code.
  package var isExecutable: Bool
  /// Whether other processes share it.
  package var isShared: Bool
  /// What the pages are backed by.
  package var backing: Backing

  /// The number of bytes.
  package var byteCount: Int { Int(end - start) }

  /// Whether its contents can change and may hold references: what a capture copies.
  package var holdsData: Bool { isReadable && isWritable && !isShared && backing != .system }
}

/// The address space of a process: its regions in rising order, and the files behind them.
package struct MemoryMap: Sendable {
  /// The regions, in rising order.
  package private(set) var regions: [MemoryRegion] = []
  /// The paths of the files that regions are backed by.
  package private(set) var files: [String] = []

  /// The map that the text of `/proc/PID/maps` describes; lines that are none are passed over.
  ///
  /// - Complexity: O(bytes).
  package init(parsing text: [UInt8]) {
    var line = Line(text: text)
    var lastPath: Range<Int> = 0..<0
    while line.next() {
      guard var region = line.region() else { continue }
      if region.backing == .file(-1) {
        // The regions of a file follow each other, so one comparison with the last path is enough.
        if files.isEmpty || !text[lastPath].elementsEqual(text[line.path]) {
          files.append(String(decoding: text[line.path], as: UTF8.self))
          lastPath = line.path
        }
        region.backing = .file(Int32(files.count - 1))
      }
      regions.append(region)
    }
  }
}

extension MemoryMap {
  /// One line of `/proc/PID/maps`: `start-end rwxp offset device inode path`.
  private struct Line {
    let text: [UInt8]
    private var position = 0
    private var end = 0
    private(set) var path: Range<Int> = 0..<0

    init(text: [UInt8]) { self.text = text }

    /// Moves to the next line.
    mutating func next() -> Bool {
      position = end
      while position < text.count, text[position] == UInt8(ascii: "\n") { position += 1 }
      end = position
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      return position < end
    }

    mutating func region() -> MemoryRegion? {
      guard let start = number(before: UInt8(ascii: "-")),
        let stop = number(before: UInt8(ascii: " ")), start < stop, position + 4 <= end
      else { return nil }
      let permissions = position
      position += 4
      for _ in 0..<4 { skipWord() }
      path = position..<end
      return MemoryRegion(
        start: start, end: stop, isReadable: text[permissions] == UInt8(ascii: "r"),
        isWritable: text[permissions + 1] == UInt8(ascii: "w"),
        isExecutable: text[permissions + 2] == UInt8(ascii: "x"),
        isShared: text[permissions + 3] == UInt8(ascii: "s"), backing: backing())
    }

    private mutating func number(before end: UInt8) -> UInt? {
      var value: UInt = 0
      while position < self.end, text[position] != end {
        let digit = text[position] | 0x20
        let isLetter = digit >= UInt8(ascii: "a") && digit <= UInt8(ascii: "f")
        guard isLetter || digit >= 0x30 && digit <= 0x39, value >> 60 == 0 else { return nil }
        value = value << 4 | UInt(isLetter ? digit - 87 : digit - 48)
        position += 1
      }
      position += 1
      return value
    }

    /// Moves over blanks and the word behind them, then over the blanks that follow.
    private mutating func skipWord() {
      while position < end, text[position] == UInt8(ascii: " ") { position += 1 }
      guard position < end, text[position] != UInt8(ascii: "/") else { return }
      if text[position] == UInt8(ascii: "[") { return }
      while position < end, text[position] != UInt8(ascii: " ") { position += 1 }
      while position < end, text[position] == UInt8(ascii: " ") { position += 1 }
    }

    private func backing() -> MemoryRegion.Backing {
      guard !path.isEmpty else { return .anonymous }
      guard text[path.lowerBound] == UInt8(ascii: "[") else { return .file(-1) }
      let name = text[path].dropFirst()
      if name.starts(with: "heap]".utf8) { return .heap }
      // `[anon: name]` are named by the program, `[stack]` holds the first thread's frames.
      return name.starts(with: "anon".utf8) || name.starts(with: "stack".utf8)
        ? .anonymous : .system
    }
  }
}
