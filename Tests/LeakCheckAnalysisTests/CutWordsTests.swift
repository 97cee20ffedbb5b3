import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct CutWordsTests {
  private func fix(_ name: String, isSafe: Bool = true) throws -> String {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "Holder"))
    builder.add(ObjectDescription(id: "b", type: "Held"))
    var reference = ReferenceDescription(from: "a", to: "b")
    reference.name = name
    builder.add(reference)
    let graph = try builder.build()
    let first = try #require(graph.references.first)
    return Cut.Step(
      cutting: first, as: ReferenceRoles(first.graph).answer(for: first.index), isSafe: isSafe
    ).fix
  }

  @Test(arguments: [
    ("owner", "declare `weak var owner` in Holder"),
    ("_owner2", "declare `weak var _owner2` in Holder"),
    ("", "make the reference to Held in Holder weak"),
    ("[weak + 16]", "make the reference [weak + 16] to Held in Holder weak"),
    ("+24", "make the reference +24 to Held in Holder weak"),
  ])
  func `only what can be a property is declared weak`(_ name: String, _ words: String) throws {
    #expect(try fix(name) == words)
  }

  @Test func `a reference without a name has words where its target needs another owner`() throws {
    #expect(
      try fix("", isSafe: false)
        == "let another object own Held, then make the reference to Held in Holder weak")
  }

  private func leaked(_ type: String, count: Int32) throws -> Finding {
    var builder = ObjectGraph.Builder()
    var root = ObjectDescription(id: "root", type: "Root")
    root.root = ""
    builder.add(root)
    var object = ObjectDescription(id: "a", type: type)
    object.retainCount = count
    builder.add(object)
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    return try #require(findings.first)
  }

  @Test func `one retain is once, and one reference is no references`() throws {
    let finding = try leaked("Session", count: 1)
    #expect(
      finding.message
        == "Session has leaked: it is retained once and the graph has 0 strong references to it")
    #expect(finding.why.hasSuffix("in the graph: 1 more retain than releases."))
    #expect(try leaked("Session", count: 3).message.contains("retained 3 times"))
  }

  @Test(arguments: ["malloc", "malloc<48>", "non-object"])
  func `memory that nobody retains lacks a free and no release`(_ type: String) throws {
    #expect(
      try leaked(type, count: 1).advice == "find the allocation of \(type) whose free is missing")
    #expect(try leaked("Session", count: 1).advice.contains("passRetained"))
  }

  @Test func `What is a letter of a name is what Unicode calls a letter`() {
    let characters = (0...0x250).compactMap { Unicode.Scalar($0).map(Character.init) }
    for character in characters + ["e\u{301}", "名", "½", "👩‍👩‍👧", "Ⅳ"] {
      #expect(character.isLetterOfName == character.isLetter, "\(character)")
      #expect(character.isNumberOfName == character.isNumber, "\(character)")
    }
  }
}
