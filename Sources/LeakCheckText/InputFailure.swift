/// A problem at an offset of an input, which becomes an ``InputError`` when its place is needed.
package struct InputFailure: Error, Equatable {
  package var code: InputError.Code
  /// The byte, from 0.
  package var offset: Int
  package var problem: String
  package var expected: String
  package var suggestion: String?

  package init(
    _ code: InputError.Code = .malformed, offset: Int, problem: String, expected: String = "",
    suggestion: String? = nil
  ) {
    self.code = code
    self.offset = offset
    self.problem = problem
    self.expected = expected
    self.suggestion = suggestion
  }

  package static func truncated(at end: Int, inside what: String) -> InputFailure {
    InputFailure(.truncated, offset: end, problem: "truncated file: it ends inside \(what)")
  }

  /// The error with its line and column in a text.
  ///
  /// - Complexity: O(offset): errors happen once, so nothing is counted while reading.
  package func error(in text: TextBytes, source: String) -> InputError {
    error(at: TextPlace(of: offset, in: text), source: source)
  }

  /// The error at a line and column that are known.
  package func error(at place: TextPlace, source: String) -> InputError {
    InputError(
      code, source: source, line: place.line, column: place.column, problem: problem,
      expected: expected, suggestion: suggestion)
  }

  /// The error at its byte, of a format that has no lines.
  package func error(inBinary source: String) -> InputError {
    InputError(code, source: source, offset: offset, problem: problem, expected: expected)
  }
}
