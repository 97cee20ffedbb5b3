import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

/// The error that reading `text` gives, in one line, or `nil`.
func message(of text: String) -> String? { message(of: Array(text.utf8)) }

func message(of bytes: [UInt8]) -> String? {
  do throws(InputError) {
    _ = try JSONGraphReader().read(bytes, from: "g.json")
    return nil
  } catch {
    return error.description
  }
}

private func object(_ members: String) -> String {
  "{\"leakcheck\": 1,\n \"objects\": [{\"id\": \"vc\", \"type\": \"A\"\(members)}]}"
}

private func reference(_ members: String) -> String {
  "{\"leakcheck\": 1, \"objects\": [{\"id\": \"vc\", \"type\": \"A\"}],\n"
    + "\"references\": [{\(members)}]}"
}

@Suite struct JSONGraphErrorTests {
  static let objectKeys =
    #""id", "type", "kind", "size", "name", "file", "line", "root", "owner", "retainCount", "#
    + #""expect", "because", or a key beginning with "x-""#
  static let referenceKeys =
    #""from", "to", "name", "strength", "kind", "until", or a key beginning with "x-""#
  static let example = #"expected a graph: {"leakcheck": 1, "objects": []}"#
  static let size = "expected a whole number from 0 to 9223372036854775807"

