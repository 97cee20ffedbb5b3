import LeakCheckText

/// A leak that a test may leave behind, how often, and why.
public struct AllowedLeak: Hashable, Sendable {
  /// The part of a leak that a pattern matches.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The type of an object that something still holds, such as a cache.
    case type
    /// The type of an object on a cycle, or on another path, that nothing reaches.
    case cycle
    /// The path in the second line of a failure.
    case path
  }

  /// The part that the pattern matches.
  public var part: Part
  /// A type name, with or without its module, or a path; `*` matches any text and `?` one character.
  public var pattern: String
  /// The largest number that may stay, or `nil` for any number.
  public var count: Int?
  /// The reason why they may stay.
  public var reason: String

  /// Allows objects of a type to stay behind while something holds them.
  ///
  /// ```swift
  /// @Suite(.leakChecked(allowing: [.type("ImageCache", count: 1, because: "lives as long as the app")]))
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type's name, with or without its module.
  ///   - count: the largest number of objects in all tests together; more fail, and fewer are reported so that you can
  ///     lower the count.
  ///   - reason: the reason, for the next reader.
  /// - Returns: the leak that may stay.
  public static func type(
    _ type: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .type, pattern: type, count: count, reason: reason)
  }

  /// Allows retain cycles through objects of a type to leak, such as a dependency's cycle.
  ///
  /// ```swift
  /// .leakChecked(allowing: [.cycle("ChannelHandlerContext", because: "apple/swift-nio: the embedded channel's own")])
  /// ```
  ///
  /// - Parameters:
  ///   - type: the name of a type on the cycle, with or without its module.
  ///   - count: the largest number of leaks in all tests together.
  ///   - reason: the reason, for the next reader.
  /// - Returns: the leak that may stay.
  public static func cycle(
    _ type: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .cycle, pattern: type, count: count, reason: reason)
  }

  /// Allows leaks with a path to stay.
  ///
  /// - Parameters:
  ///   - path: the path from a failure, such as `A.next → B.previous`.
  ///   - count: the largest number of leaks in all tests together.
  ///   - reason: the reason, for the next reader.
  /// - Returns: the leak that may stay.
  public static func path(
    _ path: String, count: Int? = nil, because reason: String
  ) -> AllowedLeak {
    AllowedLeak(part: .path, pattern: path, count: count, reason: reason)
  }

  func covers(_ type: String) -> Bool {
    let glob = Glob(pattern)
    return glob.matches(type) || Glob("*." + pattern).matches(type)
  }

  /// Whether both allow the same leak.
  func isAlike(_ other: AllowedLeak) -> Bool { part == other.part && pattern == other.pattern }
}
