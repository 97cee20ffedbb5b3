import LeakCheckText

/// A leak that may stay, how often, and why.
public struct AllowedLeak: Hashable, Sendable {
  /// The part of a leak that a pattern is compared with.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The type of an object that something still holds, such as a cache's.
    case type
    /// The type of an object on a cycle, or another path, that nothing reaches.
    case cycle
    /// The path, as a failure shows it in its second line.
    case path
  }

  /// What of a leak the pattern is compared with.
  public var part: Part
  /// A type's name, with or without its module, or a path; `*` stands for any text and `?` for one character.
  public var pattern: String
  /// The most that may stay, or `nil` for any number.
  public var count: Int?
  /// Why they may stay.
  public var reason: String

  /// Lets objects of a type stay behind that something still holds.
  ///
  /// ```swift
  /// @Suite(.leakChecked(allowing: [.type("ImageCache", count: 1, because: "lives as long as the app")]))
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type's name, with or without its module.
  ///   - count: the most objects of all tests together; more fail, fewer are told, so that it can be lowered.
  ///   - reason: why, for the next reader.
  /// - Returns: what may stay.
  public static func type(
    _ type: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .type, pattern: type, count: count, reason: reason)
  }

  /// Lets retain cycles through objects of a type leak, such as one that a dependency has.
  ///
  /// ```swift
  /// .leakChecked(allowing: [.cycle("ChannelHandlerContext", because: "apple/swift-nio: the embedded channel's own")])
  /// ```
  ///
  /// - Parameters:
  ///   - type: the name of a type on the cycle, with or without its module.
  ///   - count: the most leaks of all tests together.
  ///   - reason: why, for the next reader.
  /// - Returns: what may stay.
  public static func cycle(
    _ type: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .cycle, pattern: type, count: count, reason: reason)
  }

  /// Lets leaks with a path stay.
  ///
  /// - Parameters:
  ///   - path: the path as a failure shows it, such as `A.next → B.previous`.
  ///   - count: the most leaks of all tests together.
  ///   - reason: why, for the next reader.
  /// - Returns: what may stay.
  public static func path(
    _ path: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .path, pattern: path, count: count, reason: reason)
  }

  func covers(_ type: String) -> Bool {
    let glob = Glob(pattern)
    return glob.matches(type) || Glob("*." + pattern).matches(type)
  }

  /// Whether both allow the same.
  func isAlike(_ other: AllowedLeak) -> Bool { part == other.part && pattern == other.pattern }
}
