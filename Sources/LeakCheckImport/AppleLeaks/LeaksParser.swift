import LeakCheckGraph
import LeakCheckText

/// A parser that reads the output of `leaks` line by line.
///
/// What is before a report and behind it is no part of it: logs, headers, the list of images. Between the
/// first and the last line of its trees and lists, every line must be understood.
struct LeaksParser {
  /// The current section of a report.
  enum Section {
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
  var hasList = false
  var hasTrace: Bool { report.roots != nil }
  var section = Section.outside
  /// The first line that was not understood; wrong as soon as another line of the report follows.
  var unread: LeaksText.Line?
  var lines: LeaksText
  /// Whether the last line ends where an object is still being told of.
  var isCutOff = false
  /// Behind the last line that belongs to the report.
  private(set) var readEnd = 0

  /// A parser of a text, with or without a byte order mark.
  init(of text: Span<UInt8>) {
    let mark = TextBytes.byteOrderMark
    lines = LeaksText(from: text.count > 2 && text.has(mark, at: 0, before: 3) ? 3 : 0)
  }

  /// Reads everything.
  ///
  /// - Complexity: O(bytes).
  mutating func parse(
    _ text: Span<UInt8>, _ counter: WorkCounter = .none
  ) throws(InputFailure) {
    var counted = 0
    while let line = lines.next(in: text) {
      if line.end - counted > 1 << 20 {
        counter.add(line.end - counted)
        counted = line.end
      }
      if !line.isEmpty { try take(line, of: text) }
    }
    try tree.closeAll(at: text.count, in: &objects)
    try report.end()
    tree.expandGroups(into: &objects)
  }

  private mutating func take(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) {
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
      if isRule(line, of: text) { return try tree.closeAll(at: line.start, in: &objects) }
      if try takeNode(line, of: text, mustBeWhole: false) { return }
      if isAttachment(line, of: text) {
        readEnd = line.end
      } else if unread == nil {
        unread = line
      }
    }
  }

  /// Notes that a line belongs to the report, and so does everything before it.
  mutating func understand(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) {
    if let unread {
      let found = text.string(unread.content..<min(unread.end, unread.content + 240))
      throw InputFailure(
        offset: unread.content,
        problem: "unknown line \(Quotation.quoted(found)) inside the report",
        expected: "an object of a tree, or a line \"Leak: 0xADDRESS size=BYTES\"")
    }
    readEnd = line.end
    report.goOn()
  }

  /// Whether everything is read that the text states, so that what follows may be a log's.
  var isComplete: Bool {
    guard let stated = report.stated, report.printsStated else { return false }
    return objects.leakedCount + tree.groups.total >= stated.leaks
  }
}
