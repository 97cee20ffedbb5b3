import LeakCheckGraph
import LeakCheckTestSupport

/// An invented heap, told in V8's words: what a snapshot is written from, and what it must be read as.
struct V8Model {
  struct Node {
    var type: String
    var name: String
    var id: Int64
    var size: Int64
    var detachedness = 0
    var edges: [Edge] = []
  }

  struct Edge {
    var type: String
    /// The name, where the type has one; otherwise the position as text.
    var name: String
    var target: Int
  }

  var nodes: [Node]

  static let nodeTypes = [
    "hidden", "array", "string", "object", "code", "closure", "regexp", "number", "native",
    "synthetic", "concatenated string", "sliced string", "symbol", "bigint", "object shape",
  ]
  static let edgeTypes = [
    "context", "element", "property", "internal", "hidden", "shortcut", "weak",
  ]

  /// A model of random nodes and edges; the first node is the root.
  static func random(seed: UInt64) -> V8Model {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...25, using: &random)
    let ids = Set((0..<count).map { _ in Int64.random(in: 1...4_294_967_295, using: &random) })
    var nodes = ids.sorted().shuffled(using: &random).map { node(id: $0, using: &random) }
    nodes[0] = Node(type: "synthetic", name: "", id: nodes[0].id, size: 0)
    for index in nodes.indices {
      let count = Int.random(in: 0...6, using: &random)
      nodes[index].edges = (0..<count).map { _ in
        edge(to: Int.random(in: nodes.indices, using: &random), in: nodes, using: &random)
      }
    }
    return V8Model(nodes: nodes)
  }

  private static func node(id: Int64, using random: inout SplitMix64) -> Node {
    let names = [
      "Object", "Array", "system / Context", "system / Map", "Detached HTMLDivElement", "Window",
      "Node / BindingData",
      "a \"b\" \\ \n\u{1}", "größer 👩‍👧", "", String(repeating: "é", count: 250),
      "x" + String(repeating: "y", count: 3_000),
    ]
    return Node(
      type: nodeTypes.randomElement(using: &random) ?? "",
      name: names.randomElement(using: &random) ?? "", id: id,
      size: random.chance(0.1)
        ? Int64.random(in: 0...(1 << 40), using: &random)
        : Int64.random(in: 0...99_999, using: &random),
      detachedness: random.chance(0.1) ? 2 : Int.random(in: 0...1, using: &random))
  }

  private static func edge(
    to target: Int, in nodes: [Node], using random: inout SplitMix64
  ) -> Edge {
    let type = edgeTypes.randomElement(using: &random) ?? ""
    if ["element", "hidden"].contains(type) {
      let position = Int.random(in: 0...(random.chance(0.1) ? 848_330_091 : 30), using: &random)
      return Edge(type: type, name: String(position), target: target)
    }
    let table = nodes.randomElement(using: &random)?.id ?? 0
    let names = [
      "cache", "", "12", "007", "3 / DevTools console", "größer \t", "map",
      "5 / part of key (A @7) -> value (B @9) pair in WeakMap (table @\(table))",
      // What V8 writes where the names of key and value are long.
      "5 / part of key (%s @%u) -> value (%s @%u) pair in WeakMap (table @%u)",
    ]
    return Edge(type: type, name: names.randomElement(using: &random) ?? "", target: target)
  }
}

extension V8Model {
  /// What a reader must make of the model, written down slowly and from the documentation alone.
  func expectedGraph(hasDetachedness: Bool) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.collector = .tracing
    for (index, node) in nodes.enumerated() {
      builder.add(description(of: node, isRoot: index == 0, hasDetachedness))
      for edge in node.edges {
        builder.add(description(of: edge, from: node, isRoot: index == 0))
      }
    }
    return try builder.build()
  }

  private func description(
    of node: Node, isRoot: Bool, _ hasDetachedness: Bool
  ) -> ObjectDescription {
    let isClass = ["hidden", "object", "native", "synthetic", "object shape"].contains(node.type)
    let name =
      node.name.unicodeScalars.count > 200
      ? String(String.UnicodeScalarView(node.name.unicodeScalars.prefix(200))) + "…" : node.name
    let type = isRoot ? "(root)" : isClass && !name.isEmpty ? name : node.type
    var object = ObjectDescription(id: .number(node.id), type: type)
    if !isClass { object.name = name }
    object.size = node.size
    if isRoot { object.root = "" }
    if isClass, ["Array"].contains(name) || node.type == "array" { object.kind = .collection }
    if node.type == "array" { object.kind = .collection }
    if node.type == "closure" { object.kind = .closure }
    if isClass, name == "system / Context" { object.kind = .box }
    let isOfV8 = ["hidden", "code", "native", "synthetic", "object shape"].contains(node.type)
    if isOfV8 || isClass && name == "system / Map" { object.owner = .framework }
    let isNamedDetached =
      ["object", "native"].contains(node.type) && node.name.hasPrefix("Detached ")
    let isWrapper = isClass && node.name.hasPrefix("Node / ")
    if isNamedDetached || hasDetachedness && node.detachedness == 2 && !isWrapper {
      object.expectation = LifetimeExpectation(.gone, because: "detached DOM node")
    }
    return object
  }

  private func description(of edge: Edge, from node: Node, isRoot: Bool) -> ReferenceDescription {
    var reference = ReferenceDescription(
      from: .number(node.id), to: .number(nodes[edge.target].id))
    reference.kind =
      switch edge.type {
      case "context": .capture
      case "element": .element
      case "property": .property
      default: .runtime
      }
    reference.name = expectedName(of: edge)
    let isPairOfTable =
      edge.type == "internal" && reference.name == "pair in WeakMap"
      && (edge.name.hasSuffix("(table @\(node.id))")
        || edge.name.hasSuffix("(table @%u)") && node.type == "array")
    if edge.type == "weak" || edge.type == "shortcut" && !isRoot || isPairOfTable {
      reference.strength = .weak
    }
    return reference
  }

  private func expectedName(of edge: Edge) -> String {
    if ["element", "hidden"].contains(edge.type) { return "[\(edge.name)]" }
    if ["context", "property"].contains(edge.type) { return edge.name }
    if edge.name.contains("pair in WeakMap") { return "pair in WeakMap" }
    let digits = edge.name.prefix { $0.isNumber }
    return digits.isEmpty ? edge.name : "[\(digits)]" + edge.name.dropFirst(digits.count)
  }
}
