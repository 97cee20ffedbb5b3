import LeakCheckGraph

/// Reads a text by `leaks` line by line.
///
/// What is before a report and behind it is no part of it: logs, headers, the list of images. Between the
/// first and the last line of its trees and lists, every line must be understood.
struct LeaksParser {
  /// Where in a report the reader is.
  private enum Section {
    /// Before a report, or in its header.
    case outside
    /// In trees of objects.
    case trees
    /// In the frames of `STACK OF 3 INSTANCES OF …`, which end at `====`.
    case stack
    /// In `Leak: 0x…` lines.
    case list
    /// In the list of binary images, which ends the report.
    case images
  }

  var objects = LeaksObjects()
  var tree = LeaksTree()
  var report = LeaksReport()
  private(set) var hasList = false
  private(set) var hasTrace = false
  private var section = Section.outside
  /// The first line that was not understood; wrong as soon as another line of the report follows.
  private(set) var unread: LeaksText.Line?
  private var lines: LeaksText
  /// Behind the last line that belongs to the report.
  private(set) var readEnd = 0

  /// A parser of a text, with or without a byte order mark.
  init(of text: Span<UInt8>) {
    let mark = JSONScanner.byteOrderMark
    lines = LeaksText(from: text.count > 2 && text.has(mark, at: 0, before: 3) ? 3 : 0)
  }

  /// Reads everything.
  ///
  /// - Complexity: O(bytes).
  mutating func parse(_ text: Span<UInt8>) throws(LeaksFailure) {
    while let line = lines.next(in: text) {
      if !line.isEmpty { try take(line, of: text) }
    }
    try tree.closeAll(at: text.count)
    tree.expandGroups(into: &objects)
  }

  private mutating func take(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) {
    if try takeSign(line, of: text) { return }
    switch section {
    case .images: return
    case .stack:
      if isRule(line, of: text) { return section = .trees }
      guard try takeNode(line, of: text, mustBeWhole: true) else { return }
      section = .trees
    case .outside:
      if !(try takeNode(line, of: text, mustBeWhole: true)) { takeHeader(line, of: text) }
    case .trees, .list:
      if isRule(line, of: text) { return try tree.closeAll(at: line.start) }
      if try takeNode(line, of: text, mustBeWhole: false) { return }
      if !isAttachment(line, of: text), unread == nil { unread = line }
    }
  }

  /// Notes that a line belongs to the report, and so does everything before it.
  private mutating func understand(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) {
    if let unread {
      let found = text.string(unread.content..<min(unread.end, unread.content + 240))
      throw LeaksFailure(
        offset: unread.content, problem: "unknown line \(Quotation.quoted(found)) inside the report",
        expected: "an object of a tree, or a line \"Leak: 0xADDRESS size=BYTES\"")
    }
    readEnd = line.end
  }
}

