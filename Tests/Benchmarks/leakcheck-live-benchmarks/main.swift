import Foundation
import LeakCheckCapture
import LeakCheckTesting

/// What one check costs in a process with many live objects: `Tests/Benchmarks/live` runs it.
///
/// Prints a line of Markdown for each job: median and least time by the clock, median time of the processor.
struct LiveBenchmark {
  let name: String
  let runs: Int

  func run(_ population: () -> Void) throws {
    population()
    measure("a passing `expectNoLeaks`") {
      expectNoLeaks {
        let visitor = Visitor()
        visitor.visits += 1
      }
    }
    measure("a failing `expectNoLeaks`") {
      expectNoLeaks {
        let offender = Offender()
        offender.accomplice = Offender()
        offender.accomplice?.accomplice = offender
      }
    }
    try measure("`captureObjectGraph`") { _ = try captureObjectGraph() }
  }

  private func measure(_ job: String, _ work: () throws -> Void) rethrows {
    try work()
    var times: [Double] = []
    var processorTimes: [Double] = []
    for _ in 0..<runs {
      let (start, processorStart) = (ContinuousClock.now, Self.processorTime)
      try work()
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      processorTimes.append(Self.processorTime - processorStart)
    }
    let numbers = [times.sorted()[runs / 2], times.min() ?? 0, processorTimes.sorted()[runs / 2]]
    let words = numbers.map { String(format: $0 < 100 ? "%.1f" : "%.0f", $0) }
    print("| \(name) | \(job) | \(words.joined(separator: " | ")) |")
  }

  /// The milliseconds that this process has used the processor, in the program and in the system.
  private static var processorTime: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[2]), let runs = Int(arguments[3]), runs > 0
else {
  let usage = "leakcheck-live-benchmarks residents|records COUNT RUNS\n"
  FileHandle.standardError.write(Data(usage.utf8))
  exit(64)
}
try LiveBenchmark(name: "\(arguments[1]) \(count)", runs: runs).run {
  switch arguments[1] {
  case "records": Population.makeRecords(count)
  default: Population.makeResidents(count)
  }
}
