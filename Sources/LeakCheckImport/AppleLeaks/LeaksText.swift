/// The lines of a text, without a log's prefixes.
struct LeaksText {
  /// A line without its end: `start` is behind the prefix of the log, `content` at the first other character
  /// than blanks and the guides that `leaks` draws in reference trees.
  struct Line: Equatable {
    var start: Int
    var content: Int
    var end: Int
    /// How far from the start the content stands; a tab goes on to the next multiple of eight.
    var column: Int

    var isEmpty: Bool { content >= end }
  }

  private var position: Int
  /// The prefix that was before the last sign of a report, such as a time.
  private var prefix = 0..<0

  /// The lines from `start` on.
  init(from start: Int) { position = start }

  /// The next line, or `nil` at the end.
  mutating func next(in text: Span<UInt8>) -> Line? {
    guard position < text.count else { return nil }
    let start = position
    var end = start
    while end < text.count, text[end] != .lineFeed { end += 1 }
    position = end + 1
    while end > start, text[end - 1] <= .space { end -= 1 }
    return Self.line(from: contentStart(start, before: end, in: text), before: end, in: text)
  }

  /// Takes everything before `offset` in a line that begins at `start` for the prefix of the log.
  mutating func setPrefix(_ place: Range<Int>) { prefix = place }

  /// The line that begins at `start` without any prefix of a log.
  static func line(from start: Int, before end: Int, in text: Span<UInt8>) -> Line {
    var (content, column) = (start, 0)
    while content < end, isGuide(text[content]) {
      if text[content] == UInt8(ascii: "+"), isOffset(at: content, before: end, in: text) { break }
      column = text[content] == .tab ? (column / 8 + 1) * 8 : column + 1
      content += 1
    }
    return Line(start: start, content: content, end: end, column: column)
  }

  private static func isGuide(_ byte: UInt8) -> Bool {
    switch byte {
    case .space, .tab, UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: ":"), UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// `+ 8 -->`: an offset that stands for a name, not a guide of the tree.
  private static func isOffset(at position: Int, before end: Int, in text: Span<UInt8>) -> Bool {
    var next = position + 2
    guard next < end, text[position + 1] == .space, text.number(at: &next, before: end) != nil
    else { return false }
    return text.has(LeaksNode.arrow, at: text.skippingBlanks(from: next, before: end), before: end)
  }

  /// Behind the prefix, where the line has one of the same shape: the same characters but for digits.
  private func contentStart(_ start: Int, before end: Int, in text: Span<UInt8>) -> Int {
    if prefix.isEmpty { return start }
    for (index, other) in prefix.enumerated() {
      let place = start + index
      // A line that is all prefix has lost the blanks at its end.
      if place >= end { return end }
      let (left, right) = (text[other], text[place])
      if left != right, !(left.isDigit && right.isDigit) { return start }
    }
    return start + prefix.count
  }
}
