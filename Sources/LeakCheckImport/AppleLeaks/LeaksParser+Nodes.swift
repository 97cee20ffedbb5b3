extension LeaksParser {
  mutating func takeNode(
    _ line: LeaksText.Line, of text: Span<UInt8>, mustBeWhole: Bool
  ) throws(LeaksFailure) -> Bool {
    let place = mustBeWhole ? withoutPrefix(line, of: text) : line
    let node: LeaksNode?
    do throws(LeaksFailure) {
      node = try LeaksNode(at: place.content, before: place.end, of: text)
    } catch {
      // A log may say anything before a report begins.
      if mustBeWhole { return false }
      throw error
    }
    guard let node = node ?? region(line, of: text) else { return false }
    let isWhole = node.count != nil && (node.role == .total || node.address != nil)
    if mustBeWhole {
      guard isWhole, node.role != .member || node.size != nil else { return false }
      if place.start > line.start { lines.setPrefix(line.start..<place.start) }
    }
    try understand(line, of: text)
    section = .trees
    if node.role == .total { return try takeTotal(node, line, of: text) }
    try tree.take(node, column: place.column, offset: line.start, of: text, into: &objects)
    return true
  }

  /// A root of the process below what it holds, which `--traceTree` prints without an address or a count.
  private func region(_ line: LeaksText.Line, of text: Span<UInt8>) -> LeaksNode? {
    guard section == .trees, tree.form == .upward, tree.isBelowOpenLine(line.column) else {
      return nil
    }
    let gap = text.position(of: [.space, .space], from: line.content, before: line.end) ?? line.end
    return LeaksNode(type: line.content..<gap, content: gap..<line.end)
  }

  private mutating func takeTotal(
    _ node: LeaksNode, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) -> Bool {
    try tree.closeAll(at: line.start)
    report.total = (node.count ?? 0, line.start)
    // A reference tree has the same total; that its first line is a root shows only there.
    tree.mayHaveRoots = true
    return true
  }

  /// The line behind what a log puts before `COUNT (SIZE) ROOT …`, for an excerpt without a header.
  private func withoutPrefix(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) -> LeaksText.Line {
    let marks = [Array(" ROOT LEAK: ".utf8), Array(" ROOT CYCLE: ".utf8)]
    guard !text[line.content].isDigit || line.content > line.start else {
      return line
    }
    for mark in marks {
      guard let place = text.position(of: mark, from: line.content, before: line.end),
        let count = Self.count(before: place, from: line.content, in: text)
      else { continue }
      if count == line.content { return line }
      var end = count
      while end > line.start, text[end - 1] == .space { end -= 1 }
      return LeaksText.line(from: end, before: line.end, in: text)
    }
    return line
  }

  /// Where `COUNT (SIZE)` begins that ends at `end`.
  private static func count(before end: Int, from start: Int, in text: Span<UInt8>) -> Int? {
    var position = end
    while position > start, text[position - 1] != UInt8(ascii: "(") { position -= 1 }
    position -= 2
    guard position > start, text[position] == .space else { return nil }
    while position > start, text[position - 1].isDigit { position -= 1 }
    return position
  }
}
