import LeakCheckText

extension LeaksParser {
  mutating func takeNode(
    _ line: LeaksText.Line, of text: Span<UInt8>, mustBeWhole: Bool
  ) throws(InputFailure) -> Bool {
    if try takeStep(line, of: text) { return true }
    let place = mustBeWhole ? withoutPrefix(line, of: text) : line
    let found: LeaksNode?
    do throws(InputFailure) {
      found = try tree.form == .upward ? tracedNode(line, of: text) : node(place, of: text)
    } catch {
      // A log may say anything before a report begins and behind its last leak, but not where a cycle closes.
      let closesCycle =
        text.position(of: Self.cycleBack, from: line.content, before: line.end) != nil
      if mustBeWhole || isComplete && !closesCycle { return false }
      // Whoever copies a text rarely ends at the end of a line.
      guard line.end == text.count, report.stated != nil, objects.leakedCount > 0 else {
        throw error
      }
      isCutOff = true
      return true
    }
    guard let node = found, !isStray(node, line) else { return false }
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

  private func node(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> LeaksNode? {
    try LeaksNode(at: line.content, before: line.end, of: text)
  }

  /// Whether the line stands beside the trees of a report that states leaks, and says of none that it is one; or behind
  /// the last of them, and names no object.
  private func isStray(_ node: LeaksNode, _ line: LeaksText.Line) -> Bool {
    guard report.leaksAtHand > 0, tree.form == .downward, !tree.mayHaveRoots else { return false }
    if isComplete, tree.groups.isEmpty, node.address == nil, node.role != .total { return true }
    return node.role == .member && !tree.isBelowOpenLine(line.column)
  }

  private static let region = Array("Region ".utf8)
  private static let cycleBack = Array("CYCLE BACK TO <".utf8)

  /// A line of `--traceTree`: an object, or a root of the process, which has no address of its own.
  ///
  /// Such as `2 <NSTimer 0x8a1888000> [128]    +32: _block 0x8a1888020`, where the count of roots may be missing.
  private func tracedNode(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> LeaksNode? {
    var (start, next) = (line.content, line.content)
    var count = text.number(at: &next, before: line.end)
    if next == line.end { return nil }
    if count != nil, text[next] == .space {
      start = text.skippingBlanks(from: next, before: line.end)
    } else {
      count = nil
    }
    if !text.has(Self.region, at: start, before: line.end),
      let node = try LeaksNode(at: start, before: line.end, of: text)
    {
      return node
    }
    guard section == .trees, tree.isBelowOpenLine(line.column) else { return nil }
    let end = text.withoutAddress(start..<line.end).upperBound
    let gap = text.position(of: [.space, .space], from: start, before: end) ?? end
    return LeaksNode(count: count, type: start..<gap, content: gap..<end)
  }

  private mutating func takeTotal(
    _ node: LeaksNode, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> Bool {
    try tree.closeAll(at: line.start, in: &objects)
    let count = node.count ?? 0
    // A reference tree has the same total, of more than the leaks; that its first line is a root shows only there.
    tree.mayHaveRoots = count > report.leaksAtHand
    guard tree.mayHaveRoots else {
      tree.beginTotal(of: count, in: objects)
      return true
    }
    if report.leaksAtHand > 0 { report.printsStated = false }
    report.total.add(count, at: line.start)
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
