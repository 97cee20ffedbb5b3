/// A problem at an offset of a text printed by `leaks`; ``ImportError`` before anyone needs its line.
struct LeaksFailure: Error, Equatable {
  var offset: Int
  var problem: String
  var expected = ""

  /// The error with its line and column in `dump`.
  ///
  /// - Complexity: O(offset): errors happen once, so nothing is counted while reading.
  func error(in dump: DumpFile) -> ImportError {
    let place = dump.withDumpBytes { TextPlace(of: offset, in: $0) }
    return ImportError(
      source: dump.source, line: place.line, column: place.column, problem: problem,
      expected: expected)
  }
}
