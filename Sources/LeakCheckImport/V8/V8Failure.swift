/// A problem at an offset of a snapshot; an ``ImportError`` before anyone needs its line.
struct V8Failure: Error, Equatable {
  /// The byte of the file, from 0.
  var offset: Int
  var problem: String
  var expected = ""

  static func truncated(at end: Int, inside what: String) -> V8Failure {
    V8Failure(offset: end, problem: "truncated file: it ends inside \(what)")
  }

  /// The error with its line and column in `text`.
  ///
  /// - Complexity: O(offset): errors happen once, so nothing is counted while reading.
  func error(in text: V8Text, source: String) -> ImportError {
    let place = text.place(of: offset)
    return ImportError(
      source: source, line: place.line, column: place.column, problem: problem,
      expected: expected)
  }
}
