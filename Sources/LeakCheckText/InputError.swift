/// An error in an input, with its place.
public struct InputError: Error, Equatable, Sendable {
  /// The kind of problem, for programs.
  public var code: Code
  /// The caller's name for the input, usually a path.
  public var source: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The byte position, from 0, in a format without lines; `nil` in a text, where line and column are the place.
  public var offset: Int?
  /// The problem, such as `unknown key "strenght" in a reference`.
  public var problem: String
  /// The expected content, such as `one of "strong", "weak"`, or empty if the problem says it.
  public var expected: String
  /// The nearest valid word, quoted, or `nil` if none is near.
  public var suggestion: String?
  /// Whether the place is in the inflated content of a compressed file.
  public var isInflated: Bool = false

  /// Creates a problem at a line and column of a text.
  ///
  /// The texts must already be safe to print.
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

  /// Creates a problem at a byte of a binary file.
  ///
  /// The texts must already be safe to print.
  public init(
    _ code: Code = .malformed, source: String, offset: Int, problem: String, expected: String = ""
  ) {
    self.init(code, source: source, problem: problem, expected: expected)
    self.offset = offset
  }
}

extension InputError {
  /// The kind of problem in an input.
  ///
  /// Later versions may add kinds, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
      case malformed, truncated, unknownKey, wrongValue, unknownFormat, unreadable
    }

    private let kind: Kind
    /// The unknown key, or empty for other codes.
    public let key: String

    private init(_ kind: Kind, key: String = "") {
      self.kind = kind
      self.key = key
    }

    /// The input violates its format.
    public static let malformed: Code = Code(.malformed)
    /// The input ends too early.
    public static let truncated: Code = Code(.truncated)
    /// A value is well-formed but wrong in its place.
    public static let wrongValue: Code = Code(.wrongValue)
    /// The input has no readable format.
    public static let unknownFormat: Code = Code(.unknownFormat)
    /// The system cannot read the input.
    public static let unreadable: Code = Code(.unreadable)
    /// An object has a key that is not part of the format.
    public static func unknownKey(_ key: String) -> Code { Code(.unknownKey, key: key) }
  }
}

extension InputError: CustomStringConvertible {
  /// The error on one line: place, problem, expected content and the nearest valid word.
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
