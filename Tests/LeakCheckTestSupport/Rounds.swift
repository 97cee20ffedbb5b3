import Foundation

/// How often a test on random input tries.
///
/// A developer waits for tests, so that they try as often as shows a fault that is made today; all rounds are for a run
/// that nobody waits for, and `LEAKCHECK_TESTS=all` asks for them, as CI does. Either way the seeds are the same each time.
public enum Rounds {
  /// Whether all rounds were asked for.
  public static let isAll = ProcessInfo.processInfo.environment["LEAKCHECK_TESTS"] == "all"

  /// The number of rounds: `all` where they are asked for, else `few`.
  public static func of(_ all: Int, usually few: Int) -> Int { isAll ? all : few }

  /// The seeds of as many rounds, from 0.
  public static func seeds(_ all: UInt64, usually few: UInt64) -> Range<UInt64> {
    0..<(isAll ? all : few)
  }

  /// All cases where all rounds are asked for, else one of every `number`.
  public static func cases<Case>(_ all: [Case], usuallyOneOf number: Int) -> [Case] {
    isAll ? all : stride(from: 0, to: all.count, by: number).map { all[$0] }
  }
}
