import LeakCheckLifecycle

/// The lines of a source, and the place of an offset.
struct SourceLines: Sendable {
  private let lines: [ArraySlice<UInt8>]
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// A line as written, or `nil` after the end.
  func line(_ number: Int) -> String? {
    guard lines.indices.contains(number - 1) else { return nil }
    let line = lines[number - 1]
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Whether the source contains a text.
  func contains(_ text: String) -> Bool { bytes.contains(text: text) }

  /// The number of Unicode scalars in the word at an offset, at least 1.
  func wordLength(at offset: Int) -> Int {
    let word = bytes[min(max(offset, 0), bytes.count)...].prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    return max(word.count { $0 & 0xc0 != 0x80 }, 1)
  }

  /// The line and column of an offset, the column in Unicode scalars.
  func place(at offset: Int, in name: String) -> SourcePlace {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].startIndex <= offset { low = middle } else { high = middle }
    }
    let line = lines[low]
    let before = line[line.startIndex..<min(max(offset, line.startIndex), line.endIndex)]
    return SourcePlace(file: name, line: low + 1, column: before.count { $0 & 0xc0 != 0x80 } + 1)
  }
}

extension [UInt8] {
  /// Whether the bytes contain a text.
  ///
  /// - Complexity: O(bytes), plus a comparison at each occurrence of the text's first byte.
  func contains(text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    var start = startIndex
    while let next = self[start...].firstIndex(of: first) {
      if self[next...].starts(with: text) { return true }
      start = next + 1
    }
    return false
  }
}
