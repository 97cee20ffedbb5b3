/// Why a file is no graph, and where.
public struct ImportError: Error, Equatable, Sendable {
  /// The file, as the caller named it.
  public var source: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The byte, from 0, in a format that has no lines; `nil` in a text, where line and column are the place.
  public var offset: Int?
  /// What was found, such as `unknown key "strenght" in a reference`.
  public var problem: String
  /// What belongs there, such as `one of "strong", "weak"`; empty when the problem says it.
  public var expected: String
  /// The nearest valid word, quoted, or `nil` when none is near.
  public var suggestion: String?
  /// Whether the place is in what a compressed file holds, once it is inflated.
  public var isInflated: Bool = false

  /// A problem at a line and column of a text.
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

  /// A problem at a byte of a binary file.
  ///
  /// Its texts must already be safe to print.
  public init(source: String, offset: Int, problem: String, expected: String = "") {
    self.init(source: source, problem: problem, expected: expected)
    self.offset = offset
  }
}

extension ImportError: CustomStringConvertible {
  /// The error in one line: place, problem, what was expected, and the nearest valid word.
  public var description: String {
    var text = "\(Quotation.escaped(source)):\(place): \(problem)"
    if !expected.isEmpty { text += ", expected \(expected)" }
    if let suggestion { text += "; did you mean \(suggestion)?" }
    return text
  }

  private var place: String {
    guard let offset else { return "\(line):\(column)" }
    return " at byte \(offset)\(isInflated ? " of the inflated data" : "")"
  }
}
