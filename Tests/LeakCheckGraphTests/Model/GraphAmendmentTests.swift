import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct GraphAmendmentTests {
  /// The graph made again of descriptions that are changed one by one.
  @Test func `an amended graph is the one that changed descriptions make`() throws {
    for seed: UInt64 in 0..<3_000 {
      let graph = Self.graph(seed: seed)
      let change = Change(of: graph, seed: seed)
      let amended = change.amended(graph)
      let expected = try change.rebuilt(graph)
      #expect(Self.contents(amended) == Self.contents(expected), "seed \(seed)")
      #expect(
        amended.objects.map { $0.referrers.map(\.referenceDescription) }
          == expected.objects.map { $0.referrers.map(\.referenceDescription) }, "seed \(seed)")
    }
  }

  @Test func `the graph that is amended stays as it was`() {
    let graph = Self.graph(seed: 4)
    let before = Self.contents(graph)
    _ = Change(of: graph, seed: 4).amended(graph)
    #expect(Self.contents(graph) == before)
  }

  @Test func `what does not change is not copied`() {
    let graph = RandomGraph.graph(seed: 1, objects: 50...50)
    var amendment = GraphAmendment(of: graph)
    amendment.expect(.gone, of: [0], because: "option")
    let amended = amendment.amended()
    #expect(Self.start(of: amended.storage.targets) == Self.start(of: graph.storage.targets))
    #expect(Self.start(of: amended.storage.incoming) == Self.start(of: graph.storage.incoming))
    #expect(Self.start(of: amended.storage.marks) != Self.start(of: graph.storage.marks))
  }

  private static func start<Element>(of column: Column<Element>) -> UInt {
    unsafe column.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  /// Everything that a graph says, in its order.
  private struct Contents: Equatable {
    var heading: GraphHeading
    var objects: [ObjectDescription]
    var references: [ReferenceDescription]
    /// As they are stored: those of an end that is no more would not show.
    var extensions: [String]
  }

  private static func contents(_ graph: ObjectGraph) -> Contents {
    let extensions = graph.storage.referenceExtensions
    return Contents(
      heading: graph.storage.heading, objects: graph.objects.map(\.objectDescription),
      references: graph.references.map(\.referenceDescription),
      extensions: (0..<graph.referenceCount).map { reference in
        extensions[reference].map { graph.storage.strings[$0] } ?? ""
      })
  }

  /// A random graph in which many references are alike but for strength, end and extensions.
  private static func graph(seed: UInt64) -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    let graph = RandomGraph.graph(seed: seed)
    var builder = ObjectGraph.Builder()
    (builder.name, builder.moment) = ("seed \(seed)", seed % 2 == 0 ? .running : .after)
    for object in graph.objects { builder.add(object.objectDescription) }
    for reference in graph.references {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        var description = reference.referenceDescription
        if random.chance(0.3) { description.strength = .weak }
        if random.chance(0.2) { description.kind = .capture }
        if random.chance(0.3) {
          description.extensions = #""x-a": \#(Int.random(in: 0...2, using: &random))"#
        }
        if random.chance(0.3) {
          description.until = .init(
            event: ["a()", "b()", "z()"].randomElement(using: &random) ?? "a()",
            called: random.chance(0.5) ? .inTeardown : .inDeinit(of: reference.target.id))
          if random.chance(0.3) { description.until?.extensions = #""x-b": 1"# }
        }
        builder.add(description)
      }
    }
    do { return try builder.build() } catch { preconditionFailure("seed \(seed): \(error)") }
  }
}

/// Random things to assume of a graph.
private struct Change {
  private(set) var gone: [Int32] = []
  private(set) var alive: [Int32] = []
  private(set) var forgotten: [Int32] = []
  private(set) var held: [Int32] = []
  private(set) var released: [Int32: Int32] = [:]
  private(set) var weak: [Int32] = []

  init(of graph: ObjectGraph, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 1)
    for object in 0..<graph.objectCount {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: gone.append(object)
      case 1: alive.append(object)
      case 2: forgotten.append(object)
      default: break
      }
      if random.chance(0.2) { held.append(object) }
      if random.chance(0.5) { released[object] = Int32.random(in: 1...3, using: &random) }
    }
    weak = (0..<graph.referenceCount).filter { _ in random.chance(0.4) }
  }

  func amended(_ graph: ObjectGraph) -> ObjectGraph {
    var amendment = GraphAmendment(of: graph)
    amendment.expect(.gone, of: gone, because: "gone")
    amendment.expect(.alive, of: alive)
    amendment.expect(nil, of: forgotten)
    amendment.hold(held, because: "held")
    amendment.release(released)
    amendment.weaken(weak)
    return amendment.amended()
  }

  /// The same with a graph built again of descriptions that are changed one by one.
  func rebuilt(_ graph: ObjectGraph) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.heading = graph.storage.heading
    for object in graph.objects { builder.add(changed(object)) }
    for reference in graph.references {
      var description = reference.referenceDescription
      if weak.contains(reference.index) { (description.strength, description.until) = (.weak, nil) }
      builder.add(description)
    }
    return try builder.build()
  }

  private func changed(_ object: ObjectGraph.Object) -> ObjectDescription {
    var description = object.objectDescription
    if gone.contains(object.index) {
      description.expectation = LifetimeExpectation(.gone, because: "gone")
    }
    if alive.contains(object.index) { description.expectation = LifetimeExpectation(.alive) }
    if forgotten.contains(object.index) { description.expectation = nil }
    if held.contains(object.index) { description.root = "held" }
    if let count = description.retainCount, let fewer = released[object.index] {
      description.retainCount = max(0, count - fewer)
    }
    return description
  }
}
