import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct BinaryGraphReaderTests {
  @Test(arguments: UInt64(1)...300)
  func `A random graph survives writing and reading`(_ seed: UInt64) throws {
    let graph = RandomGraph.graph(seed: seed, objects: 1...40)
    let bytes = BinaryGraphWriter().bytes(of: graph)
    let read = try BinaryGraphReader().read(bytes, from: "seed \(seed)")
    #expect(JSONGraphWriter().text(of: read) == JSONGraphWriter().text(of: graph))
    #expect(BinaryGraphWriter().bytes(of: read) == bytes)
    #expect(BinaryGraphWriter().bytes(of: graph.shuffled(seed: seed)) == bytes)
  }
}
