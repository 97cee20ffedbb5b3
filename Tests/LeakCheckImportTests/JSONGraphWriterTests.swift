import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

@Suite struct JSONGraphWriterTests {
  @Test func `The canonical form has a line for each object and reference`() throws {
    let text = """
      {
        "leakcheck": 1,
        "name": "a \\"name\\"\\n\\u0001",
        "collector": "tracing",
        "moment": "running",
        "x-a": [1, {"b": 2}], "x-b": 1e3,
        "objects": [
          {"id": 7, "type": "A", "root": true},
          {"id": "c", "type": "B", "kind": "closure", "size": 32, "name": "n", "file": "F.swift", \
      "line": 14, "root": "static", "owner": "framework", "retainCount": 0, "expect": "gone", \
      "because": "popped", "x-c": {}}
        ],
        "references": [
          {"from": 7, "to": 7},
          {"from": "c", "to": 7, "name": "self", "strength": "weak", "kind": "capture", \
      "until": {"event": "e", "called": "inDeinit", "of": "c", "x-d": "\\u0000"}, "x-d": null},
          {"from": "c", "to": 7, "name": "z", "until": {"event": "e", "called": "inTeardown", \
      "x-e": 1}}
        ]
      }

      """
    let graph = try JSONGraphReader().read(Array(text.utf8), from: "text")
    #expect(JSONGraphWriter().text(of: graph) == text)
  }

  @Test func `An empty graph is four lines`() throws {
    let graph = try ObjectGraph.Builder().build()
    #expect(
      JSONGraphWriter().text(of: graph) == "{\n  \"leakcheck\": 1,\n  \"objects\": []\n}\n")
  }

  @Test func `References are counted while they are written`() throws {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "A"))
    for _ in 0..<40_000 { builder.add(ReferenceDescription(from: "a", to: "a")) }
    let graph = try builder.build()
    let (record, stage) = (WorkRecord(), WorkStage("write", "writing", counting: .references))
    var counted = 0
    WorkRecord.$current.withValue(record) {
      stage.run { counter in
        var text = ""
        JSONGraphWriter().write(graph, to: &text, counter)
        counted = counter.count
      }
    }
    #expect((20_000...40_000).contains(counted))
  }

  @Test func `The order of members and extra white space do not show`() throws {
    let texts = [
      #"{"leakcheck": 1, "x-a": [1,2 , {"b":1}], "x-b": 1, "objects": [{"id": 1, "type": "A"}]}"#,
      #"{"objects":[{"type":"A","id":1.0}],"x-b":1,"x-a":[ 1,2,{ "b" : 1 } ],"leakcheck":1e0}"#,
    ]
    let written = try texts.map {
      JSONGraphWriter().text(of: try JSONGraphReader().read(Array($0.utf8), from: "text"))
    }
    #expect(written[0] == written[1])
  }

  @Test(arguments: UInt64(1)...300)
  func `A random graph survives writing, reading and shuffling`(_ seed: UInt64) throws {
    let graph = RandomGraph.graph(seed: seed)
    let text = JSONGraphWriter().text(of: graph)
    let read = try JSONGraphReader().read(Array(text.utf8), from: "seed \(seed)")
    #expect(read.objects.map(\.objectDescription) == graph.objects.map(\.objectDescription))
    #expect(
      read.references.map(\.referenceDescription) == graph.references.map(\.referenceDescription))
    #expect(JSONGraphWriter().text(of: read) == text)

    let shuffled = try JSONGraphReader().read(
      Array(Self.shuffledLines(of: text, seed: seed).utf8), from: "seed \(seed)")
    #expect(JSONGraphWriter().text(of: shuffled) == text)
  }

  /// The same JSON with its objects and its references in another order.
  private static func shuffledLines(of text: String, seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("    {") }.map { row in
      row.hasSuffix(",") ? row.dropLast() : row
    }
    let objects = rows.filter { $0.hasPrefix("    {\"id\"") }.shuffled(using: &random)
    let references = rows.filter { $0.hasPrefix("    {\"from\"") }.shuffled(using: &random)
    return "{\"references\": [\(references.joined(separator: ","))],"
      + "\"objects\": [\(objects.joined(separator: ","))], \"leakcheck\": 1}"
  }
}
