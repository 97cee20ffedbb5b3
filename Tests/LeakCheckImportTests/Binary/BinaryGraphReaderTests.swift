import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct BinaryGraphReaderTests {
  @Test(arguments: UInt64(1)...300)
  func `A random graph survives writing and reading`(_ seed: UInt64) throws {
    try expectSame(RandomGraph.graph(seed: seed, objects: 1...40), seed: seed)
  }

  @Test func `A graph with something in every section survives`() throws {
    let graph = try BinaryFileEditor.fullGraph()
    let editor = BinaryFileEditor(graph)
    let palettes: [BinarySection] = [.typePalette, .kindPalette, .filePalette]
    for section in BinarySection.allCases where !"\(section)".hasSuffix("Palette") {
      #expect(editor.place(of: section) != nil, "\(section)")
    }
    #expect(palettes.allSatisfy { editor.place(of: $0) == nil }, "few rows are smaller without")
    try expectSame(graph, seed: 1)
  }

  @Test func `An empty graph survives`() throws {
    var builder = ObjectGraph.Builder()
    try expectSame(try builder.build(), seed: 1)
    builder = ObjectGraph.Builder()
    builder.name = "n"
    builder.collector = .tracing
    builder.moment = .running
    try expectSame(try builder.build(), seed: 1)
  }

  @Test func `Hostile names survive`() throws {
    var builder = ObjectGraph.Builder()
    for (index, name) in HostileNames.all.enumerated() {
      var object = ObjectDescription(id: .text(name), type: name)
      object.kind = ObjectKind(rawValue: name)
      object.name = name
      object.file = HostileNames.all[(index + 1) % HostileNames.all.count]
      builder.add(object)
      var reference = ReferenceDescription(from: .text(name), to: .text(HostileNames.all[0]))
      reference.name = name
      builder.add(reference)
    }
    try expectSame(try builder.build(), seed: 3)
  }

  @Test(
    arguments: [
      [0, 1, 2], [-5, 300, 70_000], [.min, .max], [.min, 0, .max], [7], [.max], [.min],
      [105_553_116_266_496, 105_553_116_266_512], [0, 1 << 40], [0, 1 << 32, 1 << 33], [-1, 0],
      [0, 0xffff_ffff], [0, 0x1_0000_0000], [3, 0x1_0000_0002], [3, 0x1_0000_0003],
    ] as [[Int64]])
  func `Ids survive at every width`(_ ids: [Int64]) throws {
    var builder = ObjectGraph.Builder()
    for id in ids {
      var object = ObjectDescription(id: .number(id), type: "A")
      object.size = id < 0 ? 0 : id
      builder.add(object)
    }
    let read = try expectSame(try builder.build(), seed: 1)
    for id in ids { #expect(read.object(withID: .number(id))?.id == .number(id)) }
    #expect(read.object(withID: 12_345) == nil)
    #expect(read.object(withID: "a") == nil)
  }

  @Test func `Columns of one, two and four bytes survive`() throws {
    for count in [200, 300, 70_000] {
      var builder = ObjectGraph.Builder()
      for id in 0..<count {
        var object = ObjectDescription(id: .number(Int64(id)), type: "T\(id)")
        object.line = Int32(id)
        object.name = "N\(id % 500)"
        builder.add(object)
        var reference = ReferenceDescription(
          from: .number(Int64(id)), to: .number(Int64(count - 1 - id)))
        reference.name = "n\(id % 400)"
        builder.add(reference)
      }
      try expectSame(try builder.build(), seed: nil)
    }
  }

  @Test func `Both sides of references are made when they are asked for, by any thread`()
    async throws
  {
    let graph = RandomGraph.graph(seed: 5, objects: 200...200)
    let bytes = BinaryGraphWriter().bytes(of: graph)
    for round in 0..<50 {
      let read = try BinaryGraphReader().read(bytes, from: "round \(round)")
      let seen = await withTaskGroup(of: [Int32].self, returning: [[Int32]].self) { group in
        for task in 0..<4 {
          group.addTask {
            task % 2 == 0
              ? read.storage.sources.array
              : read.storage.incomingStarts.array + read.storage.incoming.array
          }
        }
        var seen: [[Int32]] = []
        for await column in group { seen.append(column) }
        return seen
      }
      let expected = [
        graph.storage.sources.array,
        graph.storage.incomingStarts.array + graph.storage.incoming.array,
      ]
      #expect(seen.allSatisfy(expected.contains))
    }
  }

  @Test func `A binary graph is known by its first bytes`() throws {
    let bytes = BinaryGraphWriter().bytes(of: try BinaryFileEditor.fullGraph())
    #expect(try GraphReaders.read(bytes, from: "-").objects.count == 12)
    #expect(try GraphReaders.read(bytes, from: "dump.LCGRAPH").objects.count == 12)
    #expect(!BinaryGraphReader().recognizes(Array("{\"leakcheck\": 1".utf8)))
  }

  /// Writes and reads the graph, and compares everything that can be seen of it.
  @discardableResult
  private func expectSame(_ graph: ObjectGraph, seed: UInt64?) throws -> ObjectGraph {
    let bytes = BinaryGraphWriter().bytes(of: graph)
    let read = try BinaryGraphReader().read(bytes, from: "graph")
    #expect(JSONGraphWriter().text(of: read) == JSONGraphWriter().text(of: graph))
    #expect(BinaryGraphWriter().bytes(of: read) == bytes)
    #expect(
      read.objects.map { $0.referrers.map(\.source.id) }
        == graph.objects.map { $0.referrers.map(\.source.id) })
    if let seed {
      #expect(BinaryGraphWriter().bytes(of: graph.shuffled(seed: seed)) == bytes)
    }
    return read
  }
}