  @Test(arguments: [
    ("", "1:1: empty file, \(example)"),
    (" \n ", "2:2: empty file, \(example)"),
    ("leakcheck", "1:1: file is not JSON, \(example)"),
    ("[]", "1:1: file is an array, \(example)"),
    ("{}", #"1:1: missing key "leakcheck" in the graph"#),
    (#"{"leakcheck": 1}"#, #"1:1: missing key "objects" in the graph"#),
    ("{\"leakcheck\":\n2}", #"2:1: "leakcheck" is 2, expected 1, the only version of the format"#),
    (
      #"{"leakcheck": "1"}"#,
      #"1:15: "leakcheck" is a string, expected 1, the only version of the format"#
    ),
    (object("") + "}", "2:41: unexpected text after the graph, expected the end of the file"),
    (#"{"leakcheck": 1,}"#, #"1:17: unexpected character "}", expected a key"#),
    (#"{"leakcheck" 1}"#, #"1:14: unexpected character "1", expected ":""#),
    (#"{"leakcheck": 1; "#, #"1:16: unexpected character ";", expected "," or "}""#),
    (#"{"leakcheck": 01}"#, "1:15: number with a leading zero"),
    (#"{"leakcheck": 1.}"#, #"1:17: unexpected character "}", expected a digit"#),
    (#"{"leakcheck": nul}"#, #"1:18: unexpected character "}", expected "null""#),
    (#"{"leakcheck": NaN}"#, #"1:15: unexpected character "N", expected a value"#),
  ]) func `A broken graph is refused with place and reason`(_ text: String, _ expected: String) {
    #expect(message(of: text) == "g.json:" + expected)
  }

  @Test(arguments: [
    (
      #", "expects": 1"#,
      #"40: unknown key "expects" in an object, expected one of \#(objectKeys); did you mean "expect"?"#
    ),
    (#", "colour": 1"#, #"40: unknown key "colour" in an object, expected one of \#(objectKeys)"#),
    (#", "id": 1"#, #"40: duplicate key "id" in an object"#),
    (#", "x-a": 1, "x-\u0061": 2"#, #"50: duplicate key "x-a" in an object"#),
    (#", "size": -1"#, #"48: "size" is -1, \#(size)"#),
    (#", "size": 1.5"#, #"48: "size" is 1.5, \#(size)"#),
    (#", "size": 9223372036854775808"#, #"48: "size" is 9223372036854775808, \#(size)"#),
    (#", "size": 1e999999999999999999999"#, #"48: "size" is 1e999999999999999999999, \#(size)"#),
    (#", "size": "12""#, #"48: "size" is a string, \#(size)"#),
    (#", "line": 0"#, #"48: "line" is 0, expected a whole number from 1 to 2147483647"#),
    (
      #", "retainCount": -1"#,
      #"55: "retainCount" is -1, expected a whole number from 0 to 2147483647"#
    ),
    (
      #", "owner": "framewrok""#,
      #"49: unknown word "framewrok" for "owner", expected one of "app", "framework", "test"; did you mean "framework"?"#
    ),
    (#", "expect": null"#, #"50: "expect" is null, expected one of "gone", "alive""#),
    (#", "because": "x""#, #"40: "because" without "expect" in an object"#),
    (#", "root": {}"#, #"48: "root" is an object, expected true, false or a string"#),
    (#", "name": ["#, #"48: "name" is an array, expected a string"#),
    (
      #"}, {"id": "vc", "type": "B""#,
      #"48: duplicate id "vc", first used at 2:21, expected an id for each object"#
    ),
    (#"}, {"type": "B""#, #"41: missing key "id" in an object"#),
    (#"}, {"id": "b""#, #"41: missing key "type" in an object"#),
    (#"}, 7, {"id": "b""#, #"41: "objects[]" is a number, expected an object"#),
  ]) func `A broken object is refused with place and reason`(_ members: String, _ expected: String)
  {
    #expect(message(of: object(members)) == "g.json:2:" + expected)
  }

  @Test(arguments: [
    (#""from": "vc""#, #"16: missing key "to" in a reference"#),
    (
      #""from": "vcc", "to": "vc""#,
      #"25: unknown id "vcc" for "from", expected the id of an object; did you mean "vc"?"#
    ),
    (#""from": "vc", "to": 12"#, #"37: unknown id 12 for "to", expected the id of an object"#),
    (#""from": true, "to": 12"#, #"25: "from" is true, expected a string or a whole number"#),
    (
      #""strenght": 1"#,
      #"17: unknown key "strenght" in a reference, expected one of \#(referenceKeys); did you mean "strength"?"#
    ),
    (
      #""strength": "Week""#,
      #"29: unknown word "Week" for "strength", expected one of "strong", "weak", "unowned", "unmanaged"; did you mean "weak"?"#
    ),
    (#""until": "e""#, #"26: "until" is a string, expected an object"#),
    (#""until": {"called": "inTeardown"}"#, #"26: missing key "event" in "until""#),
    (
      #""until": {"event": "e"}"#,
      #"26: missing key "called" in "until", expected one of "automatically", "inTeardown", "inDeinit"; what nothing ends has no "until""#
    ),
    (
      #""until": {"event": "e", "called": "inDeinit"}"#,
      #"26: missing key "of" in "until", expected the id of the object whose deinit calls the event"#
    ),
    (
      #""until": {"event": "e", "called": "automatically", "of": 1}"#,
      #"68: "of" in "until" with "automatically", expected "of" only with "inDeinit""#
    ),
    (
      #""from": "vc", "to": "vc", "until": {"event": "e", "called": "inDeinit", "of": "VX"}"#,
      #"95: unknown id "VX" for "of", expected the id of an object; did you mean "vc"?"#
    ),
  ]) func `A broken reference is refused with place and reason`(
    _ members: String, _ expected: String
  ) {
    #expect(message(of: reference(members)) == "g.json:2:" + expected)
  }

  @Test(arguments: [
    (
      "a\nb",
      #"48: raw control character "\n" in a string, expected an escape or the closing quote"#
    ),
    (#"\x"#, #"47: unknown escape in a string, expected one of \" \\ \/ \b \f \n \r \t \u0000"#),
    (#"\u12g4"#, #"47: malformed escape in a string, expected four hexadecimal digits after \u"#),
    (
      #"\ud800"#,
      #"47: unpaired surrogate \ud800 in a string, expected a pair or another character"#
    ),
    (
      #"\udc00"#,
      #"47: unpaired surrogate \udc00 in a string, expected a pair or another character"#
    ),
    (
      #"\ud800\u0041"#,
      #"47: unpaired surrogate \ud800 in a string, expected a pair or another character"#
    ),
  ]) func `A broken string is refused with place and reason`(_ text: String, _ expected: String) {
    let found = message(of: object(", \"x-\": \"\(text)\""))
    #expect(found == "g.json:2:" + expected)
  }

  @Test func `Bytes that are no UTF-8 are refused at their place`() {
    var bytes = Array(object(", \"name\": \"ä").utf8)
    #expect(message(of: bytes + [0xff]) == "g.json:2:53: invalid UTF-8, byte 0xff")
    bytes.append(contentsOf: [0xed, 0xa0, 0x80])
    #expect(message(of: bytes) == "g.json:2:53: invalid UTF-8, byte 0xed")
    #expect(
      message(of: Array("{\"".utf8) + [0xe2, 0x82])
        == "g.json:1:3: truncated file: it ends inside a character")
  }

  @Test(
    arguments: [[0xff, 0xfe, 0x7b, 0], [0xfe, 0xff, 0, 0x7b], [0x7b, 0], [0, 0x7b]] as [[UInt8]])
  func `UTF-16 is named`(_ bytes: [UInt8]) {
    #expect(message(of: bytes) == "g.json:1:1: file in UTF-16 or UTF-32, expected UTF-8")
  }

  @Test func `A file cut anywhere is refused as truncated`() {
    let text = reference(#""from": "vc", "to": "vc", "name": "\u00e9 ä", "x-a": [1, {"b": null}]"#)
    let bytes = Array(text.utf8)
    for end in 1..<bytes.count {
      let found = message(of: Array(bytes[..<end]))
      #expect(found?.contains("truncated file: it ends inside") == true, "\(end): \(found ?? "")")
    }
  }

  @Test func `Nesting is bounded and costs no stack`() {
    func nested(_ depth: Int) -> String {
      let brackets = String(repeating: "[", count: depth)
      return #"{"leakcheck": 1, "x-a": "# + brackets + String(repeating: "]", count: depth)
        + #", "objects": []}"#
    }
    #expect(message(of: nested(511)) == nil)
    #expect(message(of: nested(512)) == "g.json:1:536: nesting over 512 deep")
    #expect(message(of: nested(1_000_000)) == "g.json:1:536: nesting over 512 deep")
  }

  @Test func `An id of the other kind is suggested`() {
    let text = #"{"leakcheck": 1, "objects": [{"id": 12, "type": "A"}], "references": [{"from": "#
    #expect(message(of: text + #""12", "to": 12}]}"#)?.hasSuffix("; did you mean 12?") == true)
  }

  @Test func `A key beginning with x may be in a reference and in its end, but once in each`() {
    let end =
      #""from": "vc", "to": "vc", "until": {"event": "e", "called": "inTeardown", "x-a": 1"#
    #expect(message(of: reference(end + #"}, "x-a": 2"#)) == nil)
    #expect(
      message(of: reference(end + #", "x-a": 2}"#))
        == #"g.json:2:101: duplicate key "x-a" in "until""#)
    #expect(
      message(of: reference(end + #"}, "x-a": 2, "x-a": 3"#))
        == #"g.json:2:112: duplicate key "x-a" in a reference"#)
  }

  @Test func `Hostile names are escaped and shortened`() {
    #expect(
      message(of: "{\"\u{202e}\\u001b[31m\\n\\\"\": 1}")?.hasPrefix(
        #"g.json:1:2: unknown key "\u{202e}\u{1b}[31m\n\"" in the graph, expected"#) == true)
    let long = String(repeating: "a", count: 100_000)
    let found = message(of: reference("\"from\": \"\(long)\", \"to\": 1")) ?? ""
    let half = String(repeating: "a", count: 29)
    #expect(found.contains("unknown id \"a\(half)…\(half)\" for"))
  }

  @Test func `What is wrong has a code for programs`() {
    func code(_ text: String) -> InputError.Code? {
      do throws(InputError) {
        _ = try JSONGraphReader().read(Array(text.utf8), from: "g.json")
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(#"{"scenario": 1}"#) == .unknownKey("scenario"))
    #expect(code(#"{"leakcheck": 2}"#) == .wrongValue)
    #expect(code(#"{"leakcheck": 1, "objects": [{"id": "#) == .truncated)
    #expect(code(#"{"leakcheck": 1, "objects": [}"#) == .malformed)
  }
}
