import LeakCheckTestSupport

/// A program of the wider subset, made at random: inheritance, protocols, generics, structs, enums, statics, lazy and
/// listed objects, closures of every strength, nested and returned, early exits and loops, `switch` over what cases
/// have, copies of structs, single elements of arrays and entries of dictionaries, `inout`.
///
/// What a condition asks for is always a name of which the sources decide whether it has something.
struct RandomSubsetProgram {
  private static let types = ["A", "B", "C"]
  private var random: SplitMix64
  /// What the program declares, and what it does.
  private(set) var declarations: [String] = []
  private(set) var steps: [String] = []
  private var count = 0

  var text: String { (declarations + steps).joined(separator: "\n") + "\n" }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    declareShared()
    for type in Self.types { declare(type) }
    let variables = (0..<Int.random(in: 2...4, using: &random)).map {
      ("v\($0)", one(of: Self.types))
    }
    for (name, type) in variables { steps.append("var \(name): \(type)? = \(type)()") }
    steps += [
      "var box: Box<A>? = Box(A())", "var pair = Pair(first: A(), second: nil)",
      "var slot = Slot.empty", "var other = Pair(first: nil, second: nil)",
      "var pairs: [Pair] = []",
    ]
    for _ in 0..<Int.random(in: 5...14, using: &random) {
      step(variables.map { ($0.0 + "?", $0.1) }, variables, indent: "")
    }
    for (name, _) in variables { steps.append("\(name) = nil") }
    steps += ["box = nil", "pair = Pair(first: nil, second: nil)", "slot = .empty"]
    steps += ["other = Pair(first: nil, second: nil)", "pairs = []"]
    steps.append("Base.shared = nil")
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  // MARK: - Declarations

  private mutating func declareShared() {
    declarations += [
      "protocol Droppable: AnyObject { func drop() }",
      "class Base {", "  static var shared: A?", "  var p: A?",
      "  deinit { print(\"deinit \\(type(of: self))\") }", "}",
      "final class Box<T: AnyObject> {", "  var value: T?",
      "  init(_ value: T) { self.value = value }", "  deinit { print(\"deinit Box\") }", "}",
      "struct Pair {", "  var first: A?", "  var second: (() -> Void)?",
      "  mutating func letGo() { first = nil }", "}",
      "enum Slot {", "  case empty", "  case one(A)", "  case two(B, C)", "}",
      "func letGo(_ a: Base) -> () -> Void { return { a.p = nil } }",
      "func clear(_ a: inout A?) { a = nil }",
      "func refill(_ more: inout [C]) { more.append(C()); if let x = more.first { x.p = A() } }",
      "func letGoWeakly(_ a: Base) -> () -> Void { { [weak a] in a?.p = nil } }",
    ]
  }

  private static let closures = [
    "{ self.p = nil }", "{ [weak self] in self?.p = nil }",
    "{ [weak self] in guard let self else { return }; self.p = nil; self.list.removeAll() }",
    "{ [weak self] in let inner = { self?.p = nil }; inner() }",
    "{ let inner = { [weak self] in self?.p = nil }; inner() }",
    "{ [unowned self] in self.p = nil }", "{ [p] in p?.p = nil }", "{ [weak p] in p?.p = nil }",
    "letGo(self)", "letGoWeakly(self)", "drop",
  ]

  private mutating func declare(_ type: String) {
    let other = one(of: Self.types)
    declarations += [
      "\(type == "B" ? "" : "final ")class \(type): Base, Droppable {",
      "  var q: \(other)?", "  weak var w: \(other)?", "  var list: [C] = []",
      "  var named: [String: B] = [:]", "  var state = Slot.empty",
      "  var pair = Pair(first: nil, second: nil)", "  lazy var late = C()",
      "  var f: (() -> Void)?",
      "  func arm() { f = \(one(of: Self.closures)) }",
      "  func rearm() { f = \(one(of: Self.closures)) }", "  func fire() { f?() }",
      "  func drop() { p = nil; q = nil }",
      "  func tidy() { guard let x = q else { return }; x.p = nil; q = nil }",
      "  func wake() { late.p = A() }", "  func grow() { q = \(other)() }",
      "  func look() { w = q }",
      "  func ask() { if let x = w { x.p = nil } else { p = A() } }",
      "  func turn() {", "    switch state {", "    case .empty: p = A()",
      "    case .one(let a): a.p = nil; state = .two(B(), C())",
      "    case .two(let b, let c): b.p = nil; c.p = A(); state = .empty", "    }", "  }",
      "  func share() { var copy = pair; copy.letGo(); pair.first = A() }",
      "  func pop() { if let x = list.popLast() { x.p = A(); p = nil } else { q = nil } }",
      "  func begin() { guard q == nil else { return }; p = A() }",
      "  func once() { if q == nil { q = \(other)() } else { p = nil } }",
      "  func swapped() { swap(&p, &pair.first) }",
      "  func nest() { f = { [weak self] in let g = { [weak self] in self?.list.append(C()) }; g(); g() } }",
      "  func fill() { defer { p = nil }; for _ in 0..<2 { list.append(C()) } }",
      "}",
    ]
    fields[type] = other
  }

