import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckText

/// A reader with everything behind it.
enum FuzzTarget: String, CaseIterable {
  case json, v8, hprof, leaks, lcgraph, gzip, scenario

  /// Reads an input, and what comes of it: either a graph with sound reports or an error with its place.
  func run(_ bytes: [UInt8]) {
    do throws(InputError) {
      switch self {
      case .scenario: try runScenario(bytes)
      case .json: try runJSON(bytes)
      default: Oracles.check(try GraphReaders.read(bytes, from: source))
      }
    } catch {
      Oracles.check(error, of: bytes)
    }
  }

  /// A name by which the reader is chosen; compressed files are known by their content.
  private var source: String {
    switch self {
    case .json: "fuzz.json"
    case .v8: "fuzz.heapsnapshot"
    case .hprof: "fuzz.hprof"
    case .leaks: "fuzz.leaks"
    case .lcgraph: "fuzz.lcgraph"
    case .gzip, .scenario: "fuzz"
    }
  }

  /// Graph JSON in all ways: by one thread, by two as a large file, and from a file that is long enough to be copied.
  private func runJSON(_ bytes: [UInt8]) throws(InputError) {
    let one = Self.outcome { () throws(InputError) in
      try JSONGraphReader(threads: 1).read(bytes, from: source)
    }
    let two = Self.outcome { () throws(InputError) in
      try JSONGraphReader(threads: 2, splitSize: 16).read(bytes, from: source)
    }
    Oracles.require(one == two, "two threads read \(two), one reads \(one)")
    if FNV1a.hash(bytes) % 64 == 0 {
      let copied = Self.outcome { () throws(InputError) in try Self.readFile(bytes) }
      Oracles.require(one == copied || !one.isGraph, "a file reads \(copied), memory \(one)")
    }
    Oracles.check(try JSONGraphReader().read(bytes, from: source))
  }

  private enum Outcome: Equatable {
    case graph(String)
    case failure(String)

    var isGraph: Bool { if case .graph = self { true } else { false } }
  }

  private static func outcome(_ read: () throws(InputError) -> ObjectGraph) -> Outcome {
    do throws(InputError) {
      return .graph(JSONGraphWriter().text(of: try read()))
    } catch {
      return .failure("\(error)")
    }
  }

  /// Reads the bytes from a file, with so much white space behind them that it is copied by threads.
  private static func readFile(_ bytes: [UInt8]) throws(InputError) -> ObjectGraph {
    let path =
      FileManager.default.temporaryDirectory.path
      + "/leakcheck-fuzz-\(ProcessInfo.processInfo.processIdentifier).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let padded = bytes + [UInt8](repeating: 0x20, count: 1 << 16)
    guard FileManager.default.createFile(atPath: path, contents: Data(padded)),
      let dump = try DumpFile.copying(path)
    else { fatalError("cannot write \(path)") }
    return try GraphReaders.read(dump)
  }

  private func runScenario(_ bytes: [UInt8]) throws(InputError) {
    let scenario = try ScenarioReader().read(bytes, from: source)
    let outcome = try scenario.run()
    Oracles.check(outcome.graph)
  }
}
