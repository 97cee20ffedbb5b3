/// A problem at an offset of a file; ``ImportError`` before anyone needs its line.
struct JSONFailure: Error, Equatable {
  var offset: Int
  var problem: String
  var expected = ""
  var suggestion: String?

  /// The error with its line and column in `bytes`.
  func error(in bytes: DumpBytes, source: String) -> ImportError {
    let place = TextPlace(of: offset, in: bytes)
    return ImportError(
      source: source, line: place.line, column: place.column, problem: problem,
      expected: expected, suggestion: suggestion)
  }

  static func truncated(at end: Int, inside what: String) -> JSONFailure {
    JSONFailure(offset: end, problem: "truncated file: it ends inside \(what)")
  }
}

/// A line and a column, both from 1; columns count Unicode scalars.
struct TextPlace: Equatable, CustomStringConvertible {
  var line = 1
  var column = 1

  var description: String { "\(line):\(column)" }

  /// The place of an offset.
  ///
  /// A byte order mark takes no column.
  ///
  /// - Complexity: O(offset): errors happen once, so nothing is counted while reading.
  init(of offset: Int, in bytes: DumpBytes) {
    let mark = JSONScanner.byteOrderMark
    let start = bytes.starts(with: mark) ? mark.count : 0
    for byte in bytes[start..<max(start, offset)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}
