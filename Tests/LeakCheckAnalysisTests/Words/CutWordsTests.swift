import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct CutWordsTests {
  private func fix(_ name: String, safety: Cut.Safety = .proved) throws -> String {
    try step(name, safety: safety).fix
  }

  /// The cut of a reference from `Holder` to `Held`, of which `extensions` say more.
  private func step(
    _ name: String, extensions: String = "", safety: Cut.Safety = .proved
  ) throws -> Cut.Step {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "Holder"))
    builder.add(ObjectDescription(id: "b", type: "Held"))
    var reference = ReferenceDescription(from: "a", to: "b")
    (reference.name, reference.extensions) = (name, extensions)
    builder.add(reference)
    let graph = try builder.build()
    let first = try #require(graph.references.first)
    let answer = ReferenceRoles(first.graph).answer(for: first.index)
    return Cut.Step(cutting: first, as: answer.role, by: answer.how, safety: safety)
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

  @Test(arguments: [
    ("Any", "weak var owner: AnyObject?", "var owner: Any?"),
    ("any Store", "weak var owner: (any Store & AnyObject)?", "var owner: (any Store)?"),
  ])
  func `a property of any type becomes one of a class when it is weak`(
    _ declared: String, _ weak: String, _ before: String
  ) throws {
    let step = try step("owner", extensions: "\"x-declared\": \"\(declared)\"")
    #expect(step.fix == "declare `\(weak)` in Holder")
    #expect(step.code?.before == before)
    #expect(step.code?.after == weak)
  }

  @Test(arguments: [
    ("Base", "Base?"), ("any Parent", "(any Parent)?"), ("AnyObject", "AnyObject?"),
  ])
  func `a property keeps the class that it is declared with`(
    _ declared: String, _ written: String
  ) throws {
    let step = try step("owner", extensions: "\"x-class\": \"\(declared)\"")
    #expect(step.code?.after == "weak var owner: \(written)")
  }

  @Test func `a property of a value of any type is changed where it is declared`() throws {
    let step = try step("handler.owner", extensions: "\"x-declaredIn\": \"LogHandler\"")
    #expect(step.fix == "declare `weak var owner` in LogHandler")
    #expect(step.code?.after == "weak var owner: Held?")
  }

  @Test(arguments: [
    ("", "Held?"), (#""x-class": "any Parent", "#, "(any Parent)?"),
    (#""x-declared": "any Row", "#, "(any Row & AnyObject)?"),
  ])
  func `a property of a superclass is changed there`(extensions: String, type: String) throws {
    let step = try step("owner", extensions: extensions + #""x-declaredIn": "Base""#)
    #expect(step.code?.after == "weak var owner: \(type)")
    #expect(step.fix.hasPrefix("declare `weak var owner") && step.fix.hasSuffix("` in Base"))
  }

  @Test func `a reference without a name has words where its target needs another owner`() throws {
    #expect(
      try fix("", safety: .refuted)
        == "let another object own Held, then make the reference to Held in Holder weak")
  }

  /// The fix of a reference from a holder of one kind to an object of another.
  private func fix(
    _ name: String, from holder: ObjectKind, named holderName: String = "", to held: ObjectKind,
    kind: ReferenceKind = .property
  ) throws -> String {
    var builder = ObjectGraph.Builder()
    var objects = [
      ObjectDescription(id: "a", type: "Bus"), ObjectDescription(id: "b", type: "Screen"),
    ]
    (objects[0].kind, objects[0].name, objects[1].kind) = (holder, holderName, held)
    for object in objects { builder.add(object) }
    var reference = ReferenceDescription(from: "a", to: "b")
    (reference.name, reference.kind) = (name, kind)
    builder.add(reference)
    let graph = try builder.build()
    let first = try #require(graph.references.first)
    let answer = ReferenceRoles(graph).answer(for: first.index)
    return Cut.Step(cutting: first, as: answer.role, by: answer.how).fix
  }

  @Test func `what cannot be weak in Swift is not told to be`() throws {
    #expect(
      try fix("onMessage", from: .object, to: .closure)
        == "set Bus.onMessage to nil when its time is over")
    #expect(
      try fix("step", from: .closure, named: "closure #1 in run()", to: .closure, kind: .capture)
        == "set step to nil when it is not called again")
    #expect(
      try fix("proxy", from: .object, to: .object, kind: .associated)
        == "associate Screen with Bus through an object that refers to it weakly")
    #expect(
      try fix("box", from: .object, to: .box) == "declare `weak var box` in Bus",
      "a box of no closure")
  }

  @Test(arguments: [
    (
      "retry() in Screen.load()", "self",
      "in retry() in Screen.load(), use weakSelf instead of self:"
        + " declare `weak var weakSelf = self` before it"
    ),
    (
      "retry #1 () in Screen.load()", "model",
      "in retry #1 () in Screen.load(), use weakModel instead"
        + " of model: declare `weak var weakModel = model` before it"
    ),
    ("closure #1 in Screen.load()", "self", "capture [weak self] in closure #1 in Screen.load()"),
    (
      "bound method refresh", "self",
      "replace the bound method refresh by a closure: { [weak self] in"
        + " self?.refresh() }"
    ),
    (
      "bound method Screen.reload(_:)", "self",
      "replace the bound method reload(_:) by a closure: { [weak self] in self?.reload($0) }"
    ),
    (
      "bound method move(to:at:)", "self",
      "replace the bound method move(to:at:) by a closure:"
        + " { [weak self] in self?.move(to: $0, at: $1) }"
    ),
    (
      "bound method show(_:)", "self",
      "replace the bound method show(_:) by a closure: { [weak self]"
        + " in self?.show($0) }"
    ),
  ])
  func `a capture is mended as its code can be`(holder: String, name: String, words: String) throws
  {
    #expect(
      try fix(name, from: .closure, named: holder, to: .controller, kind: .capture) == words)
  }

  @Test(arguments: ["Aardvark", "Zebra"])
  func `what should be gone does not lose what it owns, whatever that is called`(
    type: String
  ) throws {
    var builder = ObjectGraph.Builder()
    var screen = ObjectDescription(id: "screen", type: "Profile")
    screen.expectation = LifetimeExpectation(.gone)
    builder.add(screen)
    builder.add(ObjectDescription(id: "helper", type: type))
    for (from, to, name) in [("screen", "helper", "helper"), ("helper", "screen", "target")] {
      var reference = ReferenceDescription(from: .text(from), to: .text(to))
      reference.name = name
      builder.add(reference)
    }
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var target` in \(type)"])
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
