public import LeakCheckGraph

/// Seeded random graphs of the shapes that graph algorithms get wrong.
public enum RandomGraph {
  /// Edges of a random graph: sparse or dense, with self references and parallel edges.
  public static func edges(
    vertexCount: Int, using random: inout SplitMix64
  ) -> [(tail: Int32, head: Int32)] {
    let density = Double.random(in: 0.3...3, using: &random)
    let count = Int(Double(vertexCount) * density)
    return (0..<count).map { _ in
      (
        Int32.random(in: 0..<Int32(vertexCount), using: &random),
        Int32.random(in: 0..<Int32(vertexCount), using: &random)
      )
    }
  }

  /// A random graph with every feature of the format: roots, expectations, owners, strengths, ends,
  /// retain counts.
  public static func graph(
    seed: UInt64, objects: ClosedRange<Int> = 1...12, collector: ObjectGraph.Collector = .arc
  ) -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: objects, using: &random)
    var builder = ObjectGraph.Builder()
    builder.collector = collector
    let rootChance = random.chance(0.3) ? 0 : 0.2
    for index in 0..<count {
      builder.add(object(index, rootChance: rootChance, using: &random))
    }
    for edge in edges(vertexCount: count, using: &random) {
      builder.add(reference(edge, objectCount: count, using: &random))
    }
    do { return try builder.build() } catch { preconditionFailure("seed \(seed): \(error)") }
  }

  private static func object(
    _ index: Int, rootChance: Double, using random: inout SplitMix64
  ) -> ObjectDescription {
    let type = ["A", "B", "Screen", "Session"].randomElement(using: &random) ?? "A"
    var object = ObjectDescription(id: .text("o\(index)"), type: type)
    object.size = Int64.random(in: 0...100, using: &random)
    if random.chance(rootChance) { object.root = "static" }
    if random.chance(0.25) { object.expectation = LifetimeExpectation(.gone) }
    if random.chance(0.05) { object.expectation = LifetimeExpectation(.alive) }
    if random.chance(0.25) { object.owner = .framework }
    if random.chance(0.25) { object.kind = .closure }
    if random.chance(0.1) { object.retainCount = Int32.random(in: 0...4, using: &random) }
    return object
  }

  private static func reference(
    _ edge: (tail: Int32, head: Int32), objectCount: Int, using random: inout SplitMix64
  ) -> ReferenceDescription {
    var reference = ReferenceDescription(from: .text("o\(edge.tail)"), to: .text("o\(edge.head)"))
    reference.name =
      ["self", "delegate", "child", "items", "owner", ""].randomElement(using: &random) ?? ""
    if random.chance(0.15) {
      reference.strength = Strength.allCases.randomElement(using: &random) ?? .weak
    }
    if random.chance(0.15) {
      let owner = ObjectID.text("o\(Int.random(in: 0..<objectCount, using: &random))")
      let callers: [ReferenceDescription.Caller] = [
        .automatically, .inTeardown, .inDeinit(of: owner),
      ]
      reference.until = .init(
        event: "cancel()", called: callers.randomElement(using: &random) ?? .automatically)
    }
    return reference
  }
}

extension ObjectGraph {
  /// The same graph, built from its objects and references in a random order.
  public func shuffled(seed: UInt64) -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    var builder = Builder()
    builder.heading = storage.heading
    for reference in references.shuffled(using: &random) {
      builder.add(reference.referenceDescription)
    }
    for object in objects.shuffled(using: &random) { builder.add(object.objectDescription) }
    do { return try builder.build() } catch { preconditionFailure("\(error)") }
  }
}
