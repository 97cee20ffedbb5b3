import LeakCheckText

/// The header of a text: the process and its number of leaks.
///
/// A text may have several reports, such as one for each process of a test run. Leaks are in one of them at most.
struct LeaksReport {
  /// A number in the text, with its place.
  struct Count {
    var value: Int64
    var offset: Int
  }

  /// The process, such as `Client [35988]`; empty where the text does not name it.
  var process = ""
  /// The leaks that the summary states, and where it stands.
  var stated: (leaks: Int64, bytes: Int64, offset: Int)?
  /// Whether the leaks that are stated belong in the text: what prints a reference tree or a trace counts them only.
  var printsStated = true
  /// The total of reference trees, and where the first stands.
  var total: Count?
  /// The roots that traces state, and where the first does.
  var roots: Count?

  /// The leaks that the report at hand states.
  private(set) var leaksAtHand: Int64 = 0
  /// The header of the report at hand, while nothing else of it is read.
  private(set) var header: (offset: Int, hasNodes: Bool)?
}

extension LeaksReport.Count? {
  /// Adds a number that is stated at `offset`; the first place is kept.
  mutating func add(_ value: Int64, at offset: Int) {
    var sum = self?.value ?? 0
    sum.add(value)
    self = .init(value: sum, offset: self?.offset ?? offset)
  }
}

extension Int64 {
  /// Adds a number from a text, which may be any, up to the largest there is.
  mutating func add(_ other: Int64) {
    let (sum, overflowed) = addingReportingOverflow(other)
    self = overflowed ? .max : sum
  }
}

extension LeaksReport {
  /// Begins a report, or goes on with its header, in which the line of `isNodes` is the last.
  ///
  /// - Throws: ``InputFailure`` when nothing but a header was read of the report before.
  mutating func begin(at offset: Int, isNodes: Bool) throws(InputFailure) {
    if !isNodes || header?.hasNodes == true { try end() }
    header = (header?.offset ?? offset, isNodes)
    leaksAtHand = 0
  }

  /// Notes that more than the header of the report at hand is there.
  mutating func goOn() { header = nil }

  /// Notes the summary of the report at hand.
  mutating func summarize(leaks: Int64) {
    header = nil
    leaksAtHand = leaks
  }

  /// Ends the report at hand.
  ///
  /// - Throws: ``InputFailure`` when nothing but a header was read of it.
  mutating func end() throws(InputFailure) {
    guard let header else { return }
    throw InputFailure(
      offset: header.offset, problem: "a report begins here and ends before its summary",
      expected: "\"Process 12: 3 leaks for 96 total leaked bytes.\" and what it states")
  }
}

extension LeaksReport {
  static let process = Array("Process ".utf8)
  private static let leak = Array(" leak".utf8)
  private static let leaksFor = Array(" for ".utf8)
  private static let nodes = Array(" nodes malloced for ".utf8)
  static let header = Array("Process:".utf8)

  /// A line about a process.
  enum Sign: Equatable {
    /// `Process 12: 3 leaks for 96 total leaked bytes.`
    case summary(process: Int64, leaks: Int64, bytes: Int64)
    /// `Process 12: 4000 nodes malloced for 600 KB`
    case nodes(process: Int64)
    /// A count, at this offset, that no number holds.
    case unreadable(Int)
  }

  /// The sign at `start`, or `nil`.
  static func sign(at start: Int, before end: Int, of text: Span<UInt8>) -> Sign? {
    guard text.has(process, at: start, before: end) else { return nil }
    var position = start + process.count
    guard let process = text.number(at: &position, before: end),
      text.has([UInt8(ascii: ":"), .space], at: position, before: end)
    else { return nil }
    position += 2
    let countPlace = position
    guard let count = text.number(at: &position, before: end) else {
      if countPlace < end, text[countPlace].isDigit { return .unreadable(countPlace) }
      return nil
    }
    if text.has(nodes, at: position, before: end) { return .nodes(process: process) }
    guard text.has(leak, at: position, before: end) else { return nil }
    position += leak.count
    if position < end, text[position] == UInt8(ascii: "s") { position += 1 }
    guard text.has(leaksFor, at: position, before: end) else { return nil }
    position += leaksFor.count
    guard let bytes = text.number(at: &position, before: end) else { return nil }
    return .summary(process: process, leaks: count, bytes: bytes)
  }
}
