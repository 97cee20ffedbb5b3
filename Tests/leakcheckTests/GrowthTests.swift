import Foundation
import LeakCheckTestSupport
import Testing

/// Four times the input takes at most five times the time, whatever the input is.
///
/// Times say nothing on a machine that does other work, so these run when they are asked for, of a program that is
/// built for release:
///
/// ```
/// swift build -c release --product leakcheck
/// LEAKCHECK_GROWTH=.build/release/leakcheck swift test --filter GrowthTests
/// ```
@Suite(.serialized, .enabled(if: Measured.program != nil))
struct GrowthTests {
  @Test(arguments: GrowthRow.all)
  func `four times as much takes at most five times as long`(row: GrowthRow) throws {
    let times = try [row.size, 4 * row.size].map { size in
      let scratch = try Scratch(["in.json": row.text(size)])
      return try (0..<3).map { _ in
        let start = ContinuousClock.now
        let result = try CommandResult.ofLeakcheck(
          row.arguments + ["in.json", "--output", "out"], in: scratch.url, program: Measured.program
        )
        #expect([0, 1].contains(result.status), "\(result.errors)")
        return (ContinuousClock.now - start) / .seconds(1)
      }.min() ?? 0
    }
    print("growth: \(row.testDescription): \(row.size) in \(times[0]) s, 4 times in \(times[1]) s")
    // To start takes some time as well, which does not grow.
    #expect(times[1] <= 5 * times[0] + 0.05, "\(times)")
  }
}

/// What is measured.
private enum Measured {
  /// The program, where one is named.
  static let program = ProcessInfo.processInfo.environment["LEAKCHECK_GROWTH"].map {
    URL(fileURLWithPath: $0)
  }
}
