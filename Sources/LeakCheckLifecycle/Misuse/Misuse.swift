/// A use of UIKit that works by luck or not at all, reported where it happens.
public struct Misuse: Sendable, Equatable {
  /// The kind of misuse, as a stable code.
  public var code: Code
  /// The callback in which the misuse happens, in the form of `#function`, or `steps`.
  public var callback: String
  /// The type of the object.
  public var type: String
  /// The problem and why it matters.
  public var message: String
  /// The correct form.
  public var correct: String
  /// The line, or 0.
  public var line: Int
  /// The source file from which the scenario was translated, or empty for the scenario's own file.
  public var file: String = ""

  /// The code of a misuse, declared beside its wording and its judge.
  public struct Code: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The code in reports, such as `view-in-init`.
    public let rawValue: String

    init(_ code: String) { rawValue = code }

    /// Creates a code from its text in reports, or `nil`.
    public init?(rawValue: String) {
      guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = code
    }

    /// All codes, in the order of the lifecycle rules.
    public static var allCases: [Code] { Misuses.all.map(\.code) }
  }
}
