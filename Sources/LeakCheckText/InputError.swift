/// Why an input cannot be used, and where.
public struct InputError: Error, Equatable, Sendable {
  /// What kind of problem it is, for programs that decide by it.
  public var code: Code
  /// The input, as the caller named it: mostly a path.
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
    _ code: Code = .malformed, source: String, line: Int = 1, column: Int = 1, problem: String,
    expected: String = "", suggestion: String? = nil
  ) {
    self.code = code
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
  public init(
    _ code: Code = .malformed, source: String, offset: Int, problem: String, expected: String = ""
  ) {
    self.init(code, source: source, problem: problem, expected: expected)
    self.offset = offset
  }
}

extension InputError {
  /// The kind of problem that an input has.
  ///
  /// There may be more kinds in later versions, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
      case malformed, truncated, unknownKey, wrongValue, unknownFormat, unreadable
    }

    private let kind: Kind
    /// The key that is not known; empty for other codes.
    public let key: String

    private init(_ kind: Kind, key: String = "") {
      self.kind = kind
      self.key = key
    }

    /// The input is not written as its format wants.
    public static let malformed: Code = Code(.malformed)
    /// The input ends too early.
    public static let truncated: Code = Code(.truncated)
    /// A value is well-formed and not one that belongs there.
    public static let wrongValue: Code = Code(.wrongValue)
    /// The input is of no format that can be read.
    public static let unknownFormat: Code = Code(.unknownFormat)
    /// The system cannot read the input.
    public static let unreadable: Code = Code(.unreadable)
    /// An object has a key that the format does not know.
    public static func unknownKey(_ key: String) -> Code { Code(.unknownKey, key: key) }
  }
}

extension InputError: CustomStringConvertible {
  /// The error in one line: place, problem, what was expected, and the nearest valid word.
  public var description: String {
    var text = "\(Quotation.escaped(source)):\(place) \(problem)"
    if !expected.isEmpty { text += ", expected \(expected)" }
    if let suggestion { text += "; did you mean \(suggestion)?" }
    return text
  }

  private var place: String {
    if let offset { return " at byte \(offset)\(isInflated ? " of the inflated data" : ""):" }
    // What the system does not give has no place in it.
    return code == .unreadable ? "" : "\(line):\(column):"
  }
}
