import LeakCheckText

extension LeaksParser {
  private static let version = Array("leaks Report Version".utf8)
  private static let stackOf = Array("STACK OF ".utf8)
  private static let images = Array("Binary Images:".utf8)
  private static let leak = Array("Leak: 0x".utf8)
  private static let found = Array("Found ".utf8)
  private static let referencing = Array(" referencing".utf8)

  /// Takes a line that says which part of which report follows; whether it was one.
  mutating func takeSign(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> Bool {
    let start = signStart(in: line, of: text)
    switch text[start] {
    case UInt8(ascii: "P"): return try takeProcess(at: start, line, of: text)
    case UInt8(ascii: "l") where text.has(Self.version, at: start, before: line.end):
      try leave(line, prefixEnd: start)
      try report.begin(at: line.start, isNodes: false)
    case UInt8(ascii: "S") where text.has(Self.stackOf, at: start, before: line.end):
      try understand(line, of: text)
      try tree.closeAll(at: line.start, in: &objects)
      section = .stack
    case UInt8(ascii: "B")
    where section != .outside && text.has(Self.images, at: start, before: line.end):
      try tree.closeAll(at: line.start, in: &objects)
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
  ) throws(InputFailure) {
    try tree.closeAll(at: line.start, in: &objects)
    if prefixEnd > line.content { lines.setPrefix(line.start..<prefixEnd) }
    section = .outside
    unread = nil
  }

  private mutating func takeProcess(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> Bool {
    switch LeaksReport.sign(at: start, before: line.end, of: text) {
    case nil: return false
    case .unreadable(let place):
      throw InputFailure(
        offset: place, problem: "a number that is too large", expected: "at most \(Int64.max)")
    case .nodes(let process):
      try leave(line, prefixEnd: start)
      try report.begin(at: line.start, isNodes: true)
      name(process)
    case .summary(let process, let leaks, let bytes):
      try leave(line, prefixEnd: start)
      name(process)
      try begin(leaks: leaks, bytes: bytes, at: start)
      section = .trees
      tree.beginDownward()
    }
    return true
  }

  private mutating func name(_ process: Int64) {
    if report.process.isEmpty { report.process = "process \(process)" }
  }

  private mutating func begin(leaks: Int64, bytes: Int64, at offset: Int) throws(InputFailure) {
    // A log may quote the summary before the report.
    let isQuoted =
      objects.count == 0 && report.stated?.leaks == leaks && report.stated?.bytes == bytes
    if let first = report.stated, first.leaks > 0, leaks > 0, !isQuoted {
      throw InputFailure(
        offset: offset,
        problem: "a second report with leaks, of the same addresses or of another process",
        expected: "one report: split the file before this one")
    }
    if report.stated == nil || leaks > 0 { report.stated = (leaks, bytes, offset) }
    report.summarize(leaks: leaks)
  }

  /// `Found 2 roots referencing 0x…`, behind which the tree of `--traceTree` stands.
  private mutating func takeTrace(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> Bool {
    var position = start + Self.found.count
    guard let roots = text.number(at: &position, before: line.end),
      text.position(of: Self.referencing, from: position, before: line.end) != nil
    else { return false }
    try understand(line, of: text)
    try tree.closeAll(at: line.start, in: &objects)
    tree.beginTrace(rootCount: roots)
    section = .trees
    if objects.leakedCount == 0 { report.printsStated = false }
    report.roots.add(roots, at: line.start)
    return true
  }

  /// Takes the name of the process, as in `Process:         Client [35988]`.
  mutating func takeHeader(_ line: LeaksText.Line, of text: Span<UInt8>) {
    guard text.has(LeaksReport.header, at: line.content, before: line.end) else { return }
    let start = text.skippingBlanks(
      from: line.content + LeaksReport.header.count, before: line.end)
    report.process = text.string(start..<line.end)
  }

  /// `----` and `====`, which part the trees.
  func isRule(_ line: LeaksText.Line, of text: Span<UInt8>) -> Bool {
    let byte = text[line.content]
    guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "="), line.end - line.content > 2
    else { return false }
    for place in line.content..<line.end where text[place] != byte { return false }
    return true
  }

  private static let callStack = Array("Call stack".utf8)
  private static let dots = Array("...".utf8)

  /// A line that only tells more of the leak above it: its bytes, or the frames that made it.
  func isAttachment(_ line: LeaksText.Line, of text: Span<UInt8>) -> Bool {
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
