import Foundation
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct GraphEstimateTests {
  /// A graph of so many objects and references, with long and short names among each other.
  private func graph(_ objects: Int, _ references: Int) throws -> ObjectGraph {
    var random = SplitMix64(seed: 4)
    var builder = ObjectGraph.Builder()
    for id in 0..<objects {
      let type = String(repeating: "T", count: Int.random(in: 1...40, using: &random))
      builder.add(ObjectDescription(id: .number(Int64(id)), type: type))
    }
    for _ in 0..<references {
      let ends = (0..<2).map { _ in
        ObjectID.number(Int64.random(in: 0..<Int64(objects), using: &random))
      }
      var reference = ReferenceDescription(from: ends[0], to: ends[1])
      reference.name = "id"
      builder.add(reference)
    }
    return try builder.build()
  }

  @Test(arguments: [(0, 0), (1, 0), (900, 2_000), (30_000, 100_000)])
  func `sampled counts of JSON are near the true ones, and those of binary graphs are exact`(
    objects: Int, references: Int
  ) throws {
    let graph = try graph(objects, references)
    let text = DumpFile(Array(JSONGraphWriter().text(of: graph).utf8), source: "a.json")
    let sampled = try GraphReaders.estimate(of: text)
    #expect(abs(sampled.objects - objects) <= objects / 10)
    #expect(abs(sampled.references - references) <= references / 10)
    #expect(sampled.reading >= text.count)
    let binary = DumpFile(BinaryGraphWriter().bytes(of: graph), source: "a.lcgraph")
    let stated = try GraphReaders.estimate(of: binary)
    #expect((stated.objects, stated.references) == (objects, references))
    #expect(stated.graph == binary.count)
  }

  @Test func `a graph of a tracing collector is known as one`() throws {
    let text = #"{"leakcheck": 1, "collector": "tracing", "objects": []}"#
    let dump = DumpFile(Array(text.utf8), source: "-")
    #expect(try GraphReaders.estimate(of: dump).collector == .tracing)
  }

  @Test func `no file of any format gives an estimate that overflows or fails`() {
    var random = SplitMix64(seed: 12)
    for round in 0..<500 {
      let count = Int.random(in: 0...300, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for reader in GraphReaders.all {
        let starts = [
          [], BinaryLayout.magic, Array(#"{"snapshot":{"meta":{"#.utf8), HPROFFormat.magic,
        ]
        let dump = DumpFile(starts[round % 4] + bytes, source: "-")
        let estimate = reader.estimate(of: dump)
        #expect(estimate.reading >= dump.count)
        #expect(estimate.objects >= 0 && estimate.references >= 0 && estimate.graph >= 0)
      }
    }
  }
}

@Suite struct ReceivedDumpTests {
  private func received(_ data: Data, limit: Int = .max) throws -> DumpFile? {
    let pipe = Pipe()
    let thread = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: data)
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    defer { try? pipe.fileHandleForReading.close() }
    return try DumpFile.reading(
      pipe.fileHandleForReading.fileDescriptor, source: "pipe", limit: limit)
  }

  @Test(arguments: [0, 1, 4095, 1 << 20, 1 << 20 + 1, 5_000_000])
  func `a pipe is read to its end`(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let dump = try #require(try received(data))
    #expect(dump.prefix(.max) == [UInt8](data))
    #expect(!dump.isInflated)
  }

  @Test func `a pipe that holds more than is wanted is given up`() throws {
    let data = Data(count: 10_000)
    #expect(try received(data, limit: 10_000)?.count == 10_000)
    #expect(try received(data, limit: 9_999) == nil)
  }

  @Test func `what cannot be read is an error`() {
    #expect(throws: ImportError.self) { try DumpFile.reading(-1, source: "nothing") }
  }
}
