import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

@Suite struct LeaksRoundTripTests {
  @Test(arguments: 0..<300) func `what leaks would print of a graph gives the graph`(
    seed: UInt64
  )
    throws
  {
    var forest = LeaksForest(seed: seed)
    let expected = try forest.expected()
    let text = forest.text()
    let graph = try AppleLeaksReader().read(Array(text.utf8), from: "seed \(seed)")
    // The extension tells of the text, not of the graph.
    let found = JSONGraphWriter().text(of: graph).split(separator: "\n")
      .filter { !$0.contains("\"x-leaks\"") }
    let wanted = JSONGraphWriter().text(of: expected).split(separator: "\n")
    #expect(found == wanted, "seed \(seed):\n\(text)")
  }

  /// A level needs a column more than the one above it, so the text grows with the square of its depth:
  /// these are 12 MB.
  @Test func `depth costs no stack`() throws {
    let depth = 5_000
    var text = "Process 1: \(depth) leaks for 1 total leaked bytes.\n"
    for level in 0..<depth {
      text += String(repeating: " ", count: level) + "\(depth - level) (1.00K) "
      text += level == 0 ? "ROOT LEAK: " : "next --> "
      text += "<Node 0x\(String(4096 + level * 16, radix: 16))> [16]\n"
    }
    let graph = try AppleLeaksReader().read(Array(text.utf8), from: "deep")
    #expect(graph.objects.count == depth)
    #expect(graph.references.count == depth - 1)
    #expect(graph.objects.count { $0.retainCount == 1 } == 1)
  }

  @Test func `damaged texts give a graph or an error inside the text`() throws {
    let texts = [
      LeaksTexts.trees, LeaksTexts.stacks, LeaksTexts.list, LeaksTexts.groups,
      LeaksTexts.references, LeaksTexts.trace, LeaksTexts.countedTrace, LeaksTexts.paths,
      LeaksTexts.trees + "\n" + LeaksTexts.references,
    ]
    var random = SplitMix64(seed: 1_984)
    var refused = 0
    for round in 0..<Rounds.of(4_000, usually: 1_000) {
      var bytes = Array(texts[round % texts.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, using: &random) }
      do throws(InputError) {
        let graph = try AppleLeaksReader().read(bytes, from: "fuzz")
        let written = JSONGraphWriter().text(of: graph)
        let again = try JSONGraphReader().read(Array(written.utf8), from: "again")
        #expect(JSONGraphWriter().text(of: again) == written, "round \(round)")
      } catch {
        refused += 1
        #expect(isInside(error, bytes), "round \(round): \(error)")
      }
    }
    #expect(refused > Rounds.of(1_000, usually: 250))
    #expect(refused < 3_900)
  }

  private func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &random))
    case 4: bytes.insert(contentsOf: Array("9999999999".utf8), at: start)
    case 5: bytes.insert(contentsOf: Array("\n  1 (8 bytes) <A 0x10> [8]\n".utf8), at: start)
    default: bytes.removeSubrange(start...)
    }
  }

  private func isInside(_ error: InputError, _ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard (1...lines.count).contains(error.line) else { return false }
    return (1...lines[error.line - 1].count + 1).contains(error.column)
  }
}

/// Random objects in trees with references back to what they hang from, and how `leaks` prints them.
struct LeaksForest {
  private struct Node {
    var address: Int64
    var type: String
    var size: Int64
    var parent: Int?
    var label = ""
    var backs: [(target: Int, label: String)] = []
    var children: [Int] = []
    var isOnCycle = false
  }