extension LeaksParser {
  private mutating func takeNode(
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
    guard let node else { return false }
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

extension LeaksParser {
  private static let version = Array("leaks Report Version".utf8)
  private static let stackOf = Array("STACK OF ".utf8)
  private static let images = Array("Binary Images:".utf8)
  private static let leak = Array("Leak: 0x".utf8)
  private static let found = Array("Found ".utf8)
  private static let referencing = Array(" referencing ".utf8)

  /// Takes a line that says which part of which report follows; whether it was one.
  private mutating func takeSign(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) -> Bool {
    let start = signStart(in: line, of: text)
    switch text[start] {
    case UInt8(ascii: "P"): return try takeProcess(at: start, line, of: text)
    case UInt8(ascii: "l") where text.has(Self.version, at: start, before: line.end):
      try leave(line, prefixEnd: start)
    case UInt8(ascii: "S") where text.has(Self.stackOf, at: start, before: line.end):
      try understand(line, of: text)
      try tree.closeAll(at: line.start)
      section = .stack
    case UInt8(ascii: "B") where section != .outside && text.has(Self.images, at: start, before: line.end):
      try tree.closeAll(at: line.start)
      section = .images
    case UInt8(ascii: "L") where text.has(Self.leak, at: start, before: line.end):
      try understand(line, of: text)
      try takeLeak(at: start, line, of: text)
    case UInt8(ascii: "F") where text.has(Self.found, at: start, before: line.end):
      return try takeTrace(at: start, line, of: text)
    default: return false
    }
    return true
  }

  /// Where a sign would begin: at the content, or behind a prefix that is not known yet.
  private func signStart(in line: LeaksText.Line, of text: Span<UInt8>) -> Int {
    guard section == .outside || section == .images else { return line.content }
    for sign in [LeaksReport.process, Self.version, Self.stackOf, Self.leak] {
      if let place = text.position(of: sign, from: line.content, before: line.end) {
        return place
      }
    }
    return line.content
  }

  /// Ends the trees before the header of a report.
  private mutating func leave(
    _ line: LeaksText.Line, prefixEnd: Int
  ) throws(LeaksFailure) {
    try tree.closeAll(at: line.start)
    if prefixEnd > line.content { lines.setPrefix(line.start..<prefixEnd) }
    section = .outside
    unread = nil
  }

  private mutating func takeProcess(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) -> Bool {
    switch LeaksReport.sign(at: start, before: line.end, of: text) {
    case nil: return false
    case .nodes(let process):
      try leave(line, prefixEnd: start)
      name(process)
    case .summary(let process, let leaks, let bytes):
      try leave(line, prefixEnd: start)
      name(process)
      try begin(leaks: leaks, bytes: bytes, at: start)
      section = .trees
      tree.form = .downward
      tree.mayHaveRoots = false
    }
    return true
  }

  private mutating func name(_ process: Int64) {
    if report.process.isEmpty { report.process = "process \(process)" }
  }

  private mutating func begin(leaks: Int64, bytes: Int64, at offset: Int) throws(LeaksFailure) {
    if let first = report.stated, first.leaks > 0, leaks > 0 {
      throw LeaksFailure(
        offset: offset,
        problem: "a second report with leaks, of the same addresses or of another process",
        expected: "one report: split the file before this one")
    }
    if report.stated == nil || leaks > 0 { report.stated = (leaks, bytes, offset) }
  }

  /// `Found 2 roots referencing 0x…`, behind which the tree of `--traceTree` stands.
  private mutating func takeTrace(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) -> Bool {
    var position = start + Self.found.count
    guard text.number(at: &position, before: line.end) != nil,
      text.position(of: Self.referencing, from: position, before: line.end) != nil
    else { return false }
    try understand(line, of: text)
    try tree.closeAll(at: line.start)
    tree.form = .upward
    section = .trees
    hasTrace = true
    return true
  }

  /// `Process:         Client [35988]`
  private mutating func takeHeader(_ line: LeaksText.Line, of text: Span<UInt8>) {
    guard text.has(LeaksReport.header, at: line.content, before: line.end) else { return }
    let start = text.skippingBlanks(
      from: line.content + LeaksReport.header.count, before: line.end)
    report.process = text.string(start..<line.end)
  }

  /// `----` and `====`, which part the trees.
  private func isRule(_ line: LeaksText.Line, of text: Span<UInt8>) -> Bool {
    let byte = text[line.content]
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "="), line.end - line.content > 2
    else { return false }
    for place in line.content..<line.end where text[place] != byte { return false }
    return true
  }

  private static let callStack = Array("Call stack".utf8)
  private static let dots = Array("...".utf8)

  /// A line that only tells more of the leak above it: its bytes, or the frames that made it.
  private func isAttachment(_ line: LeaksText.Line, of text: Span<UInt8>) -> Bool {
    guard section == .list else { return false }
    if text.has([48, 120], at: line.content, before: line.end)
      || text.has(Self.callStack, at: line.content, before: line.end)
      || text.has(Self.dots, at: line.content, before: line.end)
    {
      return true
    }
    var position = line.content
    let isFrame = text.number(at: &position, before: line.end) != nil
    return isFrame && position < line.end && text[position] == .space
  }
}

extension LeaksParser {
  private static let size = Array("size=".utf8)
  private static let zone = Array("zone: ".utf8)
  private static let instance = Array("instance of '".utf8)
  private static let contents = Array("string '".utf8)

  /// `Leak: 0x600000c0  size=48  zone: DefaultMallocZone_0x1  NSArray  ObjC  CoreFoundation`
  private mutating func takeLeak(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(LeaksFailure) {
    if start > line.content { lines.setPrefix(line.start..<start) }
    try tree.closeAll(at: line.start)
    (section, hasList) = (.list, true)
    var position = start + Self.leak.count - 2
    guard let address = text.address(at: &position, before: line.end) else {
      throw LeaksFailure(
        offset: position, problem: "no address behind \"Leak: \"", expected: "0x and its digits")
    }
    position = text.skippingBlanks(from: position, before: line.end)
    let sizePlace = position
    position += Self.size.count
    guard text.has(Self.size, at: sizePlace, before: line.end),
      let size = text.number(at: &position, before: line.end)
    else {
      throw LeaksFailure(
        offset: sizePlace, problem: "no size behind the address of a leak",
        expected: "size= and its bytes")
    }
    let row = objects.row(
      of: address, type: type(from: position, before: line.end, of: text), in: text)
    objects.setPrinted(row, size: size)
  }

  /// The type behind size and zone; an empty place for a block of which only contents are known.
  private func type(
    from start: Int, before end: Int, of text: Span<UInt8>
  ) -> Range<Int> {
    var position = text.skippingBlanks(from: start, before: end)
    if text.has(Self.zone, at: position, before: end) {
      position += Self.zone.count
      while position < end, text[position] != .space, text[position] != .tab { position += 1 }
      position = text.skippingBlanks(from: position, before: end)
    }
    if text.has(Self.instance, at: position, before: end) {
      let name = position + Self.instance.count
      return name..<(text.position(of: [UInt8(ascii: "'")], from: name, before: end) ?? end)
    }
    if text.has(Self.contents, at: position, before: end) { return 0..<0 }
    if position < end, text[position] == UInt8(ascii: "\"") { return 0..<0 }
    return position..<(text.position(of: [.space, .space], from: position, before: end) ?? end)
  }
}
