import LeakCheckGraph
import LeakCheckTestSupport

/// A graph as JSON in a random spelling: orders, white space, escapes, numbers.
///
/// Most records of a text are spelt alike, as programs do it, and some are not.
struct SpelledGraph {
  private let style: Style
  private var random: SplitMix64
  private(set) var text = ""

  /// How most records are written.
  private struct Style {
    var comma: String
    var colon: String
    var open: String
    var close: String
    var separator: String
    var shuffles: Bool
    var oddness: Double
  }

  init(_ graph: ObjectGraph, using random: inout SplitMix64) {
    style = Self.style(using: &random)
    self.random = SplitMix64(seed: random.next())
    let objects = graph.objects.map { members(of: $0.objectDescription) }
    let references = graph.references.map { members(of: $0.referenceDescription) }
    var top = [
      ("leakcheck", "1"), ("objects", array(of: objects)), ("references", array(of: references)),
    ]
    if !graph.name.isEmpty { top.append(("name", quoted(graph.name))) }
    if graph.collector == .tracing { top.append(("collector", "\"tracing\"")) }
    if graph.moment == .running { top.append(("moment", "\"running\"")) }
    top.shuffle(using: &self.random)
    text = "{" + top.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ",\n") + "}\n"
  }

  private static func style(using random: inout SplitMix64) -> Style {
    let spaces = ["", " ", "\n", "  \t", "\r\n      "]
    func space() -> String { spaces.randomElement(using: &random) ?? "" }
    return Style(
      comma: space() + "," + space(), colon: space() + ":" + space(), open: "{" + space(),
      close: space() + "}", separator: space() + "," + space(),
      shuffles: random.chance(0.2), oddness: random.chance(0.5) ? 0 : 0.15)
  }

  private mutating func array(of records: [[(String, String)]]) -> String {
    var records = records.map { record(of: $0) }
    records.shuffle(using: &random)
    return "[" + records.joined(separator: style.separator) + "]"
  }

  private mutating func record(of members: [(String, String)]) -> String {
    var members = members
    if style.shuffles || isOdd { members.shuffle(using: &random) }
    let comma = isOdd ? ",\n\n " : style.comma
    let colon = isOdd ? " :" : style.colon
    let written = members.map { "\"\($0.0)\"" + colon + $0.1 }.joined(separator: comma)
    return style.open + written + style.close
  }

  private var isOdd: Bool { mutating get { random.chance(style.oddness) } }

  private mutating func members(of object: ObjectDescription) -> [(String, String)] {
    var members = [("id", written(object.id)), ("type", quoted(object.type))]
    if object.kind != .object || isOdd { members.append(("kind", quoted(object.kind.rawValue))) }
    if object.size != 0 || isOdd { members.append(("size", number(object.size))) }
    if !object.name.isEmpty { members.append(("name", quoted(object.name))) }
    if !object.file.isEmpty { members.append(("file", quoted(object.file))) }
    if object.line != 0 { members.append(("line", number(Int64(object.line)))) }
    if let root = object.root { members.append(("root", root.isEmpty ? "true" : quoted(root))) }
    if object.root == nil, isOdd { members.append(("root", "false")) }
    if object.owner != .app { members.append(("owner", quoted(object.owner.rawValue))) }
    if let count = object.retainCount { members.append(("retainCount", number(Int64(count)))) }
    if let expectation = object.expectation {
      members.append(("expect", quoted(expectation.fate.rawValue)))
      if !expectation.reason.isEmpty { members.append(("because", quoted(expectation.reason))) }
    }
    if !object.extensions.isEmpty { members.append(extensionMember(of: object.extensions)) }
    return members
  }

  private mutating func members(of reference: ReferenceDescription) -> [(String, String)] {
    var members = [("from", written(reference.from)), ("to", written(reference.to))]
    if !reference.name.isEmpty { members.append(("name", quoted(reference.name))) }
    if reference.strength != .strong || isOdd {
      members.append(("strength", quoted(reference.strength.rawValue)))
    }
    if reference.kind != .property || isOdd {
      members.append(("kind", quoted(reference.kind.rawValue)))
    }
    if let until = reference.until { members.append(("until", written(until))) }
    if !reference.extensions.isEmpty { members.append(extensionMember(of: reference.extensions)) }
    return members
  }

  /// The one `x-` member that the graphs of these tests have, as key and value.
  private func extensionMember(of text: String) -> (String, String) {
    let parts = text.split(separator: ": ", maxSplits: 1)
    return (String(parts[0].dropFirst().dropLast()), String(parts[1]))
  }

  private mutating func written(_ until: ReferenceDescription.Until) -> String {
    let event = "\"event\": \(quoted(until.event))"
    let rest = until.extensions.isEmpty ? "" : ", \(until.extensions)"
    switch until.called {
    case .automatically: return "{\(event), \"called\": \"automatically\"\(rest)}"
    case .inTeardown: return "{\"called\": \"inTeardown\", \(event)\(rest)}"
    case .inDeinit(let owner):
      return "{\(event), \"of\": \(written(owner)), \"called\": \"inDeinit\"\(rest)}"
    }
  }

  private mutating func written(_ id: ObjectID) -> String {
    switch id {
    case .number(let value): number(value)
    case .text(let text): quoted(text)
    }
  }

  private mutating func number(_ value: Int64) -> String {
    guard isOdd else { return String(value) }
    return value % 10 == 0 && value != 0 ? "\(value / 10)e1" : "\(value).0"
  }

  private mutating func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..."\u{1f}": result += escape(scalar)
      default: result += random.chance(style.oddness / 8) ? escape(scalar) : String(scalar)
      }
    }
    return result + "\""
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// What happens to files on their way.
enum Damage {
  /// Changes, removes, doubles, swaps or cuts off some bytes.
  static func apply(to bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...24, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.swapAt(start, Int.random(in: 0..<bytes.count, using: &random))
    case 4:
      bytes[start] = Array("0189-+.eE\"\\{}[],: \u{1}x".utf8).randomElement(using: &random) ?? 0
    case 5: bytes[start] = UInt8.random(in: 0x80...0xff, using: &random)
    default: bytes.removeSubrange(start...)
    }
  }
}

