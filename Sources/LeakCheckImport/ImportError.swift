/// Why a file is no graph, and where.
public struct ImportError: Error, Equatable, Sendable {
  /// The file, as the caller named it.
  public var source: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// What was found, such as `unknown key "strenght" in a reference`.
  public var problem: String
  /// What belongs there, such as `one of "strong", "weak"`; empty when the problem says it.
  public var expected: String
  /// The nearest valid word, quoted, or `nil` when none is near.
  public var suggestion: String?

  /// A problem at a place of a file.
  ///
  /// Its texts must already be safe to print.
  public init(
    source: String, line: Int = 1, column: Int = 1, problem: String, expected: String = "",
    suggestion: String? = nil
  ) {
    self.source = source
    self.line = line
    self.column = column
    self.problem = problem
    self.expected = expected
    self.suggestion = suggestion
  }
}

extension ImportError: CustomStringConvertible {
  /// The error in one line: place, problem, what was expected, and the nearest valid word.
  public var description: String {
    var text = "\(Quotation.escaped(source)):\(line):\(column): \(problem)"
    if !expected.isEmpty { text += ", expected \(expected)" }
    if let suggestion { text += "; did you mean \(suggestion)?" }
    return text
  }
}
