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
      if self == .scenario { return try runScenario(bytes) }
      if self == .json { runThreads(bytes) }
      runFile(bytes)
      Oracles.check(try read(bytes))
    } catch {
      Oracles.check(error, of: bytes)
    }
  }

  private func read(_ bytes: [UInt8]) throws(InputError) -> ObjectGraph {
    try GraphReaders.read(bytes, from: source)
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

  /// Graph JSON by one thread, and by two as a large file is read.
  private func runThreads(_ bytes: [UInt8]) {
    let one = Self.outcome { () throws(InputError) in
      try JSONGraphReader(threads: 1).read(bytes, from: source)
    }
    let two = Self.outcome { () throws(InputError) in
      try JSONGraphReader(threads: 2, splitSize: 16).read(bytes, from: source)
    }
    Oracles.require(one == two, "two threads read \(two), one reads \(one)")
  }

  /// The size from which an input is read from a file as well.
  private static let fileSize = 1 << 12

  /// What is long enough from a file, and now and then what can be made long enough by white space.
  private func runFile(_ bytes: [UInt8]) {
    let isPadded = (self == .json || self == .v8) && FNV1a.hash(bytes) % 64 == 0
    guard isPadded || bytes.count >= Self.fileSize else { return }
    let one = Self.outcome { () throws(InputError) in try read(bytes) }
    let padding = bytes.count < Self.fileSize ? Self.fileSize : 0
    let copied = Self.outcome { () throws(InputError) in
      try Self.readFile(bytes + [UInt8](repeating: 0x20, count: padding), named: source)
    }
    Oracles.require(one == copied || !one.isGraph, "a file reads \(copied), memory \(one)")
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

  /// Reads the bytes from a file whose name ends as `name` does.
  private static func readFile(
    _ bytes: [UInt8], named name: String
  ) throws(InputError) -> ObjectGraph {
    let path =
      FileManager.default.temporaryDirectory.path
      + "/leakcheck-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)),
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
