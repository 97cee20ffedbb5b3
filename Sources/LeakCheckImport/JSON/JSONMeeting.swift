/// Where a second thread may begin to read: behind a record in the middle of the file, if it is one.
///
/// The place is a guess: the text there may be part of a string or of an `x-` member. What is read from it
/// counts only when the first thread arrives at the very same offset between two elements of the same
/// array, for then it would have read the same from there on.
struct JSONMeeting: Equatable {
  /// Behind the closing brace of the record before.
  var offset: Int
  var array: GraphArray

  /// How far the next record is looked for, and how much of it is looked at.
  private static let reach = 1 << 16

  init(offset: Int, array: GraphArray) {
    self.offset = offset
    self.array = array
  }

  /// The first place at or behind `middle` that looks like one between two records.
  init?(near middle: Int, in bytes: DumpBytes) {
    var index = middle
    let end = min(bytes.count, middle + Self.reach)
    while index < end {
      if bytes[index] == UInt8(ascii: "}"), let array = Self.array(behind: index + 1, of: bytes) {
        self.init(offset: index + 1, array: array)
        return
      }
      index += 1
    }
    return nil
  }

  /// The array whose record seems to follow: by its first key, behind a comma and a brace.
  private static func array(behind offset: Int, of bytes: DumpBytes) -> GraphArray? {
    guard var scanner = try? JSONScanner(bytes) else { return nil }
    scanner.position = offset
    for mark in [UInt8(ascii: ","), UInt8(ascii: "{")] {
      guard scanner.peek() == mark else { return nil }
      scanner.position += 1
    }
    guard scanner.peek() == UInt8(ascii: "\""), let key = try? scanner.scanText() else {
      return nil
    }
    // Both kinds of record have names and kinds; where they come first, the file is read by one thread.
    let isObjects = ["id", "type", "size"].contains(scanner.string(of: key))
    let isReferences = ["from", "to", "strength"].contains(scanner.string(of: key))
    return isObjects ? .objects : isReferences ? .references : nil
  }
}
