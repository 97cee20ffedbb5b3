import Foundation
import LeakCheckTestSupport
import Testing

extension LiveProcess {
  @Test func `the fuzz knows who is freed and how often each object is retained`() throws {
    var run = FuzzRun(seed: FuzzSettings.seed, objects: 60_000, isJudged: false)
    try run.run()
    expectNothingWrong(in: run)
    for fate in [FuzzFate.freed, .leaked, .held] {
      #expect(run.tally[fate, default: 0] > 10_000, "few objects are \(fate): \(run.tally)")
    }
  }

  @Test func `every object of random graphs is judged as it was built`() throws {
    var run = FuzzRun(seed: FuzzSettings.seed, objects: FuzzSettings.objects, isJudged: true)
    try run.run()
    expectNothingWrong(in: run)
  }

  private func expectNothingWrong(in run: FuzzRun) {
    let list = run.wrong.joined(separator: "\n")
    #expect(run.wrong.isEmpty, "seed \(run.seed), \(run.tally):\n\(list)")
  }
}

/// What the environment says of the fuzz.
private enum FuzzSettings {
  /// `LEAKCHECK_FUZZ_SEED`, to repeat a run or to try another.
  static var seed: UInt64 { number("LEAKCHECK_FUZZ_SEED").map(UInt64.init) ?? 2_026 }

  /// `LEAKCHECK_FUZZ_OBJECTS`, or what a minute allows.
  static var objects: Int { number("LEAKCHECK_FUZZ_OBJECTS") ?? standardObjects }

  #if DEBUG
  private static let standardObjects = Rounds.of(100_000, usually: 20_000)
  #else
  private static let standardObjects = Rounds.of(1_000_000, usually: 100_000)
  #endif

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
