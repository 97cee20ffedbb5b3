import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

@Suite struct V8FailureTests {
  private static let text = """
    {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],\
    "node_types":[["synthetic","object"],"string","number","number","number"],\
    "edge_fields":["type","name_or_index","to_node"],\
    "edge_types":[["property","element"],"string_or_number","node"]},\
    "node_count":2,"edge_count":2},
    "nodes":[0,0,1,0,1
    ,1,1,3,16,1
    ],
    "edges":[0,2,5
    ,1,7,0
    ],
    "strings":["","A","a"]}
    """

  @Test func `The text that the others are made of is sound`() throws {
    let graph = try V8SnapshotReader().read(Array(Self.text.utf8), from: "s")
    #expect(graph.references.map(\.name) == ["a", "[7]"])
  }

  static let damages: [(String, String, String)] = [
    (
      "1,1,3,16,1", "2,1,3,16,1",
      "s:3:2: node 1 has a type that is not there, expected a number below 2"
    ),
    (
      "1,1,3,16,1", "1,3,3,16,1",
      "s:3:4: node 1 has a string that is not there, expected a number below 3"
    ),
    ("1,1,3,16,1", "1,1,1,16,1", "s:3:6: node 1 has the id 1 of node 0, expected an id of its own"),
    ("1,1,3,16,1", "1,1,3,-16,1", "s:3:8: negative number, expected a whole number from 0 on"),
    (
      "1,1,3,16,1", "1,1,3,1.5,1",
      "s:3:8: number with a fraction or exponent, expected a whole number from 0 on"
    ),
    (
      "1,1,3,16,1", "1,1,3,1e5,1",
      "s:3:8: number with a fraction or exponent, expected a whole number from 0 on"
    ),
    (
      "1,1,3,16,1", "1,1,3,016,1",
      "s:3:8: number with a leading zero, expected a whole number from 0 on"
    ),
    (
      "1,1,3,16,1", "1,1,3,9223372036854775808,1",
      "s:3:8: number out of range, expected a number below 2⁶³"
    ),
    (
      "1,1,3,16,1", "1,1,3,null,1",
      #"s:3:8: unexpected character "n", expected a whole number from 0 on"#
    ),
    ("1,1,3,16,1", "1,1,3,1 6,1", #"s:3:10: unexpected character "6", expected "," or "]""#),
    (
      "1,1,3,16,1", "1,1,3,,1",
      #"s:3:8: unexpected character ",", expected a whole number from 0 on"#
    ),
    (
      "1,1,3,16,1", "1,1,3,1",
      "s:4:1: \"nodes\" ends within a row: it has 9 numbers, expected a multiple of 5"
    ),
    (
      "1,1,3,16,1", "1,1,3,16,2",
      "s:3:11: node 1 has edges beyond the last, expected 2 edges together, the rows of \"edges\""
    ),
    (
      "1,1,3,16,1", "1,1,3,16,0",
      "s:4:1: the nodes have 1 edges together, expected 2, the rows of \"edges\""
    ),
    (
      "1,1,3,16,1", "1,1,3,16,1,1,1,5,0,0",
      "s:4:1: \"nodes\" has 3 rows, expected 2, as its count says"
    ),
    (",1,7,0", ",1,7,1", "s:6:6: edge 1 leads to no node, expected a multiple of 5 below 10"),
    (",1,7,0", ",1,7,10", "s:6:6: edge 1 leads to no node, expected a multiple of 5 below 10"),
    (",1,7,0", ",0,7,0", "s:6:4: edge 1 has a string that is not there, expected a number below 3"),
    (",1,7,0", ",9,7,0", "s:6:2: edge 1 has a type that is not there, expected a number below 2"),
    (
      ",1,7,0", ",1,7,9223372036854775807",
      "s:6:6: edge 1 leads to no node, expected a multiple of 5 below 10"
    ),
    (",1,7,0", "", "s:7:1: \"edges\" has 1 rows, expected 2, as its count says"),
    (",1,7,0", ",1,7,[0]", #"s:7:1: unexpected character "]", expected "," or "}""#),
    (
      "\"node_count\":2", "\"node_count\":-2",
      "s:1:283: \"node_count\" is not a count, expected a whole number from 0 on"
    ),
    (
      "\"node_count\":2", "\"node_count\":3",
      "s:4:1: \"nodes\" has 2 rows, expected 3, as its count says"
    ),
    ("\"node_count\":2,", "", "s:1:13: \"snapshot\" without \"node_count\""),
    ("\"self_size\"", "\"size\"", "s:1:36: \"node_fields\" without \"self_size\""),
    (
      "\"type\",\"name\"", "1,\"name\"", "s:1:37: \"node_fields\" holds a number, expected a string"
    ),
    (
      "[[\"property\",\"element\"]", "[\"property\"",
      "s:1:219: the types of \"edge_types\" is not a list of words, expected an array of 1 to 255 strings"
    ),
    (
      "\"node_count\":2", "\"root_index\":5,\"node_count\":0",
      "s:1:13: \"root_index\" 5 is not a node, expected a multiple of 5 below 0"
    ),
    ("\"meta\"", "meta", #"s:1:14: unexpected character "m", expected a key"#),
    ("\"strings\"", "\"edges\"", "s:8:9: \"edges\" for the second time"),
    (
      "\"strings\"", "\"string\"",
      "s:8:22: snapshot without \"strings\", expected \"snapshot\", \"nodes\", \"edges\" and \"strings\""
    ),
    (
      "\"A\"", "\"\\x\"",
      #"s:8:16: unknown escape in a string, expected one of \" \\ \/ \b \f \n \r \t \u0000"#
    ),
    (
      "\"A\"", "\"\\u12\"",
      #"s:8:16: malformed escape in a string, expected four hexadecimal digits after \u"#
    ),
    (
      "\"A\"", "\"\n\"",
      "s:8:16: raw control character \"\\n\" in a string, expected an escape or the closing quote"
    ),
    ("\"A\"", "7", #"s:8:15: unexpected character "7", expected a string"#),
    ("\"a\"]}", "\"a\"]} x", #"s:8:25: unexpected character "x", expected the end of the file"#),
    ("\"a\"]}", "\"a\",]}", #"s:8:23: unexpected character "]", expected a string"#),
    (
      "\"strings\"", "\"x\":[}],\"strings\"",
      #"s:8:6: unexpected character "}", expected the bracket that closes the open one"#
    ),
  ]

  @Test(arguments: damages)
  func `What is wrong is told with its place`(_ old: String, _ new: String, _ message: String) {
    let damaged = Self.text.replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: InputError.self) {
      try V8SnapshotReader().read(Array(damaged.utf8), from: "s")
    }
    #expect(error?.description == message)
  }

  @Test func `A file that is cut off says inside of what`() {
    let bytes = Array(Self.text.utf8)
    for length in 0..<bytes.count {
      let error = #expect(throws: InputError.self) {
        try V8SnapshotReader().read(Array(bytes[..<length]), from: "s")
      }
      #expect(error?.problem.contains("truncated file: it ends inside") == true, "\(length)")
    }
  }

  @Test func `Invalid UTF-8 in a string is refused`() throws {
    var bytes = Array(Self.text.replacing("\"A\"", with: "\"A~\"").utf8)
    bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "~")))] = 0xff
    let error = #expect(throws: InputError.self) { try V8SnapshotReader().read(bytes, from: "s") }
    #expect(error?.description == "s:8:17: invalid UTF-8, byte 0xff")
  }

  @Test(arguments: ["[", "{\"a\":"]) func `Deep nesting is refused`(_ opening: String) {
    let deep = String(repeating: opening, count: 100_000)
    for text in [
      Self.text.replacing("\"strings\"", with: "\"trace_tree\":" + deep + ",\"strings\""),
      "{\"snapshot\":" + deep,
    ] {
      let error = #expect(throws: InputError.self) {
        try V8SnapshotReader().read(Array(text.utf8), from: "s")
      }
      #expect(error?.problem == "nesting over 512 deep")
    }
  }

  @Test func `A great count allocates nothing`() {
    let damaged = Self.text.replacing("\"node_count\":2", with: "\"node_count\":2147483647")
    #expect(throws: InputError.self) {
      try V8SnapshotReader().read(Array(damaged.utf8), from: "s")
    }
  }
}
