import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct RetainCycleCheckTests {
  /// Copies of one small component, or almost, which keep later ones and are kept by other objects, some of them held.
  private func copies(seed: UInt64) throws -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    var builder = ObjectGraph.Builder()
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let (copies, size, others) = (number(2...6), number(1...4), number(0...4))
    let inner = (0..<size + number(0...3)).map { _ in (number(0...size - 1), number(0...size - 1)) }
    func add(_ from: Int, _ to: Int, _ name: String) {
      var reference = ReferenceDescription(from: .number(Int64(from)), to: .number(Int64(to)))
      reference.name = name
      builder.add(reference)
    }
    for id in 0..<copies * size + others {
      let isOther = id >= copies * size
      var object = ObjectDescription(
        id: .number(Int64(id)), type: isOther ? "Other" : "T\(id % size)")
      if !isOther, id % size == 1 { object.kind = .closure }
      if isOther, random.chance(0.3) { object.root = "static" }
      builder.add(object)
    }
    for copy in 0..<copies {
      for (index, edge) in inner.enumerated() {
        // Some copies differ in one name, which makes them another finding.
        let name = random.chance(0.1) ? 3 : index % 3
        add(copy * size + edge.0, copy * size + edge.1, "n\(name)")
      }
    }
    for _ in 0..<copies * 2 {
      let from = number(0...copies * size + others - 1)
      let to = number(0...copies * size + others - 1)
      // Never back, so that each stays a component of its own.
      if from < to || from >= copies * size {
        // One declaration may be both on the cycle and on the way to it: cut once, it ends both.
        add(from, to % (copies * size), random.chance(0.5) ? "next" : "n\(number(0...2))")
      }
    }
    return try builder.build()
  }

  @Test func `What equal components are told alike by is what each would be told by`() throws {
    var alike = 0
    for seed in UInt64(0)..<2_000 {
      let suspicion = Suspicion(GraphAnalysis(of: try copies(seed: seed)))
      let candidates = RetainCycleCheck(counter: .none).candidates(in: suspicion)
      for candidate in candidates {
        let finding = candidate.finding(suspicion)
        #expect(finding.fingerprint == candidate.fingerprint, "seed \(seed)")
        #expect(finding.severity == candidate.severity, "seed \(seed)")
        #expect(finding.isReachable == candidate.isReachable, "seed \(seed)")
      }
      alike += Set(candidates.map(\.fingerprint)).count < candidates.count ? 1 : 0
    }
    #expect(alike > 500)
  }
}