  private var fields: [String: String] = [:]

  // MARK: - Steps

  private mutating func step(
    _ places: [(String, String)], _ variables: [(String, String)], indent: String
  ) {
    let (place, type) = one(of: places)
    let other = fields[type] ?? "A"
    let values = variables.filter { $0.1 == other }.map(\.0)
    let line: String
    switch Int.random(in: 0..<40, using: &random) {
    case 24: line = "\(place).state = \(one(of: [".empty", ".one(A())", ".two(B(), C())"]))"
    case 25: line = "\(place).pair = \(one(of: ["pair", "other", "Pair(first: A(), second: nil)"]))"
    case 26: line = "\(place).pair.first = \(one(of: ["A()", "nil"]))"
    case 27: line = "other = pair"
    case 28: line = "other.letGo()"
    case 29: line = "pairs.append(\(one(of: ["pair", "other"])))"
    case 30: line = "pairs = Array(pairs.dropFirst())"
    case 31: line = "for x in pairs { x.first?.p = nil }"
    case 32: line = "_ = \(place).list.popLast()"
    case 33: line = "\(place).named[\"k\"]?.p = \(one(of: ["A()", "nil"]))"
    case 34: line = "\(place).list.insert(C(), at: 0)"
    case 35: line = "\(place).list = [C()] + (\(place).list\(place.hasSuffix("?") ? " ?? []" : ""))"
    case 36: line = "clear(&pair.first)"
    case 37: line = "\(place).named.removeValue(forKey: \"k\")"
    case 38: line = "\(place).list.first?.p = A()"
    case 23 where place.hasSuffix("?"):
      line = "if \(place.dropLast()) != nil { refill(&\(place.dropLast())!.list) }"
    case 39: line = "\(place).list.forEach { $0.p = nil }"

    case 0: line = "\(place).p = A()"
    case 1: line = "\(place).q = \(other)()"
    case 2...3 where !values.isEmpty: line = "\(place).\(one(of: ["q", "w"])) = \(one(of: values))"
    case 4 where indent.isEmpty: line = "\(one(of: variables).0) = nil"
    case 5...8:
      let calls = [
        "arm", "rearm", "fire", "drop", "tidy", "wake", "ask", "fill", "grow", "look", "turn",
        "share", "pop", "swapped", "nest", "begin", "once",
      ]
      line = "\(place).\(one(of: calls))()"
    case 9: line = "\(place).list.append(C())"
    case 10: line = "\(place).list.removeAll()"
    case 11: line = "\(place).named[\"k\"] = \(one(of: ["B()", "nil"]))"
    case 12: line = "Base.shared = \(one(of: ["A()", "nil"]))"
    case 13: line = "Base.shared?.p = \(one(of: ["A()", "nil"]))"
    case 14: line = "box = \(one(of: ["Box(A())", "nil"]))"
    case 15: line = "box?.value = nil"
    case 16: line = "pair.first = \(one(of: ["A()", "nil"]))"
    case 17: line = "slot = \(one(of: [".empty", ".one(A())", ".two(B(), C())"]))"
    case 18: line = "\(place).f = nil"
    case 19: line = "\(place).q?.p = \(one(of: ["A()", "nil"]))"
    case 20...21 where indent.count < 4: return nest(place, type, variables, indent: indent)
    case 22: line = "for _ in 0..<\(Int.random(in: 1...3, using: &random)) { \(place).p = A() }"
    default: line = "(\(one(of: variables).0) as (any Droppable)?)?.drop()"
    }
    steps.append(indent + line)
  }

  /// A scope, a condition or a loop, with a step or two in it.
  private mutating func nest(
    _ place: String, _ type: String, _ variables: [(String, String)], indent: String
  ) {
    count += 1
    let name = "x\(count)"
    let inner: (String, String)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      steps.append("\(indent)if let \(name) = \(place).w {")
      inner = (name, fields[type] ?? "A")
    case 1:
      steps.append("\(indent)do {")
      let made = one(of: Self.types)
      steps.append("\(indent)  let \(name) = \(made)()")
      inner = (name, made)
    default:
      guard place.hasSuffix("?") else { return }
      steps.append("\(indent)for \(name) in \(place).list ?? [] {")
      inner = (name, "C")
    }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      step([inner], variables, indent: indent + "  ")
    }
    steps.append("\(indent)}")
  }
}
