import LeakCheckGraph
import LeakCheckImport
import Testing

/// What the reader says of a text.
private func message(_ text: String) -> String { message([UInt8](text.utf8)) }

private func message(_ bytes: [UInt8]) -> String {
  do {
    return "read \(try JSONGraphReader().read(bytes, from: "g.json").objects.count)"
  } catch { return "\(error)" }
}

private func object(_ members: String) -> String {
  "{\"leakcheck\": 1, \"objects\": [\n{\"id\": \"a\", \"type\": \"A\", \(members)}]}"
}

@Suite struct JSONGraphReaderTests {
  @Test(arguments: [
    ("[]", "g.json:1:1: \"[]\", expected an object for the graph"),
    ("", "g.json:1:1: an empty file, expected a graph; see leakcheck schema"),
    (
      "{\"leakcheck\": 2}",
      "g.json:1:15: version 2, expected version 1: a newer leakcheck may read it"
    ),
    ("{\"objects\": []}", "g.json:1:15: no \"leakcheck\", expected \"leakcheck\": 1"),
    ("{\"leakcheck\": 1}", "g.json:1:16: no \"objects\", expected \"objects\": […]"),
    (
      "{\"leakcheck\": 1, \"objects\": [",
      "g.json:1:30: the end of the file, expected an object for an object of the graph: it is cut off"
    ),
    (
      "{\"leakcheck\": 1, \"objects\": []} x",
      "g.json:1:33: \"x\", expected nothing after the graph"
    ),
    (
      "{\"leakcheck\": 1, \"leakcheck\": 1}",
      "g.json:1:18: a second \"leakcheck\" in the graph, expected each key once"
    ),
    (
      "{\"leakcheck\": 1, \"objects\": [{\"type\": \"T\"}]}",
      "g.json:1:30: an object without \"id\", expected a unique \"id\""
    ),
  ])
  func `what is wrong with the whole is said with its place`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test(arguments: [
    ("\"size\": -1", "g.json:2:34: -1, expected the size in bytes from 0 to 9223372036854775807"),
    (
      "\"size\": 1.5",
      "g.json:2:34: 1.5, expected the size in bytes as a whole number that fits 64 bits"
    ),
    ("\"line\": 0", "g.json:2:34: 0, expected the line from 1 to 2147483647"),
    (
      "\"because\": \"b\"",
      "g.json:2:26: \"because\" without \"expect\", expected \"expect\": \"gone\" or \"alive\" beside it"
    ),
    ("\"name\": \"\\ud800\"", "g.json:2:35: half of a surrogate pair, expected both halves"),
    (
      "\"name\": \"\u{1}\"",
      "g.json:2:35: a control character in a string, expected an escape such as \\n or \\u000a, or the closing quote"
    ),
    (
      "\"name\": \"é\", \"root\": 3",
      "g.json:2:47: no root, expected true, false, or the reason as a string"
    ),
  ])
  func `what is wrong with an object is said with its place`(members: String, expected: String) {
    #expect(message(object(members)) == expected)
  }

  @Test func `a misspelt key or word gets the nearest one`() {
    let key = message(object("\"naem\": \"x\""))
    #expect(key.hasPrefix("g.json:2:26: unknown key \"naem\" in an object, expected one of \"id\""))
    #expect(key.hasSuffix("; did you mean \"name\"?"))
    let word = message(object("\"expect\": \"gnoe\""))
    #expect(word.hasPrefix("g.json:2:36: unknown word \"gnoe\" for an expectation"))
    #expect(word.hasSuffix("expected one of \"gone\", \"alive\"; did you mean \"gone\"?"))
  }

  @Test func `an unknown id gets the nearest one, also before the objects`() {
    let text = """
      {"leakcheck": 1, "references": [{"from": "viewModel", "to": "viewModle"}],
       "objects": [{"id": "viewModel", "type": "T"}]}
      """
    #expect(
      message(text)
        == "g.json:1:61: the unknown object \"viewModle\", expected the id of an object in \"objects\"; did you mean \"viewModel\"?"
    )
  }

  @Test func `a second object of an id names the first`() {
    let text =
      "{\"leakcheck\": 1, \"objects\": [\n{\"id\": 7, \"type\": \"T\"},\n{\"id\": 7, \"type\": \"T\"}]}"
    #expect(
      message(text)
        == "g.json:3:8: a second object with the id 7, expected an id of its own: the first is in line 2"
    )
  }

  @Test func `bytes that are no UTF-8 are placed`() {
    var bytes = [UInt8](object("\"name\": \"x\"").utf8)
    bytes[bytes.count - 5] = 0xff
    #expect(message(bytes).contains("a byte (0xff) that is not UTF-8"))
    #expect(message([0xff, 0xfe, 0x7b, 0]).contains("text in UTF-16"))
  }

  @Test func `a byte order mark is passed over`() {
    let text = [UInt8]("{\"leakcheck\": 1, \"objects\": []}".utf8)
    #expect(message([0xef, 0xbb, 0xbf] + text) == "read 0")
  }

  @Test func `nesting is bounded`() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(message("{\"x-a\": " + deep).contains("nesting 513 deep, expected at most 512 levels"))
    let allowed = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    #expect(message("{\"leakcheck\": 1, \"objects\": [], \"x-a\": \(allowed)}") == "read 0")
  }

  @Test func `texts of the file cannot act on a terminal`() {
    let text = message("{\"\\u001b[31m\\u202e\": 1}")
    #expect(text.contains("\"\\u{1b}[31m\\u{202e}\""))
    let long = message("{\"\(String(repeating: "k", count: 5_000))\": 1}")
    #expect(long.count < 300)
  }

  @Test func `the format is found by extension, then by content`() throws {
    let bytes = [UInt8](" {\"leakcheck\": 1, \"objects\": []}".utf8)
    #expect(try GraphReaders.read(bytes, from: "dump").objects.isEmpty)
    #expect(throws: ImportError.self) { try GraphReaders.read([1, 2, 3], from: "dump") }
    #expect(throws: ImportError.self) { try GraphReaders.read([], from: "dump.json") }
  }
}

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("strenght", "strength"), ("Strong", "strong"), ("wek", "weak"), ("unowned", "unowned"),
  ])
  func `a slip of the fingers is found`(word: String, expected: String) {
    #expect(
      NearestWord.nearest(to: word, among: ["strength", "strong", "weak", "unowned"]) == expected)
  }

  @Test func `a different word is not suggested`() {
    #expect(NearestWord.nearest(to: "banana", among: ["strong", "weak"]) == nil)
    #expect(NearestWord.nearest(to: "", among: ["a"]) == nil)
  }
}
