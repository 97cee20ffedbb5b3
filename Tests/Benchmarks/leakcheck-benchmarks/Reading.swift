import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport

/// Our side of the readers' comparison: one dump, read again and again.
///
/// Prints `NAME MILLISECONDS` for each job, medians by the clock, as the readers' peers do; then what the graph holds
/// and the peak of the process, each in a line that begins with `#`.
struct Reading {
  let file: String
  let runs: Int

  func run() throws {
    // Later runs keep what the ones before have freed.
    _ = try GraphReaders.read(map())
    let peak = peak()
    let graph = try time("read") { try GraphReaders.read(map()) }
    let readers: [any GraphReader] = [JSONGraphReader(), V8SnapshotReader(), HPROFReader()]
    let ending = URL(fileURLWithPath: file).pathExtension
    if let reader = readers.first(where: { $0.pathExtensions.contains(ending) }) {
      _ = try time("read, one thread") { try reader.read(map()) }
    }
    print("# objects \(graph.objectCount)")
    print("# references \(graph.references.count)")
    print("# peak \(peak)")
    // A dump without expectations has few findings but takes the same analysis.
    _ = try time("read and check") {
      Checks.findings(in: GraphAnalysis(of: try GraphReaders.read(map()))).count
    }
  }

  private func map() throws -> DumpFile {
    guard let dump = try DumpFile.copying(file) else { throw Failure("cannot read \(file)") }
    return dump
  }

  /// The result of the last run; one run before the measured ones is not counted.
  private func time<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
    var result: Result? = try work()
    var times: [Double] = []
    for _ in 0..<runs {
      // Two of them at once would be a heap twice as large.
      result = nil
      let start = ContinuousClock.now
      result = try work()
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    print("leakcheck \(name): \(String(format: "%.1f", times.sorted()[runs / 2]))")
    guard let result else { throw Failure("no run") }
    return result
  }

  /// The most memory that the process had, in bytes, with the bytes of the dump.
  private func peak() -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = line?.split(whereSeparator: \.isWhitespace) ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
  }
}
