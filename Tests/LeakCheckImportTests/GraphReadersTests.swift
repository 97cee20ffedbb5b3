import LeakCheckGraph
import LeakCheckImport
import LeakCheckText
import Testing

@Suite struct GraphReadersTests {
  private let graph = Array("\u{feff} {\n\"leakcheck\": 1, \"objects\": []}".utf8)

  private static let formats = GraphReaders.all
    .map { "\($0.formatName) (\($0.pathExtensions.joined(separator: ", ")))" }
    .joined(separator: " or ")

  @Test(arguments: ["g.json", "dir.x/G.JSON", "-", "dump", ".json", "g.txt"])
  func `A format is known by extension or content`(_ source: String) throws {
    #expect(try GraphReaders.read(graph, from: source).objects.isEmpty)
  }

  @Test func `An unknown format lists the known ones`() {
    let error = #expect(throws: InputError.self) {
      try GraphReaders.read(Array("hello".utf8), from: "a\n.txt")
    }
    #expect(error?.description == #"a\n.txt:1:1: unknown file format, expected "# + Self.formats)
  }

  @Test func `An empty file of unknown format is called empty`() {
    let error = #expect(throws: InputError.self) { try GraphReaders.read([], from: "-") }
    #expect(error?.description == "-:1:1: empty file, expected " + Self.formats)
  }

  @Test func `Numbers that are whole are read exactly however they are written`() throws {
    let text = """
      {"leakcheck": 1, "objects": [{"id": 1e3, "type": "A", "size": 912.0},
        {"id": -9223372036854775808, "type": "A", "size": 9007199254740993},
        {"id": -0, "type": "A", "size": 1200e-2}, {"id": 5, "type": "A", "size": 0e999999999}]}
      """
    let graph = try GraphReaders.read(Array(text.utf8), from: "-")
    #expect(graph.object(withID: 1000)?.size == 912)
    #expect(graph.object(withID: .number(.min))?.size == 9_007_199_254_740_993)
    #expect(graph.object(withID: 0)?.size == 12)
    #expect(graph.object(withID: 5)?.size == 0)
  }
}
