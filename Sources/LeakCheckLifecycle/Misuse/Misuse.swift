/// A use of UIKit that works by luck or not at all, found where it happens.
public struct Misuse: Sendable, Equatable {
  /// What is misused; the codes are stable.
  public var code: Code
  /// The callback in which it happens, as `#function` prints it, or `steps`.
  public var callback: String
  /// The type of the object.
  public var type: String
  /// What is wrong and why it matters.
  public var message: String
  /// The correct form.
  public var correct: String
  /// The line, or 0.
  public var line: Int
  /// The file that the scenario was translated from, or empty for the scenario's own.
  public var file: String = ""

  /// The code of a misuse, declared beside its words and its judge.
  public struct Code: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The code as reports write it: `view-in-init`.
    public let rawValue: String

    init(_ code: String) { rawValue = code }

    /// The code that reports write so, or `nil`.
    public init?(rawValue: String) {
      guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = code
    }

    /// Every code, in the order of the lifecycle's rules.
    public static var allCases: [Code] { Misuses.all.map(\.code) }
  }
}
