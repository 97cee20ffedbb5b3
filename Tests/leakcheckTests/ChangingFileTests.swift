import Foundation
import LeakCheckLocks
import LeakCheckTestSupport
import Testing

/// Whatever is read while somebody else writes into it: it is read as it was at some time, or refused with a word.
@Suite(.serialized) struct ChangingFileTests {
  /// A kind of input, with a file that its reader accepts.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let arguments: [String]
    let bytes: @Sendable () throws -> Data
  }

  @Test(arguments: kinds, [800, 400_000])
  func `no reader is ended by a signal when a file changes`(kind: Kind, size: Int) throws {
    let scratch = try Scratch(["g.json": Self.graph(2)])
    let url = scratch.url.appendingPathComponent(kind.file)
    let bytes = Self.padded(try kind.bytes(), to: size, kind.file)
    try bytes.write(to: url)
    let isDone = Atomic(false)
    let writer = Thread {
      var turn = 0
      while !isDone.load(ordering: .relaxed), let handle = FileHandle(forWritingAtPath: url.path) {
        turn += 1
        if turn % 3 == 0 { try? handle.truncate(atOffset: UInt64(bytes.count / 3)) }
        try? handle.write(
          contentsOf: turn % 2 == 0 ? bytes : Data(repeating: 0x55, count: bytes.count))
        try? handle.close()
      }
    }
    writer.start()
    defer { isDone.store(true, ordering: .relaxed) }
    for _ in 0..<Rounds.of(12, usually: 1) {
      let result = try CommandResult.ofLeakcheck(kind.arguments, in: scratch.url)
      #expect([0, 1, 2].contains(result.status), "\(result.status): \(result.errors)")
      #expect(result.status != 2 || result.errors.contains("leakcheck: error: "))
    }
  }

  @Test(arguments: kinds) func `a file that is cut short anywhere is refused or read`(
    kind: Kind
  ) throws {
    let scratch = try Scratch(["g.json": Self.graph(2)])
    let url = scratch.url.appendingPathComponent(kind.file)
    let bytes = try kind.bytes()
    let parts = Rounds.of(50, usually: 3)
    for part in 0..<parts {
      try bytes.prefix(bytes.count * part / parts).write(to: url)
      let result = try CommandResult.ofLeakcheck(kind.arguments, in: scratch.url)
      #expect([0, 1, 2].contains(result.status), "\(part): \(result.status) \(result.errors)")
      #expect(result.status != 2 || result.errors.contains("leakcheck: error: "))
    }
  }

  static let kinds: [Kind] = [
    Kind(testDescription: "graph JSON", file: "in.json", arguments: ["check", "in.json"]) {
      Data(graph(40).utf8)
    },
    Kind(testDescription: "binary graph", file: "in.lcgraph", arguments: ["check", "in.lcgraph"]) {
      let scratch = try Scratch(["g.json": graph(4_000)])
      _ = try CommandResult.ofLeakcheck(["convert", "g.json", "-o", "g.lcgraph"], in: scratch.url)
      return try Data(contentsOf: scratch.url.appendingPathComponent("g.lcgraph"))
    },
    Kind(testDescription: "heap dump", file: "in.hprof", arguments: ["check", "in.hprof"]) {
      Data(GrowingHeapDump(classes: 3, instances: 4_000).bytes { $0 ^ 1 })
    },
    Kind(
      testDescription: "heap snapshot", file: "in.heapsnapshot",
      arguments: ["check", "in.heapsnapshot"]
    ) {
      Data(snapshot.utf8)
    },
    Kind(testDescription: "leaks text", file: "in.leaks", arguments: ["check", "in.leaks"]) {
      Data(leaks.utf8)
    },
    Kind(
      testDescription: "configuration", file: "in.json",
      arguments: ["check", "g.json", "--config", "in.json"]
    ) {
      Data(#"{"leakcheck":1,"ownership":[{"holder":["A"],"references":["b"],"is":"owned"}]}"#.utf8)
    },
    Kind(
      testDescription: "baseline", file: "in.json",
      arguments: ["check", "g.json", "--baseline", "in.json"]
    ) {
      let scratch = try Scratch(["g.json": graph(40)])
      _ = try CommandResult.ofLeakcheck(
        ["check", "g.json", "--write-baseline", "b.json"], in: scratch.url)
      return try Data(contentsOf: scratch.url.appendingPathComponent("b.json"))
    },
    Kind(testDescription: "scenario", file: "in.json", arguments: ["simulate", "in.json"]) {
      Data(#"{"leakcheck":1,"steps":[{"new":"NSObject","as":"a"},{"drop":"a"}]}"#.utf8)
    },
    Kind(testDescription: "findings", file: "in.jsonl", arguments: ["merge", "in.jsonl"]) {
      let scratch = try Scratch(["g.json": graph(40)])
      let result = try CommandResult.ofLeakcheck(
        ["check", "g.json", "--format", "jsonl", "--limit", "1000"], in: scratch.url)
      return Data(result.output.utf8)
    },
    Kind(testDescription: "Swift source", file: "in.swift", arguments: ["scan", "in.swift"]) {
      Data("final class A { var b: A?; func f() { b = self } }\n".utf8)
    },
  ]

  /// As many cycles as wanted, each of types of its own.
  private static func graph(_ count: Int) -> String {
    let objects = (0..<2 * count).map { #"{"id":\#($0),"type":"T\#($0)"}"# }
    let references = (0..<2 * count).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# }
    return #"{"leakcheck":1,"objects":[\#(objects.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }

  private static let snapshot = """
    {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","detachedness"],
    "node_types":[["hidden","object","synthetic"],"string","number","number","number","number"],
    "edge_fields":["type","name_or_index","to_node"],
    "edge_types":[["context","property"],"string_or_number","node"]},"node_count":2,"edge_count":1},
    "nodes":[2,0,1,0,1,0,1,1,3,8,0,0],"edges":[1,1,6],"strings":["","A"]}
    """

  private static let leaks = """
    leaks Report Version: 4.0
    Process 3200: 41926 nodes malloced for 6668 KB
    Process 3200: 2 leaks for 64 total leaked bytes.

    2 (64 bytes) << TOTAL >>

      2 (64 bytes) ROOT CYCLE: <Person 0x600002332540> [32]
         1 (32 bytes) apartment --> ROOT CYCLE: <Apartment 0x600002332660> [32]
            person --> CYCLE BACK TO <Person 0x600002332540> [32]

    """

  /// What is text in as many bytes as wanted, by white space at its end.
  private static func padded(_ bytes: Data, to size: Int, _ file: String) -> Data {
    let isBinary = file.hasSuffix("lcgraph") || file.hasSuffix("hprof")
    guard !isBinary, bytes.count < size else { return bytes }
    return bytes + Data(repeating: 0x20, count: size - bytes.count)
  }
}
