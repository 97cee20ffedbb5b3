import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

@Suite struct V8SnapshotReaderTests {
  @Test(arguments: Rounds.seeds(500, usually: 100))
  func `A random heap in a random layout is read as it was meant`(seed: UInt64) throws {
    let model = V8Model.random(seed: seed)
    var random = SplitMix64(seed: seed &+ 1_000_000)
    let style = V8Style.random(using: &random)
    let text = model.text(style)
    let graph = try V8SnapshotReader().read(text, from: "random")
    let expected = try model.expectedGraph(
      hasDetachedness: style.nodeFields.contains("detachedness"))
    #expect(graph.collector == .tracing)
    #expect(graph.objects.map(\.objectDescription) == expected.objects.map(\.objectDescription))
    #expect(
      graph.references.map(\.referenceDescription)
        == expected.references.map(\.referenceDescription),
      "\(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: [V8Style.node12, .node20, .node24])
  func `A snapshot is known by its content`(_ style: V8Style) throws {
    let text = V8Model.random(seed: 1).text(style)
    #expect(V8SnapshotReader().recognizes(Array(text.prefix(4_096))))
    #expect(try GraphReaders.read(text, from: "-").collector == .tracing)
    #expect(!V8SnapshotReader().recognizes(Array(#"{"leakcheck": 1, "objects": []}"#.utf8)))
    #expect(!JSONGraphReader().recognizes([]))
  }

  @Test func `Half a surrogate pair becomes the replacement character`() throws {
    var model = V8Model.random(seed: 3)
    model.nodes = [V8Model.Node(type: "string", name: "ab", id: 1, size: 1)]
    let text = String(decoding: model.text(.node24), as: UTF8.self)
      .replacing("\"ab\"", with: #""a\uD83Db\ude00\uD83D\u00e9""#)
    let graph = try V8SnapshotReader().read(Array(text.utf8), from: "-")
    #expect(graph.objects.first?.name == "a\u{fffd}b\u{fffd}\u{fffd}é")
  }

  @Test func `The root may be another node than the first`() throws {
    let model = V8Model.random(seed: 12)
    try #require(model.nodes.count > 2)
    let text = String(decoding: model.text(.node24), as: UTF8.self)
      .replacing("\"node_count\"", with: "\"root_index\":12,\"node_count\"")
    let graph = try V8SnapshotReader().read(Array(text.utf8), from: "-")
    #expect(graph.objects.filter(\.isRoot).map(\.id) == [.number(model.nodes[2].id)])
  }
}