extension RandomGraph {
  /// A random graph with every feature of the format, ids of both kinds among them.
  static func richGraph(seed: UInt64) -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    let plain = RandomGraph.graph(seed: seed, objects: 1...40)
    let ids = plain.objects.map { id(of: $0.id, style: seed % 4, using: &random) }
    var builder = ObjectGraph.Builder()
    builder.name = seed % 3 == 0 ? "a graph ✓" : ""
    builder.collector = seed % 5 == 0 ? .tracing : .arc
    builder.moment = seed % 7 == 0 ? .running : .after
    let newID = Dictionary(uniqueKeysWithValues: zip(plain.objects.map(\.id), ids))
    for object in plain.objects {
      var description = object.objectDescription
      description.id = newID[object.id] ?? object.id
      enrich(&description, using: &random)
      builder.add(description)
    }
    for reference in plain.references {
      var description = reference.referenceDescription
      description.from = newID[description.from] ?? description.from
      description.to = newID[description.to] ?? description.to
      if case .inDeinit(let owner)? = description.until?.called {
        description.until?.called = .inDeinit(of: newID[owner] ?? owner)
      }
      if random.chance(0.05) { description.extensions = "\"x-weight\": [1, {\"a\": 2}]" }
      if random.chance(0.2) { description.until?.extensions = "\"x-weight\": \"\u{301}\"" }
      if random.chance(0.1) { description.name = Self.texts.randomElement(using: &random) ?? "" }
      builder.add(description)
    }
    do { return try builder.build() } catch { preconditionFailure("seed \(seed): \(error)") }
  }

  private static let texts = [
    "→ ünïcödé 👩‍👧", "a\"b\\c\n", "exactly8", "exactly16 bytes!", "seventeen bytes !!",
    "\u{0}", "x", String(repeating: "long ", count: 30),
  ]

  private static func id(
    of id: ObjectID, style: UInt64, using random: inout SplitMix64
  ) -> ObjectID {
    let number = Int64(id.description.dropFirst()) ?? 0
    switch style {
    case 0: return .number(number)
    case 1: return .number(140_000_000_000_000 + number * 7_919 * 4_096)
    case 2: return id
    default:
      return random.chance(0.5) ? .number(number * 3 - 20) : .text("→\(number) of a longer kind")
    }
  }

  private static func enrich(
    _ object: inout ObjectDescription, using random: inout SplitMix64
  ) {
    if random.chance(0.1) { object.name = texts.randomElement(using: &random) ?? "" }
    if random.chance(0.1) { object.type = texts.randomElement(using: &random) ?? "" }
    if random.chance(0.1) {
      object.file = "File.swift"
      object.line = Int32.random(in: 1...Int32.max, using: &random)
    }
    if random.chance(0.1) { object.root = "" }
    if random.chance(0.1) { object.size = Int64.random(in: 0...Int64.max, using: &random) }
    if random.chance(0.1) { object.owner = .test }
    if random.chance(0.05) { object.extensions = "\"x-note\": \"a note\"" }
    if random.chance(0.1) { object.expectation = LifetimeExpectation(.gone, because: "popped") }
  }
}
