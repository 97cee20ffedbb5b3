import LeakCheckTestSupport

/// A program of the subset, made at random: classes whose objects hold each other, strongly and weakly, and steps that
/// make, tie, ask for and let go.
///
/// Every property is given something somewhere, so that it is known whether it has something.
struct RandomProgram {
  private static let types = ["A", "B", "C"]
  private var random: SplitMix64
  private var lines: [String] = []
  private var count = 0
  /// What the program declares; what it does stands behind.
  private(set) var declarations: [String] = []
  var steps: [String] { lines }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    lines += ["class Base {", "  var last: A?", "  var first: C?", "}"]
    for type in Self.types { declare(type) }
    (declarations, lines) = (lines, [])
    let variables = (0..<Int.random(in: 2...4, using: &random)).map { number in
      (name: "v\(number)", type: one(of: Self.types), isOptional: true)
    }
    for variable in variables {
      lines.append("var \(variable.name): \(variable.type)? = \(variable.type)()")
    }
    for _ in 0..<Int.random(in: 4...10, using: &random) { step(variables, depth: 0) }
    for variable in variables { lines.append("\(variable.name) = nil") }
  }

  private typealias Variable = (name: String, type: String, isOptional: Bool)

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func declare(_ type: String) {
    lines.append("final class \(type)\(type == "B" ? ": Base" : "") {")
    for other in Self.types {
      lines += ["  var p\(other): \(other)?", "  weak var w\(other): \(other)?"]
    }
    let reset = Self.types.map { "p\($0) = nil; w\($0) = nil" }.joined(separator: "; ")
    lines += [
      "  var f: (() -> Void)?",
      "  func arm() { f = { [weak self] in self?.pC = nil } }",
      "  func hold() { f = { self.pC = nil } }",
      "  func fire() { f?() }",
      "  func reset() { \(reset) }",
      type == "B"
        ? "  func tie() { first = C(); last = A() }" : "  func tie() { pB = B(); pB?.tie() }",
      "  func clean() { if let x = pB { x.pC = nil; pA = nil } else { pC = C() } }",
      "  deinit { print(\"deinit \(type)\") }", "}",
    ]
  }

  private mutating func step(_ variables: [Variable], depth: Int) {
    let indent = String(repeating: "  ", count: depth)
    let holder = one(of: variables)
    let other = one(of: Self.types)
    let place = holder.name + (holder.isOptional ? "?" : "")
    let property = one(of: ["p", "w"]) + other
    let values = variables.filter { $0.type == other }.map(\.name)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: lines.append("\(indent)\(place).p\(other) = \(other)()")
    case 2...3 where !values.isEmpty:
      lines.append("\(indent)\(place).\(property) = \(one(of: values))")
    case 4 where holder.isOptional: lines.append("\(indent)\(holder.name) = nil")
    case 5...6 where depth < 2:
      let asked = holder.isOptional && random.chance(0.5)
      ask(
        asked ? holder.name : "\(place).\(property)", for: asked ? holder.type : other, variables,
        depth: depth)
    case 7:
      lines.append(
        "\(indent)\(place).\(one(of: ["arm", "hold", "fire", "clean", "reset", "tie"]))()")
    case 8: lines.append("\(indent)\(place).p\(other) = nil")
    default: lines.append("\(indent)\(place).\(property)?.p\(one(of: Self.types)) = nil")
    }
  }

  private mutating func ask(
    _ place: String, for type: String, _ variables: [Variable], depth: Int
  ) {
    let indent = String(repeating: "  ", count: depth)
    count += 1
    let name = "x\(count)"
    lines.append("\(indent)if let \(name) = \(place) {")
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      step(variables + [(name, type, false)], depth: depth + 1)
    }
    if random.chance(0.4) {
      lines.append("\(indent)} else {")
      step(variables, depth: depth + 1)
    }
    lines.append("\(indent)}")
  }
}
