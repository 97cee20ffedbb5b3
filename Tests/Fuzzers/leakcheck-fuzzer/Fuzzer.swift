import CLibFuzzer
import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// Feeds one reader with what libFuzzer makes of the seeds: `LEAKCHECK_FUZZ=json leakcheck-fuzzer CORPUS`.
@main struct Fuzzer {
  /// What is fuzzed.
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["LEAKCHECK_FUZZ"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("LEAKCHECK_FUZZ is \"\(name)\", expected one of \(names)")
    }
    return target
  }()

  static func main() throws {
    if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "seeds" {
      return try writeSeeds(from: CommandLine.arguments[2], to: CommandLine.arguments[3])
    }
    let status = unsafe leakcheck_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
      Fuzzer.target.run(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(status)
  }

  /// Writes the graphs of a folder in binary form to another, and one that is large in both forms: seeds that are not
  /// in the repository as files.
  private static func writeSeeds(from folder: String, to other: String) throws {
    try Data(largeGraph.utf8).write(to: URL(fileURLWithPath: "\(folder)/large.json"))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      guard let graph = try? JSONGraphReader().read(Array(data), from: name) else { continue }
      let bytes = BinaryGraphWriter().bytes(of: graph)
      try Data(bytes).write(to: URL(fileURLWithPath: "\(other)/\(name).lcgraph"))
    }
  }

  /// Enough for a file that the system copies, also in binary form.
  private static var largeGraph: String {
    let count = 1_800
    let objects = (0..<count).map {
      #"{"id":"object \#($0) of many","type":"Type \#($0 % 50)","size":\#($0)}"#
    }
    let references = (1..<2 * count).map {
      #"{"from":"object \#($0 / 3) of many","to":"object \#($0 % count) of many","name":"n\#($0 % 9)"}"#
    }
    return #"{"leakcheck":1,"objects":[\#(objects.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }
}
