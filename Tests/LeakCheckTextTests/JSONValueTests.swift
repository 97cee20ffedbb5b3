import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct JSONValueTests {
  /// What the text should be, said at length: each value is first written on one line, then measured.
  private func expected(_ value: JSONValue, indent: Int = 0) -> String {
    let flat = flat(value)
    if indent > 0, flat.utf8.count + indent <= 100 { return flat }
    let (space, end) = (
      String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent)
    )
    switch value {
    case .elements(let count, let element) where count > 0:
      let lines = (0..<count).map { space + expected(element($0), indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(end)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map {
        "\(space)\(Escaping.json($0)): \(expected($1, indent: indent + 2))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
    default: return flat
    }
  }

  private func flat(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): Escaping.json(text)
    case .number(let number): "\(number)"
    case .bool(let bool): "\(bool)"
    case .null: "null"
    case .elements(let count, let element):
      "[" + (0..<count).map { flat(element($0)) }.joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Escaping.json($0)): \(flat($1))" }.joined(separator: ", ") + "}"
    }
  }

  private func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    let texts = [
      "", "self", "a \"b\"", "back\\slash", "line\nfeed", "ü\u{202e}\u{7f}\u{1b}[31m", "😀",
    ]
    let text = texts[Int(random.next() % UInt64(texts.count))]
    let long = String(repeating: text, count: Int(random.next() % 30))
    let count = Int(random.next() % 5)
    switch depth == 0 ? random.next() % 4 : random.next() % 6 {
    case 0: return .string(random.next() % 4 == 0 ? long : text)
    case 1: return .number(Int64(bitPattern: random.next()) >> (random.next() % 63))
    case 2: return .bool(random.next() % 2 == 0)
    case 3: return .null
    case 4: return .array((0..<count).map { _ in value(&random, depth: depth - 1) })
    default: return .object((0..<count).map { _ in (text, value(&random, depth: depth - 1)) })
    }
  }

  @Test func `what fits a line stands on one, and all of it is escaped`() {
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix64(seed: seed)
      let value = value(&random, depth: 5)
      #expect(value.text() == expected(value), "seed \(seed)")
    }
  }

  /// A value of so many bytes on its line: two are quotes, two the indentation.
  @Test(arguments: [99, 100, 101])
  func `the line is as long as it may be`(length: Int) {
    let text = JSONValue.string(String(repeating: "x", count: length - 6))
    let lines = JSONValue.array([.array([text])]).text().split(separator: "\n")
    #expect(lines.count == (length <= 100 ? 3 : 5))
  }

  /// What an output is given, piece by piece.
  private struct Pieces: TextOutputStream {
    var pieces: [String] = []
    mutating func write(_ string: String) { pieces.append(string) }
  }

  @Test func `a long text is written in pieces, each once its lines are complete`() {
    let (count, length) = (20_000, 30)
    let element = JSONValue.string(String(repeating: "é", count: length))
    let value = JSONValue.object([
      ("first", .array(of: 0..<count) { .number($0) }),
      ("second", .array(of: 0..<count) { _ in element }),
    ])
    var output = Pieces()
    value.write(to: &output)
    #expect(output.pieces.joined() == expected(value))
    #expect(output.pieces.count > 10)
    // A piece and the line that made it long.
    #expect(output.pieces.allSatisfy { $0.utf8.count < (1 << 16) + 100 })
  }
}
