import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// Fixes as one would type them, and none where a name is not known.
@Suite struct FixCodeTests {
  private func step(
    _ literal: String, named closure: String = "", kind: ObjectKind? = nil,
    cut name: String = "self"
  ) throws -> Cut.Step {
    let graph = try ObjectGraph(literal).changing(objects: { object in
      guard object.kind == .closure else { return }
      object.name = closure
      (object.file, object.line) = ("Screen.swift", 7)
      if let kind { object.kind = kind }
    })
    let reference = try #require(graph.references.first { $0.name == name })
    let answer = ReferenceRoles(graph).answer(for: reference.index)
    return Cut.Step(cutting: reference, as: answer.role, by: answer.how)
  }

  @Test func `a capture list goes to the closure in its property`() throws {
    let code = try #require(
      try step("Screen -> c{} 'onTap'; c -> Screen 'self'", named: "closure #1 in Screen.load()")
        .code)
    #expect(code.before == "onTap = {")
    #expect(code.after == "onTap = { [weak self] in")
    #expect(code.file == "Screen.swift" && code.line == 7)
  }

  @Test func `what a screen ends for one cut stands in one method`() throws {
    let graph = try ObjectGraph(
      "RunLoop#! -> Timer# 'timers'; Timer -> Screen- 'target'; Screen -> Timer 'timer';"
        + "RunLoop -> CADisplayLink# 'displayLinks'; CADisplayLink -> Screen 'target';"
        + "Screen -> CADisplayLink 'link'"
    ).changing(objects: { if $0.type == "Screen" { $0.kind = .controller } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let codes = finding.cut.steps.indices.map { finding.cut.code(ofStep: $0)?.after }
    #expect(codes.count == 2)
    for code in codes {
      let lines = code?.split(separator: "\n").dropFirst(2).dropLast().sorted()
      #expect(lines == ["  link?.invalidate()", "  timer?.invalidate()"])
    }
  }

  @Test(arguments: ["TasksViewModel", "TimerStore", "NotificationCenterModel", "UploadTask"])
  func `what is merely called like a framework's object is the app's`(type: String) throws {
    let step = try step("\(type) -> c{} 'onChange'; c -> \(type) 'self'")
    #expect(step.code?.before == "onChange = {")
  }

  @Test(arguments: [
    "Screen.move(to:at:)", "partial apply for Screen.move(to:at:)",
    "partial apply forwarder for App.Screen.move(to:at:)", "bound method move(to:at:)",
  ])
  func `a method that is handed over is replaced by a closure`(closure: String) throws {
    let step = try step("Screen -> c{} 'onTap'; c -> Screen 'self'", named: closure)
    #expect(step.code?.after == "onTap = { [weak self] in self?.move(to: $0, at: $1) }")
    #expect(step.fix.hasPrefix("replace the bound method move(to:at:) by a closure"))
  }

  @Test func `a variable that a closure shares is cleared by its own name`() throws {
    let graph = try ObjectGraph("Player- -> c{} 'onEnd'; c -> Box 'player'; Box -> Player 'value'")
      .changing(objects: { if $0.type == "Box" { $0.kind = .box } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let step = try #require(finding.cut.steps.first)
    #expect(step.fix == "set the captured variable player to nil when its time is over")
    #expect(step.code?.after == "player = nil")
  }

  @Test func `a screen of AppKit is told without a word of animation`() throws {
    let graph = try ObjectGraph(
      "RunLoop#! -> Timer# 'timers'; Timer -> Clock- 'target'; Clock -> Timer 'timer';"
        + "Clock -> NSView# 'view'"
    ).changing(objects: { if $0.type == "Clock" { $0.kind = .controller } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let code = try #require(finding.cut.code(ofStep: 0))
    #expect(
      code.after.hasPrefix("override func viewDidDisappear() {\n  super.viewDidDisappear()\n"))
  }

  @Test(arguments: [
    ("representedObject", "set Screen.representedObject to nil when its time is over"),
    (
      "presentedViewController",
      "call dismiss(animated:) on the controller that presented Sheet when it should go"
    ),
  ])
  func `what a superclass of UIKit declares is not declared again`(
    name: String, fix: String
  ) throws {
    let graph = try ObjectGraph("Root#! -> Screen 'screen'; Screen -> Sheet- '\(name)'")
      .changing(objects: { if $0.type != "Root" { $0.kind = .controller } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.fix) == [fix])
  }

  @Test func `another capture goes by its name`() throws {
    let step = try step("Form -> c{} 'onSave'; c -> Form 'form'", cut: "form")
    #expect(step.code?.after == "onSave = { [weak form] in")
  }

  @Test func `a bound method becomes a closure`() throws {
    let step = try step(
      "Screen -> c{} 'onTap'; c -> Screen 'self'", named: "bound method move(to:at:)")
    #expect(step.code?.before == "onTap = move(to:at:)")
    #expect(step.code?.after == "onTap = { [weak self] in self?.move(to: $0, at: $1) }")
  }

  @Test func `a framework's call stands as one types it`() throws {
    let step = try step("Screen -> Sink# 'sink'; Sink -> c{} 'receiveValue'; c -> Screen 'self'")
    #expect(step.code?.before == ".sink { value in")
    #expect(step.code?.after == ".sink { [weak self] value in")
  }

  @Test(arguments: [
    (
      "NotificationCenter# -> c{} 'observers'; c -> Screen 'self'",
      "addObserver(forName: name, object: nil, queue: .main) { [weak self] _ in"
    ),
    (
      "Screen -> DispatchIO# 'io'; DispatchIO -> c{} 'handler'; c -> Screen 'self'",
      "channel.read(offset: 0, length: .max, queue: .main) { [weak self] done, data, error in"
    ),
    (
      "SelectableEventLoop# -> c{} 'tasks'; c -> Screen 'self'",
      "eventLoop.scheduleTask(in: .seconds(1)) { [weak self] in"
    ),
  ])
  func `what is registered as a block captures weakly in code`(graph: String, code: String) throws {
    #expect(try step(graph).code?.after == code)
  }

  @Test func `a controller that a framework's contains takes itself out`() throws {
    let objects = """
      {"id": "host", "type": "UIViewController", "kind": "controller", "owner": "framework"},
      {"id": "map", "type": "Map", "kind": "controller", "expect": "gone"}
      """
    let child = #"{"from": "host", "to": "map", "name": "children", "kind": "element"}"#
    #expect(
      try removal(objects, child, of: "children")?.after
        == "willMove(toParent: nil)\nview.removeFromSuperview()\nremoveFromParent()")
  }

  @Test func `a property becomes weak, a variable, and optional`() throws {
    let step = try step("Cell -> List 'delegate'; List -> Cell 'cell'", cut: "delegate")
    #expect(step.code?.before == "var delegate: List?")
    #expect(step.code?.after == "weak var delegate: List?")
  }

  @Test(arguments: [
    ("() -> ()", "lazy var format: () -> () = { [weak self] in"),
    (
      "(Int, URL?) -> String",
      "lazy var format: (Int, URL?) -> String = { [weak self] value1, value2 in"
    ),
    (
      "((Int, Int) -> ()) -> ()",
      "lazy var format: ((Int, Int) -> ()) -> () = { [weak self] value in"
    ),
  ])
  func `the closure of a lazy variable has its list where its type is known`(
    type: String, code: String
  ) throws {
    let graph = try ObjectGraph("Screen -> c{} '$__lazy_storage_$_format'; c -> Screen 'self'")
      .changing(objects: { if $0.kind == .closure { $0.type = type } })
    let reference = try #require(graph.references.first { $0.name == "self" })
    let change = try #require(Cut.Step(cutting: reference, as: .selfCapture, by: .weak).code)
    #expect(change.after == code)
    let before = code.replacing(" [weak self] in", with: "").replacing("[weak self] ", with: "")
    #expect(change.before == before)
  }

  @Test(arguments: [
    "NotificationCenter# -> c{} 'observers'",
    "BlockObserver# -> c{} 'block'",
    "Signal# -> c{} 'observers'",
    "EventLoop# -> c{} 'tasks'",
  ])
  func `a weak capture is not the code of what ends a registration`(graph: String) throws {
    let graph = try ObjectGraph(graph + "; c -> Screen 'self'")
    let reference = try #require(graph.references.first { $0.name != "self" })
    let step = Cut.Step(cutting: reference, as: .registration, by: .end)
    #expect(step.code?.after.contains("[weak") != true)
  }

  @Test(arguments: ["[0]", "0x18", "", "$__lazy_storage_$_format"])
  func `where the property is not known there is no code`(name: String) throws {
    let step = try step("Screen -> c{} '\(name)'; c -> Screen 'self'")
    #expect(step.code == nil)
  }

  @Test(arguments: [ObjectKind.task, .collection])
  func `what is not an object is never made weak`(kind: ObjectKind) throws {
    let graph = try ObjectGraph("Chat -> Job 'job'; Job -> Chat 'self'").changing(objects: {
      if $0.type == "Job" { $0.kind = kind }
    })
    let reference = try #require(graph.references.first { $0.name == "job" })
    let answer = ReferenceRoles(graph).answer(for: reference.index)
    #expect(answer.how == .end)
    let step = Cut.Step(cutting: reference, as: answer.role, by: answer.how)
    #expect(!step.fix.contains("weak"))
    #expect(step.code?.after == (kind == .task ? "job?.cancel()\njob = nil" : nil))
  }

  @Test func `what one closure captures weakly for a cut is one list, self first`() throws {
    let graph = try ObjectGraph(
      "Map -> Pin 'pin'; Pin -> c{} 'onTap'; c -> Pin 'a'; c -> Map 'self'"
    ).changing(objects: { if $0.kind == .closure { $0.name = "closure #1 in Map.load()" } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.count == 2)
    for step in finding.cut.steps.indices {
      #expect(finding.cut.code(ofStep: step)?.after == "onTap = { [weak self, weak a] in")
    }
  }

  /// The code that takes `Badge` out of the list of `Cart`, in a graph of JSON's objects and references.
  private func removal(_ objects: String, _ references: String, of name: String) throws -> FixCode?
  {
    let text = "{\"leakcheck\": 1, \"objects\": [\(objects)], \"references\": [\(references)]}"
    let graph = try JSONGraphReader().read(Array(text.utf8), from: "graph.json")
    let reference = try #require(graph.references.first { $0.name == name })
    let answer = ReferenceRoles(graph).answer(for: reference.index)
    return Cut.Step(cutting: reference, as: answer.role, by: answer.how).code
  }

  @Test func `an object is taken out of a list in its own code, or in a method of what has it`()
    throws
  {
    let objects = """
      {"id": "cart", "type": "Cart", "root": true}, {"id": "badge", "type": "Badge"},
      {"id": "list", "type": "Array<any Listener>", "kind": "collection"}
      """
    let listed = #"{"from": "cart", "to": "badge", "name": "listeners", "kind": "element"}"#
    #expect(
      try removal(objects, listed, of: "listeners")?.after
        == "func remove(_ badge: Badge) {\n  listeners.removeAll { $0 === badge }\n}")
    let known = listed + #", {"from": "badge", "to": "cart", "name": "shop"}"#
    #expect(
      try removal(objects, known, of: "listeners")?.after
        == "shop.listeners.removeAll { $0 === self }")
    let array = #"{"from": "cart", "to": "list", "name": "listeners"}, "#
    let element = #"{"from": "list", "to": "badge", "name": "[0]", "kind": "element"}"#
    #expect(
      try removal(objects, array + element, of: "[0]")?.after.contains("listeners.removeAll")
        == true)
    // Closures are not told apart.
    let closure = objects.replacing(#""type": "Badge""#, with: #""type": "()", "kind": "closure""#)
    #expect(try removal(closure, listed, of: "listeners")?.after.contains("===") != true)
  }

  @Test(arguments: [
    ("Set<Badge>", "Cart", "func remove(_ badge: Badge) {\n  badges.remove(badge)\n}"),
    (
      "Dictionary<Int, any Shown>", "Cart",
      "func remove(_ badge: Badge) {\n  badges = badges.filter { $0.value !== badge }\n}"
    ),
    (
      "[String: UIView]", "Cart.Type",
      "static func remove(_ badge: Badge) {\n  badges = badges.filter { $0.value !== badge }\n}"
    ),
    ("Set<Badge>", "Badge.Type", "Self.badges.remove(self)"),
    ("[Badge]", "Badge.Type", "Self.badges.removeAll { $0 === self }"),
    // What these take is not of a class, or not of this one.
    ("Dictionary<Int, Any>", "Cart", nil), ("Set<AnyHashable>", "Cart", nil),
    ("Dictionary<String, Array<Badge>>", "Cart", nil),
  ]) func `sets and dictionaries are told by their types`(
    list: String, holder: String, code: String?
  ) throws {
    let objects = """
      {"id": "cart", "type": "\(holder)", "root": true}, {"id": "badge", "type": "Badge"},
      {"id": "list", "type": "\(list)", "kind": "collection"}
      """
    let references = """
      {"from": "cart", "to": "list", "name": "badges"},
      {"from": "list", "to": "badge", "kind": "element"}
      """
    let text = "{\"leakcheck\": 1, \"objects\": [\(objects)], \"references\": [\(references)]}"
    let graph = try JSONGraphReader().read(Array(text.utf8), from: "graph.json")
    let reference = try #require(graph.references.first { $0.kind == .element })
    let step = Cut.Step(cutting: reference, as: .listed, by: .end)
    #expect(step.code?.after == code)
    let type = holder.replacing(".Type", with: "")
    #expect(step.fix == "remove Badge from \(type).badges when its time is over", "\(step.fix)")
  }

  @Test func `a child controller ends with three calls`() throws {
    let objects = """
      {"id": "host", "type": "Host", "kind": "controller", "root": true},
      {"id": "map", "type": "Map", "kind": "controller", "expect": "gone"}
      """
    let child = #"{"from": "host", "to": "map", "name": "children", "kind": "element"}"#
    let code = try removal(objects, child, of: "children")
    #expect(code?.before == "view.removeFromSuperview()")
    #expect(
      code?.after
        == "willMove(toParent: nil)\nview.removeFromSuperview()\nremoveFromParent()")
    let named = child + #", {"from": "host", "to": "map", "name": "map"}"#
    #expect(
      try removal(objects, named, of: "children")?.after
        == "map.willMove(toParent: nil)\nmap.view.removeFromSuperview()\nmap.removeFromParent()")
  }
}
