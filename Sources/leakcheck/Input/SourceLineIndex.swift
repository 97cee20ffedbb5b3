#if LEAKCHECK_SWIFT
import LeakCheckSwift

/// An index of source lines by their words.
struct SourceLineIndex {
  /// A line with its place.
  struct Line {
    /// The file, as it was named.
    var file: String
    /// Its number, from 1.
    var number: Int
    /// What stands in it.
    var text: Substring
  }

  private var lines: [Line] = []
  private var linesOf: [Substring: [Int]] = [:]
  /// The files that nobody has asked for a line of yet.
  private var files: [SwiftReader.File]

  init(_ files: [SwiftReader.File]) { self.files = files }

  private mutating func read() {
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        for word in Self.words(Substring(part)) where linesOf[word]?.last != lines.count {
          linesOf[word, default: []].append(lines.count)
        }
        lines.append(Line(file: file.name, number: place + 1, text: Substring(part)))
      }
    }
    files = []
  }

  /// The only line with `code`, which has whole words; `nil` where there is none, or more.
  ///
  /// - Complexity: O(bytes) for the first, then O(lines with the rarest word of the code).
  mutating func only(with code: String) -> Line? {
    if !files.isEmpty { read() }
    let places = Self.words(code[...]).map { linesOf[$0] ?? [] }
    guard let fewest = places.min(by: { $0.count < $1.count }) else { return nil }
    var found: Line?
    for place in fewest where lines[place].text.contains(code) {
      guard found == nil else { return nil }
      found = lines[place]
    }
    return found
  }

  private static func words(_ text: Substring) -> [Substring] {
    text.utf8.split { !isPart($0) }.map { Substring($0) }
  }

  /// Whether a byte belongs to a word; what is no ASCII does.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
#endif
