#if LEAKCHECK_SWIFT
import LeakCheckSwift

/// The lines of sources, found by the words in them.
struct SourceLineIndex {
  /// A line, and where it stands.
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

  /// - Complexity: O(bytes).
  init(_ files: [SwiftReader.File]) {
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        for word in Set(Self.words(part)) { linesOf[word, default: []].append(lines.count) }
        lines.append(Line(file: file.name, number: place + 1, text: part))
      }
    }
  }

  /// The only line with `code`, which has whole words; `nil` where there is none, or more.
  ///
  /// - Complexity: O(lines with the rarest word of the code).
  func only(with code: String) -> Line? {
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
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }
}
#endif
