/// A line and a column, both from 1; columns count Unicode scalars.
package struct TextPlace: Equatable, CustomStringConvertible, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }

  /// The place of an offset.
  ///
  /// A byte order mark takes no column.
  ///
  /// - Complexity: O(offset).
  package init(of offset: Int, in text: TextBytes) {
    self.init()
    let start = text.markLength
    for byte in text[start..<max(start, min(offset, text.count))] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}