  private static let types = [
    "Shop.Cart", "", "Swift closure context", "NSArray", "malloc in f(a<b> const&)",
    "Closure context (unknown layout)",
    "SwiftUI.(Box in $1a935)<Swift.Dictionary<Swift.Int, () -> ()>>",
    "std::__1::function<void (int, char const*)>", "dispatch_queue_t (serial)", "Größe<T 0xT>",
  ]
  private static let labels = [
    "", "name", "__strong name", "__strong ", "view + 16", " + 8", "__weak delegate",
    "unowned owner",
    "__strong ._a.b.wrappedValue", "[capture]", "__unsafe_unretained raw + 24", "weak",
  ]
  private var nodes: [Node] = []
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for number in 0..<Int.random(in: 1...40, using: &random) {
      let parent =
        number > 0 && random.chance(0.85) ? Int.random(in: 0..<number, using: &random) : nil
      var node = Node(
        address: 0x6000_0000_0000 + Int64(number) * 16,
        type: Self.types.randomElement(using: &random) ?? "",
        size: Int64.random(in: 1...4096, using: &random), parent: parent)
      if parent != nil { node.label = Self.labels.randomElement(using: &random) ?? "" }
      nodes.append(node)
      if let parent { nodes[parent].children.append(number) }
    }
    for number in nodes.indices where random.chance(0.3) { close(from: number) }
  }

  /// A reference from an object to itself or to one that it hangs from.
  private mutating func close(from number: Int) {
    var target = number
    while let parent = nodes[target].parent, random.chance(0.6) { target = parent }
    nodes[number].backs.append((target, Self.labels.randomElement(using: &random) ?? ""))
    var place = number
    while place != target, let parent = nodes[place].parent {
      nodes[place].isOnCycle = true
      place = parent
    }
    nodes[target].isOnCycle = true
  }

  /// The graph that a reader must find.
  func expected() throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.name = "leaks of process 77"
    var retained = [Bool](repeating: false, count: nodes.count)
    for (number, node) in nodes.enumerated() {
      var edges = node.backs.map { (target: $0.target, label: $0.label) }
      edges += node.children.map { (target: $0, label: nodes[$0].label) }
      for (target, text) in edges {
        let label = LeaksLabel(text)
        var reference = ReferenceDescription(
          from: .number(node.address), to: .number(nodes[target].address))
        (reference.name, reference.strength) = (label.name, label.strength)
        let holder = type(of: nodes[number])
        reference.kind =
          holder.kind == .closure ? .capture : holder.kind == .collection ? .element : .property
        builder.add(reference)
        retained[target] = retained[target] || label.strength == .strong
      }
    }
    for (number, node) in nodes.enumerated() {
      let isOpenCycle = node.parent == nil && node.isOnCycle
      builder.add(object(node, isRetained: retained[number], isOpenCycle: isOpenCycle))
    }
    return try builder.build()
  }

  private func type(of node: Node) -> LeaksType {
    node.type.isEmpty ? .unnamed : LeaksType(node.type)
  }

  private func object(_ node: Node, isRetained: Bool, isOpenCycle: Bool) -> ObjectDescription {
    let type = type(of: node)
    var object = ObjectDescription(id: .number(node.address), type: type.name)
    (object.kind, object.size) = (type.kind, node.size)
    object.owner = isRetained ? type.owner : .app
    guard !isRetained else { return object }
    object.retainCount = 1
    let reason =
      isOpenCycle
      ? "leaks found it on a cycle, whose end the text does not have"
      : "leaks found nothing that refers to it"
    object.expectation = LifetimeExpectation(.gone, because: reason)
    return object
  }

  /// The text, with the noise, line ends and stacks that real ones have.
  mutating func text() -> String {
    var lines = random.chance(0.5) ? ["a log: 12 (100%) done", ""] : []
    lines.append(
      "Process 77: \(nodes.count) leak\(nodes.count == 1 ? "" : "s") for 1 total leaked bytes.")
    lines.append("")
    let hasStacks = random.chance(0.4)
    if !hasStacks { lines.append("    \(nodes.count) (1.0K) << TOTAL >>") }
    for number in nodes.indices where nodes[number].parent == nil {
      if hasStacks {
        lines += ["STACK OF 1 INSTANCE OF 'ROOT LEAK: <x>':", "1   dyld   0x1 start + 1", "===="]
      } else if random.chance(0.5) {
        lines.append("")
      }
      appendTree(from: number, to: &lines)
    }
    if random.chance(0.3) { lines += ["", "Binary Images:", "  0x1 - 0x2 x"] }
    return lines.joined(separator: random.chance(0.3) ? "\r\n" : "\n") + "\n"
  }

  private mutating func appendTree(from top: Int, to lines: inout [String]) {
    // A cycle may be closed before the other references of an object are printed, or behind them.
    var open = [(number: top, depth: 0, isBack: false)]
    while let (number, depth, isBack) = open.popLast() {
      guard !isBack else {
        appendBacks(of: number, depth: depth, to: &lines)
        continue
      }
      let node = nodes[number]
      let indent = String(repeating: " ", count: 6 + depth * 3)
      let role = node.isOnCycle ? "ROOT CYCLE: " : depth == 0 ? "ROOT LEAK: " : ""
      let arrow = node.label.isEmpty ? "" : "\(node.label) --> "
      let content = random.chance(0.2) ? "  length: 3  \"a --> 0x1 [3]\"" : ""
      lines.append(
        "\(indent)\(subtree(number)) (1.25K) \(arrow)\(role)\(words(node)) [\(node.size)]\(content)"
      )
      let isFirst = random.chance(0.5)
      if !isFirst { open.append((number, depth, true)) }
      for child in node.children.reversed() { open.append((child, depth + 1, false)) }
      if isFirst { open.append((number, depth, true)) }
    }
  }

  private func appendBacks(of number: Int, depth: Int, to lines: inout [String]) {
    let indent = String(repeating: " ", count: 9 + depth * 3)
    for (target, label) in nodes[number].backs {
      let arrow = label.isEmpty ? "" : "\(label) --> "
      lines.append("\(indent)\(arrow)CYCLE BACK TO \(words(nodes[target])) [1]")
    }
  }

  private func subtree(_ number: Int) -> Int {
    var (count, open) = (0, [number])
    while let next = open.popLast() {
      count += 1
      open += nodes[next].children
    }
    return count
  }

  private func words(_ node: Node) -> String {
    let address = "0x" + String(node.address, radix: 16)
    return node.type.isEmpty ? address : "<\(node.type) \(address)>"
  }
}
