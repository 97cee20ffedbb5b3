import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct ReferenceRolesTests {
  /// Random references under names and types that have a meaning.
  private func graph(seed: UInt64) throws -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    let types = [
      "ListView", "AppCoordinator", "MenuViewController", "MenuViewModel", "Box", "Node",
    ]
    let names = ["delegate", "parent", "children", "self", "value", "dataSource", "owner", ""]
    let kinds: [ObjectKind] = [.object, .closure, .collection, .task, .window]
    var builder = ObjectGraph.Builder()
    let count = Int.random(in: 2...8, using: &random)
    for index in 0..<count {
      var object = ObjectDescription(id: .number(Int64(index)), type: "")
      object.type = types.randomElement(using: &random) ?? ""
      object.kind = kinds.randomElement(using: &random) ?? .object
      object.owner = random.chance(0.3) ? .framework : .app
      builder.add(object)
    }
    for _ in 0..<20 {
      var reference = ReferenceDescription(
        from: .number(Int64.random(in: 0..<Int64(count), using: &random)),
        to: .number(Int64.random(in: 0..<Int64(count), using: &random)))
      reference.name = names.randomElement(using: &random) ?? ""
      reference.kind = ReferenceKind.allCases.randomElement(using: &random) ?? .property
      builder.add(reference)
    }
    return try builder.build()
  }

  @Test func `what was remembered of other references changes no answer`() throws {
    for seed in UInt64(0)..<500 {
      let graph = try graph(seed: seed)
      let remembering = ReferenceRoles(graph)
      for reference in 0..<graph.referenceCount {
        let fresh = ReferenceRoles(graph).answer(for: reference)
        #expect(remembering.answer(for: reference) == fresh, "seed \(seed), \(reference)")
      }
    }
  }
}
