/// A source line with a highlighted part.
package struct SourceExcerpt: Sendable, Equatable {
  /// The file, as it was named.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The column of the part in Unicode scalars, from 1.
  package var column: Int
  /// The line as it is written.
  package var text: String
  /// How many Unicode scalars are meant.
  package var length: Int

  /// An excerpt; see the properties.
  package init(file: String, line: Int, column: Int, text: String, length: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.text = text
    self.length = length
  }

  /// `Screen.swift:14:5`.
  var place: String { "\(file):\(line):\(column)" }

  /// The line without the white space before it: what stands before the part, the part, and what stands behind it.
  var parts: (before: String, meant: String, behind: String) {
    let scalars = Array(text.unicodeScalars)
    let start = scalars.prefix { $0.properties.isWhitespace }.count
    func part(_ range: Range<Int>) -> String {
      var result = String.UnicodeScalarView()
      result.append(contentsOf: scalars[range])
      return String(result)
    }
    let first = min(max(column - 1, start), scalars.count)
    let end = min(first + length, scalars.count)
    return (part(start..<first), part(first..<end), part(end..<scalars.count))
  }

  /// The line without the white space before it, and where the part stands in it, in columns of a terminal.
  var trimmed: (text: String, indent: Int, width: Int) {
    let (before, meant, behind) = parts
    return (before + meant + behind, before.count, max(meant.count, 1))
  }

  /// The same in `room` columns: what is far from the part is left out, and `ellipsis` stands for it.
  func shown(in room: Int, ellipsis: String) -> (text: String, indent: Int, width: Int) {
    let (line, indent, width) = trimmed
    let (all, dots) = (Array(line), ellipsis.count)
    guard all.count > room, room > width + 2 * dots else { return (line, indent, width) }
    // Some of what stands behind the part is shown too.
    let start = min(max(0, indent + width + room / 4 - room), all.count - room)
    var shown = String(all[start..<start + room])
    if start > 0 { shown = ellipsis + shown.dropFirst(dots) }
    if start + room < all.count { shown = shown.dropLast(dots) + ellipsis }
    return (shown, indent - start, width)
  }
}
