import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

/// Texts that go into JSON as they are: a file may hold anything in their place.
@Suite struct BinaryExtensionTests {
  /// What is no member, or more than members, and what is said of it.
  static let wrong: [(String, String)] = [
    (#""x-a": 1, "objects": []"#, #"key "objects", which does not begin with "x-""#),
    (#""x-a": 1}, {"id": 2"#, "a brace that ends the members"),
    (#""x-a": 1}"#, "a brace that ends the members"),
    (#"}, "x-a": {"b": 1"#, "a brace that ends the members"),
    (#""x-a": 1, "x-\u0061": 2"#, #"duplicate key "x-a""#),
    (#""x-a"2 "z""#, #"unexpected character "2""#),
    (#""x-a": 01"#, "number"),
    (#""x-a": nul"#, "unexpected character"),
    (#""x-a": 1,"#, #"unexpected character "}""#),
    (#""x-a""#, #"unexpected character "}""#),
    (#""x-a": "\ud800""#, "surrogate"),
    (" ", "a brace that ends the members"),
    ("x-a: 1", #"unexpected character "x""#),
    ("\"x-a\": \"\n\"", "control character"),
    (#""x-a": "# + String(repeating: "[", count: 600), "nesting"),
  ]

  private func graph(
    ofGraph: String = "", object: String = "", reference: String = "", end: String = ""
  )
    throws -> ObjectGraph
  {
    var builder = ObjectGraph.Builder()
    builder.extensions = ofGraph
    var description = ObjectDescription(id: 1, type: "A")
    description.extensions = object
    builder.add(description)
    var edge = ReferenceDescription(from: 1, to: 1)
    edge.until = .init(event: "stop()", called: .automatically)
    edge.extensions = reference
    edge.until?.extensions = end
    builder.add(edge)
    return try builder.build()
  }

  @Test(arguments: wrong.indices)
  func `a text that is not a JSON member is refused wherever it stands`(index: Int) throws {
    let (text, problem) = Self.wrong[index]
    for (graph, title) in [
      (try graph(ofGraph: text), "the graph's extensions"),
      (try graph(object: text), "objects' extensions"),
      (try graph(reference: text), "references' extensions"),
      (try graph(reference: #""x-r": 1"#, end: text), "references' extensions"),
    ] {
      let failure = BinaryFileEditor(graph).failure()
      let found = failure?.problem ?? "nothing"
      #expect(found.hasPrefix("text that is not a JSON member, with "), "\(found)")
      #expect(found.contains(problem) && found.hasSuffix(" in \(title)"), "\(found)")
    }
  }

  @Test(arguments: [
    "", #""x-a": 1"#, #""x-b": {"objects": [{}]},"x-a":null"#, #" "x-é" : "}" "#,
    #""x-a": "\ud83d\ude00\n", "x-": [-1.5e-3, true]"#,
  ]) func `members are let through, and are JSON where they are written`(text: String) throws {
    for graph in [
      try graph(ofGraph: text), try graph(object: text), try graph(reference: text, end: text),
    ] {
      let bytes = BinaryGraphWriter().bytes(of: graph)
      let read = try BinaryGraphReader().read(bytes, from: "f")
      let json = JSONGraphWriter().text(of: read)
      #expect(throws: Never.self) { try JSONGraphReader().read(Array(json.utf8), from: "g") }
    }
  }

  @Test func `values nest as deep as in JSON, and no deeper`() throws {
    for (depth, isRead) in [(509, true), (510, false)] {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let graph = try graph(object: "\"x-a\": \(value)")
      #expect((BinaryFileEditor(graph).failure() == nil) == isRead)
      let json = JSONGraphWriter().text(of: graph)
      let isJSON = (try? JSONGraphReader().read(Array(json.utf8), from: "g")) != nil
      #expect(isJSON == isRead)
    }
  }
}
