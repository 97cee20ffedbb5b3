import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct BinaryGraphWriterTests {
  @Test func `The bytes of a graph never change`() {
    let bytes = BinaryGraphWriter().bytes(of: ObjectGraph("root -> a 'x'; a ~> root 'y'"))
    #expect(bytes.count == 1_090)
    #expect(BinaryChecksum.checksum(of: bytes) == 10_252_213_185_703_375_432)
  }

  @Test func `An object takes 25 bytes at most and a reference 9, texts apart`() throws {
    let few = try Self.byteCount(objects: 3_000, references: 0)
    let many = try Self.byteCount(objects: 6_000, references: 0)
    #expect(many - few <= 3_000 * 25)
    let referring = try Self.byteCount(objects: 6_000, references: 10_000)
    let more = try Self.byteCount(objects: 6_000, references: 30_000)
    #expect(more - referring <= 20_000 * 9)
  }

  /// The bytes of a graph with ids and sizes that need all their bytes, and every column in use.
  private static func byteCount(objects: Int, references: Int) throws -> Int {
    var random = SplitMix64(seed: 9)
    var builder = ObjectGraph.Builder()
    for index in 0..<objects {
      var object = ObjectDescription(id: id(index), type: "T\(index % 300)")
      object.kind = ObjectKind.known[index % 12]
      object.size = Int64.random(in: 0...0xffff_ffff, using: &random)
      object.name = "n\(index % 200)"
      object.retainCount = Int32(index % 5)
      object.line = Int32(index % 3_000)
      builder.add(object)
    }
    for index in 0..<references {
      var reference = ReferenceDescription(
        from: id(index % objects), to: id(index * 7 % objects))
      reference.name = "r\(index)"
      builder.add(reference)
    }
    let graph = try builder.build()
    let texts = (0..<Int32(graph.storage.strings.count)).reduce(0) {
      // A text takes its bytes and its end.
      $0 + graph.storage.strings[$1].utf8.count + 4
    }
    return BinaryGraphWriter().bytes(of: graph).count - texts
  }

  private static func id(_ index: Int) -> ObjectID { .number(Int64(index) << 44 | 1) }
}
