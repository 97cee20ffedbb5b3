import Foundation
import LeakCheckTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Four times the input takes at most five times the time of the processor, whatever the input is.
///
/// Times say little on a machine that does other work, so these run when they are asked for, of a program that is
/// built for release:
///
/// ```
/// swift build -c release --product leakcheck
/// LEAKCHECK_GROWTH=.build/release/leakcheck swift test --filter GrowthTests
/// ```
///
/// `LEAKCHECK_GROWTH_SCALE=4` begins with inputs four times as large, where what is slight in small ones shows.
@Suite(.serialized, .enabled(if: Measured.program != nil))
struct GrowthTests {
  @Test(arguments: GrowthRow.all)
  func `four times as much takes at most five times as long`(row: GrowthRow) throws {
    let size = min(Measured.scale * row.size, row.most)
    let times = try [size, 4 * size].map { size in
      let scratch = try Scratch([:])
      try Data(row.bytes(size)).write(to: scratch.url.appendingPathComponent(row.file))
      return try (0..<3).map { _ in
        let start = Measured.used()
        let result = try CommandResult.ofLeakcheck(
          row.arguments + [row.file, "--output", "out"], in: scratch.url,
          program: Measured.program)
        #expect([0, 1].contains(result.status), "\(result.errors)")
        return Measured.used() - start
      }.min() ?? 0
    }
    print("growth: \(row.testDescription): \(size) in \(times[0]) s, 4 times in \(times[1]) s")
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

  /// By how much the inputs are larger than their rows say.
  static let scale =
    ProcessInfo.processInfo.environment["LEAKCHECK_GROWTH_SCALE"].flatMap(Int.init) ?? 1

  /// The seconds of the processor that all programs have taken which have ended.
  static func used() -> Double {
    // RUSAGE_CHILDREN, which is not of the same type everywhere.
    let children: Int32 = -1
    var usage = rusage()
    guard unsafe getrusage(children, &usage) == 0 else { return 0 }
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
    }
  }
}
