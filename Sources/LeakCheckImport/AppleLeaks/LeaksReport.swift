/// What a text says about itself: whose leaks they are, and how many.
struct LeaksReport {
  /// The process, such as `Client [35988]`; empty where the text does not name it.
  var process = ""
  /// The leaks that the summary states, and where it stands.
  var stated: (leaks: Int64, bytes: Int64, offset: Int)?
  /// The total of a reference tree, and where it stands.
  var total: (count: Int64, offset: Int)?
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
  }

  /// The sign at `start`, or `nil`.
  static func sign(at start: Int, before end: Int, of text: Span<UInt8>) -> Sign? {
    guard text.has(process, at: start, before: end) else { return nil }
    var position = start + process.count
    guard let process = text.number(at: &position, before: end),
      text.has([UInt8(ascii: ":"), .space], at: position, before: end)
    else { return nil }
    position += 2
    guard let count = text.number(at: &position, before: end) else { return nil }
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
