/// A change of a few source lines, as you would type it.
public struct SourceFix: Sendable, Equatable {
  /// The name of the file, or empty if the place of the lines is unknown.
  public var file: String
  /// The number of the first line, from 1.
  ///
  /// For new lines, it is the line that they precede, or 0 if unknown.
  public var line: Int
  /// The lines before the fix, without leading white space of the first; empty for new lines.
  public var before: String
  /// The lines after the fix.
  public var after: String
}

/// A replacement of one piece of a file.
struct SourceEdit {
  /// The start of the piece, in UTF-8 bytes.
  var offset: Int
  /// The length of the piece, in bytes.
  var length = 0
  /// The new text.
  var text: String
}

extension SourceFix {
  /// The lines that edits touch, before and after; `nil` without edits, or if they are too far apart to read as one
  /// change.
  ///
  /// The edits may come in any order; those at the same place keep theirs. None overlap.
  init?(
    _ edits: [SourceEdit], of file: SourceFile, bytes: [UInt8], within mostLines: Int = mostLines
  ) {
    let edits = edits.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    guard let first = edits.first, let last = edits.last else { return nil }
    let newline = UInt8(ascii: "\n")
    let start = (bytes[..<first.offset].lastIndex(of: newline) ?? -1) + 1
    let end = bytes[(last.offset + last.length)...].firstIndex(of: newline) ?? bytes.count
    var (after, position): ([UInt8], Int) = ([], start)
    for edit in edits {
      after += bytes[position..<edit.offset] + Array(edit.text.utf8)
      position = edit.offset + edit.length
    }
    after += bytes[position..<end]
    let before = bytes[start..<end]
    guard before.count(where: { $0 == newline }) < mostLines else { return nil }
    let indent = Array(before.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    self.file = file.name
    line = file.line(at: first.offset)
    self.before = Self.text(Array(before), without: indent)
    self.after = Self.text(after, without: indent)
  }

  /// The most lines to show as one change.
  static let mostLines = 8
  /// The most lines if a property and its uses change.
  static let mostLinesOfType = 16

  private static func text(_ bytes: [UInt8], without indent: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map { line in
      let rest = line.starts(with: indent) ? line.dropFirst(indent.count) : line
      return String(decoding: rest, as: UTF8.self)
    }.joined(separator: "\n")
  }
}
