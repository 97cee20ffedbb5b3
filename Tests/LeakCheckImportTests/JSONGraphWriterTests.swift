import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

@Suite struct JSONGraphWriterTests {
  private func read(_ text: String) throws -> ObjectGraph {
    try JSONGraphReader().read([UInt8](text.utf8), from: "g.json")
  }

  @Test func `a graph that was written is read back, from any order`() throws {
    for seed: UInt64 in 0..<300 {
      let graph = RandomGraph.graph(seed: seed)
      let text = JSONGraphWriter().text(of: graph)
      let copy = try read(text)
      #expect(copy.objects.map(\.objectDescription) == graph.objects.map(\.objectDescription))
      #expect(
        copy.references.map(\.referenceDescription) == graph.references.map(\.referenceDescription))
      #expect(JSONGraphWriter().text(of: graph.shuffled(seed: seed)) == text)
    }
  }

  @Test func `each object and reference has a line, and defaults are left out`() throws {
    let text = """
      {
        "leakcheck": 1,
        "name": "n",
        "x-a": [1, {"b": "c"}],
        "objects": [
          {"id": 1, "type": "A", "kind": "closure", "root": true},
          {"id": "b", "type": "B", "size": 9, "expect": "gone", "because": "w", "x-o": null}
        ],
        "references": [
          {"from": 1, "to": "b", "name": "p", "strength": "weak"},
          {"from": "b", "to": 1, "until": {"event": "e", "called": "inDeinit", "of": 1}}
        ]
      }

      """
    #expect(JSONGraphWriter().text(of: try read(text)) == text)
  }

  @Test func `every character survives`() throws {
    var builder = ObjectGraph.Builder()
    let name = String(String.UnicodeScalarView((0...0x2ff).compactMap(Unicode.Scalar.init(_:))))
    var object = ObjectDescription(id: .text(name), type: "\u{2028}👩‍👧\u{202e}")
    object.name = name
    builder.add(object)
    let graph = try builder.build()
    let copy = try read(JSONGraphWriter().text(of: graph))
    #expect(copy.objects.map(\.objectDescription) == [object])
  }
}

@Suite struct FuzzTests {
  @Test func `three thousand damaged graphs are read or refused at a place`() {
    for seed: UInt64 in 0..<3_000 {
      var random = SplitMix64(seed: seed)
      var bytes = Array(JSONGraphWriter().text(of: RandomGraph.graph(seed: seed % 40)).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, using: &random) }
      do {
        _ = try JSONGraphReader().read(bytes, from: "g.json")
      } catch {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        #expect((1...max(1, lines.count)).contains(error.line), "seed \(seed)")
        let length = error.line <= lines.count ? lines[error.line - 1].count : 0
        #expect((1...length + 1).contains(error.column), "seed \(seed): \(error)")
      }
    }
  }

  private func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeSubrange(place...)
    case 2: bytes.insert(contentsOf: bytes[place...].prefix(50), at: place)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
    }
  }
}
