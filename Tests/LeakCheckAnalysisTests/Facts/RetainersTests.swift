import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct RetainersTests {
  /// Roots that hold very many, some of them by several references, and chains below them.
  private func graph(_ seed: UInt64) throws -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    var builder = ObjectGraph.Builder()
    let (roots, all) = (3, 200)
    for number in 0..<all {
      var object = ObjectDescription(id: .number(Int64(number)), type: "T")
      if number < roots { object.root = "a root" }
      builder.add(object)
    }
    for number in roots..<all {
      for _ in 0..<2 {
        let from = Int64(Int.random(in: 0..<roots, using: &random))
        builder.add(ReferenceDescription(from: .number(from), to: .number(Int64(number))))
      }
      if number % 3 == 0 {
        let other = Int64(Int.random(in: roots..<all, using: &random))
        var reference = ReferenceDescription(from: .number(other), to: .number(Int64(number)))
        reference.strength = number % 2 == 0 ? .strong : .weak
        builder.add(reference)
      }
    }
    return try builder.build()
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `edges among a few are the same from either end`(seed: UInt64) throws {
    let analysis = GraphAnalysis(of: try graph(seed))
    let retainers = Retainers(analysis)
    var random = SplitMix64(seed: seed)
    for count in [1, 3, 10, 100] {
      let chosen = (3..<200).shuffled(using: &random).prefix(count)
      let vertices = ([0, 1, 2] + chosen).map { Int32($0) }.sorted()
      let expected = analysis.retaining.induced(on: vertices)
      let found = retainers.induced(on: vertices)
      #expect(found.starts == expected.starts && found.heads == expected.heads)
      #expect(found.references == expected.references)
    }
  }
}
