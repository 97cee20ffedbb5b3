import Foundation
import LeakCheckRender
import LeakCheckTestSupport
import Testing

@Suite struct RenderCommandTests {
  @Test func `a picture is drawn by its suffix, whole or not at all`() throws {
    let scratch = try Scratch()
    _ = try scratch.run("graph.json", "--render", "out.dot")
    #expect(try scratch.data("out.dot").starts(with: Data("digraph".utf8)))
    #expect(try scratch.run("graph.json", "--render", "out.gif").status == 2)
    #expect(try scratch.run("graph.json", "--render", "none/out.dot").status == 2)
    #expect(scratch.names == ["graph.json", "out.dot"])
  }

  @Test(
    .enabled(if: GraphvizRenderer.isAvailable),
    arguments: [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("pdf", "%PDF")])
  func `images are drawn`(suffix: String, start: String) throws {
    let scratch = try Scratch()
    let result = try scratch.run("render", "graph.json", "-o", "out.\(suffix)")
    #expect(result.status == 0)
    #expect(result.errors == "leakcheck: wrote out.\(suffix)\n")
    #expect(String(decoding: try scratch.data("out.\(suffix)"), as: UTF8.self).contains(start))
  }

  @Test(.enabled(if: GraphvizRenderer.isAvailable))
  func `a layout without direction has its title, and parts that nothing connects lie close`()
    throws
  {
    let count = 13
    let objects = (0..<count).flatMap { ["{\"id\": \"a\($0)\"", "{\"id\": \"b\($0)\""] }
      .enumerated().map { "\($1), \"type\": \"SomeScreenWithALongName\($0)\"}" }
    let references = (0..<count).flatMap {
      ["{\"from\": \"a\($0)\", \"to\": \"b\($0)\"}", "{\"from\": \"b\($0)\", \"to\": \"a\($0)\"}"]
    }
    let text = """
      {"leakcheck": 1, "objects": [\(objects.joined(separator: ", "))],
      "references": [\(references.joined(separator: ", "))]}
      """
    let scratch = try Scratch(["leaks.json": text])
    #expect(
      try scratch.run("render", "leaks.json", "--engine", "sfdp", "-o", "out.svg").status == 0)
    let svg = String(decoding: try scratch.data("out.svg"), as: UTF8.self)
    #expect(svg.contains(">13 leaks in leaks.json<"))
    let width = try #require(svg.firstMatch(of: #/<svg [^>]*width="(\d+)pt"/#)).1
    #expect(try #require(Int(width)) <= 1_350)
  }

  @Test(.enabled(if: GraphvizRenderer.isAvailable), arguments: ["dot", "sfdp"])
  func `a tree that is wide in every direction is no wider than a page`(engine: String) throws {
    let objects = (0..<36).map {
      #"{"id": \#($0), "type": "SomeScreenWithALongName\#($0)"\#($0 == 0 ? #", "root": true"# : "")}"#
    }
    // Chains of six, side by side.
    let references = (1..<36).map {
      #"{"from": \#($0 % 6 == 1 ? 0 : $0 - 1), "to": \#($0), "name": "n"}"#
    }
    let text = """
      {"leakcheck": 1, "objects": [\(objects.joined(separator: ", "))],
      "references": [\(references.joined(separator: ", "))]}
      """
    let scratch = try Scratch(["tree.json": text])
    #expect(
      try scratch.run("render", "tree.json", "--engine", engine, "-o", "out.svg").status == 0)
    let svg = String(decoding: try scratch.data("out.svg"), as: UTF8.self)
    let width = try #require(svg.firstMatch(of: #/<svg [^>]*width="(\d+)pt"/#)).1
    #expect(try #require(Int(width)) <= 1_350)
  }

  @Test(.enabled(if: GraphvizRenderer.isAvailable), arguments: 2...5)
  func `leaks are read from left to right`(count: Int) throws {
    let numbers = 0..<count
    let objects = numbers.flatMap { ["{\"id\": \"a\($0)\"", "{\"id\": \"b\($0)\""] }
      .enumerated().map { "\($1), \"type\": \"T\($0)\", \"size\": \(900 - $0)}" }
    let references = numbers.flatMap {
      ["{\"from\": \"a\($0)\", \"to\": \"b\($0)\"}", "{\"from\": \"b\($0)\", \"to\": \"a\($0)\"}"]
    }
    let text = """
      {"leakcheck": 1, "objects": [\(objects.joined(separator: ", "))],
      "references": [\(references.joined(separator: ", "))]}
      """
    let scratch = try Scratch(["leaks.json": text])
    #expect(try scratch.run("render", "leaks.json", "-o", "out.svg").status == 0)
    let svg = String(decoding: try scratch.data("out.svg"), as: UTF8.self)
    let places = try svg.matches(
      of: Regex<(Substring, Substring, Substring, Substring)>(
        "<text[^>]* x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"[^>]*>Leak ([0-9])")
    ).compactMap { match in
      Double(match.1).flatMap { x in Double(match.2).map { y in (x: x, y: y, number: match.3) } }
    }
    // Rows of three, each from left to right.
    let read = places.sorted { $0.number < $1.number }
    #expect(read.count == count)
    for (place, next) in zip(read, read.dropFirst()) {
      #expect(place.x < next.x || place.y < next.y)
    }
    let row = read.prefix(min(3, count))
    #expect(zip(row, row.dropFirst()).allSatisfy { $0.x < $1.x })
  }
}
