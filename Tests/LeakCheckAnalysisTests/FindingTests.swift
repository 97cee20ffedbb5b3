import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// The findings of a graph literal as `kind path cut`, one text each.
private func findings(in literal: String, collector: ObjectGraph.Collector = .arc) -> [String] {
  let graph = ObjectGraph(literal, collector: collector)
  return Checks.findings(in: GraphAnalysis(of: graph)).map { finding in
    let path = finding.path.objects.map(\.id.description).joined(separator: ">")
    let cut = finding.cut.steps.map {
      "\($0.reference.source.id).\($0.reference.name)"
    }
    return "\(finding.kind.rawValue) \(path) cut \(cut.joined(separator: "+"))"
  }
}

@Suite struct FindingTests {
  @Test func `as many findings are explained as are announced`() throws {
    let graph = ObjectGraph("a -> b 'x'; b -> a 'y'; c -> d 'u'; d -> c 'v'; e -> e 'w'")
    let record = WorkRecord()
    let findings = WorkRecord.$current.withValue(record) {
      Checks.findings(in: GraphAnalysis(of: graph))
    }
    let entry = try #require(record.entries.first { $0.stage.name == "explain" })
    #expect(findings.count == 3)
    // What was announced counts as done, if it is more.
    #expect(entry.done == 3)
  }

  @Test func `a graph without a wrong is silent`() {
    #expect(findings(in: "app! -> screen; screen -> model; model ~> screen 'delegate'") == [])
    #expect(findings(in: "gone-; gone -> view") == [])
  }

  @Test func `a stored closure that captures self is a cycle, cut at the capture`() {
    #expect(
      findings(in: "vc -> c{} 'onUpdate'; c -> vc 'self'") == ["cycle vc>c cut c.self"])
  }

  @Test func `a delegate is cut before what owns it`() {
    #expect(
      findings(in: "vc- -> picker 'pickerView'; picker -> vc 'delegate'")
        == ["cycle vc>picker cut picker.delegate"])
  }

  @Test func `two back references need two cuts`() {
    #expect(
      findings(in: "vc -> p 'picker'; p -> vc 'delegate'; p -> vc 'dataSource'")
        == ["cycle vc>p cut p.dataSource+p.delegate"])
  }

  @Test func `a self reference is a cycle`() {
    #expect(findings(in: "a -> a 'me'") == ["cycle a cut a.me"])
  }

  @Test func `an object of a list refers back to the holder of the list`() {
    #expect(
      findings(in: "host -> app 'appList'; app -> host 'host'") == ["cycle host>app cut app.host"])
  }

  @Test func `an abandoned object is cut from what is needed`() {
    #expect(
      findings(in: "app!# -> news 'root'; news -> detail- 'children'")
        == ["abandoned app>news>detail cut news.children"])
  }

  @Test func `a cycle that closes behind an abandoned object is no second finding`() {
    #expect(
      findings(in: "loop!# -> t# 'timers'; t -> pager- 'target'; pager -> t 'timer'")
        == ["abandoned loop>t>pager cut t.target"])
  }

  @Test func `a cycle that the path to an abandoned object only passes is a second finding`() {
    #expect(
      findings(in: "r! -> p 'p'; p -> q 'q'; q -> p 'back'; q -> g- 'g'")
        == ["abandoned r>p>q>g cut q.g", "cycle p>q cut q.back"])
  }

  @Test func `what a framework holds is ended, unless its closure captures it`() throws {
    for (kind, how) in [(ObjectKind.object, Cut.How.end), (.closure, .weak), (.task, .weak)] {
      var builder = ObjectGraph.Builder()
      var center = ObjectDescription(id: .text("center"), type: "NotificationCenter")
      (center.kind, center.owner, center.root) = (kind, .framework, "singleton")
      builder.add(center)
      var screen = ObjectDescription(id: .text("vc"), type: "VC")
      screen.expectation = LifetimeExpectation(.gone)
      builder.add(screen)
      var handler = ReferenceDescription(from: .text("center"), to: .text("vc"))
      (handler.name, handler.kind) = ("handler", .capture)
      builder.add(handler)
      let finding = Checks.findings(in: GraphAnalysis(of: try builder.build())).first
      #expect(finding?.cut.steps.map(\.how) == [how], "\(kind)")
    }
  }

  @Test func `a cycle that an abandoned object has besides is a second finding`() {
    #expect(
      findings(in: "loop!# -> t# 'timers'; t -> vc- 'target'; vc -> c{} 'on'; c -> vc 'self'")
        == ["abandoned loop>t>vc cut t.target+c.self", "cycle vc>c cut c.self"])
  }

  @Test func `what hangs on an abandoned object is held, not found again`() {
    #expect(
      findings(in: "app! -> vc- 'cache'; vc -> view- 'view'; view -> vc 'x'; app -> other 'y'")
        .first?.hasPrefix("abandoned app>vc cut ") == true)
  }

  @Test func `a reachable cycle is cut where its outside owner still holds everything`() {
    #expect(
      findings(in: "app! -> a 'a'; a -> b 'x'; b -> a 'y'") == ["cycle a>b cut b.y"])
  }

  @Test func `an unowned reference to what goes first dangles`() {
    #expect(
      findings(in: "av!# -> c{} 'observer'; c ?> player- 'self'")
        == ["dangling av>c>player cut "])
  }

  @Test func `an unowned reference of what goes too does not dangle`() {
    #expect(
      findings(in: "app! -> vc- 'cache'; vc -> c{} 'on'; c ?> vc 'self'")
        == ["abandoned app>vc cut app.cache"])
  }

  @Test func `an unowned reference to what stays does not dangle`() {
    #expect(findings(in: "app! -> a 'first'; a -> b 'child'; b ?> a 'parent'") == [])
  }

  @Test func `cycles are no finding where a tracing collector frees them`() {
    #expect(findings(in: "a -> b; b -> a", collector: .tracing) == [])
  }

  @Test func `a cycle of framework objects is a warning that names its victim`() throws {
    let graph = ObjectGraph("f# -> g# 'x'; g -> f 'y'; g -> vc- 'client'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.severity == .warning)
    #expect(finding.advice.contains("vc is a victim"))
    #expect(finding.holds.objects.count == 3)
  }

  @Test func `equal cycles are one finding with a count`() throws {
    var builder = ObjectGraph.Builder()
    for number in 0..<37 {
      let (cell, closure) = (ObjectID.text("cell\(number)"), ObjectID.text("c\(number)"))
      builder.add(ObjectDescription(id: cell, type: "Cell"))
      var object = ObjectDescription(id: closure, type: "() -> ()")
      object.kind = .closure
      object.size = 32
      builder.add(object)
      var stored = ReferenceDescription(from: cell, to: closure)
      stored.name = "onTap"
      builder.add(stored)
      var captured = ReferenceDescription(from: closure, to: cell)
      captured.name = "self"
      builder.add(captured)
    }
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    #expect(findings.count == 1)
    #expect(findings.first?.instances == 37)
    #expect(findings.first?.holds.objects.count == 74)
    #expect(findings.first?.holds.bytes == Int64(37 * 32))
  }

  @Test func `Rings of one shape are one finding, whatever else keeps them`() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      var builder = ObjectGraph.Builder()
      let (rings, length) = (
        Int32.random(in: 2...12, using: &random), Int32.random(in: 1...4, using: &random)
      )
      for id in 0..<rings * length {
        builder.add(ObjectDescription(id: .number(Int64(id)), type: "T\(id % length)"))
      }
      func add(_ from: Int32, _ to: Int32, _ name: String) {
        var reference = ReferenceDescription(from: .number(Int64(from)), to: .number(Int64(to)))
        reference.name = name
        builder.add(reference)
      }
      for id in 0..<rings * length {
        add(id, id / length * length + (id + 1) % length, "n\(id % length)")
      }
      // Rings keep later ones, so that each stays a component of its own.
      for _ in 0..<rings * 2 {
        let first = Int32.random(in: 0..<rings - 1, using: &random)
        let second = Int32.random(in: first + 1..<rings, using: &random)
        let places = (0..<2).map { _ in Int32.random(in: 0..<length, using: &random) }
        add(first * length + places[0], second * length + places[1], "next")
      }
      let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
      #expect(findings.map(\.instances) == [Int(rings)], "seed \(seed)")
      #expect(findings.first?.path.references.count == Int(length), "seed \(seed)")
    }
  }

  @Test func `A long list that hangs off a framework's cycle has one victim, the nearest`() throws {
    let list = (0..<20_000).map { "n\($0)- -> n\($0 + 1)-" }
    let graph = ObjectGraph("f# -> g#; g -> f; g -> n0-; \(list.joined(separator: "; "))")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.advice.contains("n0 is a victim"))
  }

  @Test(arguments: [Finding.Kind.abandoned, .dangling])
  func `of equals the one speaks whose path begins with the first object`(
    kind: Finding.Kind
  ) throws {
    var builder = ObjectGraph.Builder()
    func object(_ id: String, _ type: String, _ change: (inout ObjectDescription) -> Void) {
      var object = ObjectDescription(id: .text(id), type: type)
      change(&object)
      builder.add(object)
    }
    for (root, closure, gone) in [("root1", "c2", "vc2"), ("root2", "c1", "vc1")] {
      object(root, "Cache") { $0.root = "static" }
      object(closure, "() -> ()") { $0.kind = .closure }
      object(gone, "Detail") { $0.expectation = LifetimeExpectation(.gone) }
      builder.add(ReferenceDescription(from: .text(root), to: .text(closure)))
      var captured = ReferenceDescription(from: .text(closure), to: .text(gone))
      captured.strength = kind == .abandoned ? .strong : .unowned
      builder.add(captured)
    }
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    let finding = try #require(findings.first)
    #expect(findings.count == 1 && finding.kind == kind && finding.instances == 2)
    #expect(finding.path.objects.map(\.id.description) == ["root1", "c2", "vc2"])
  }

  @Test func `one declaration is paid for once, however many objects use it`() {
    let cells = (0..<60).map { "table -> c\($0){} 'handlers'; c\($0) -> table 'self'" }
    let found = findings(in: cells.joined(separator: "; "))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("cycle table>c") == true)
    #expect(found.first?.contains("table.handlers") == false)
  }
}

@Suite struct EndingTests {
  private func graph(
    _ until: ReferenceDescription.Until?, size: Int64 = 0
  ) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    var loop = ObjectDescription(id: "loop", type: "RunLoop")
    loop.root = "main run loop"
    loop.owner = .framework
    var timer = ObjectDescription(id: "t", type: "Timer")
    timer.owner = .framework
    timer.kind = .timer
    var vc = ObjectDescription(id: "vc", type: "VC")
    vc.expectation = LifetimeExpectation(.gone)
    for object in [loop, timer, vc] { builder.add(object) }
    builder.add(ReferenceDescription(from: "loop", to: "t"))
    var target = ReferenceDescription(from: "t", to: "vc")
    target.name = "target"
    target.until = until
    builder.add(target)
    builder.add(ReferenceDescription(from: "vc", to: "t"))
    return try builder.build()
  }

  private func kinds(_ until: ReferenceDescription.Until?) throws -> [Finding.Kind] {
    Checks.findings(in: GraphAnalysis(of: try graph(until))).map(\.kind)
  }

  @Test func `who ends a reference decides the verdict`() throws {
    #expect(try kinds(nil) == [.abandoned])
    #expect(try kinds(.init(event: "invalidate()", called: .inTeardown)) == [])
    #expect(try kinds(.init(event: "fire", called: .automatically)) == [.temporary])
    #expect(
      try kinds(.init(event: "invalidate()", called: .inDeinit(of: "vc"))) == [.teardownNeverRuns])
  }

  @Test func `a reference ends with the object whose deinit ends it`() throws {
    var builder = ObjectGraph.Builder()
    var root = ObjectDescription(id: "root", type: "Center")
    root.root = ""
    builder.add(root)
    builder.add(ObjectDescription(id: "owner", type: "Owner"))
    var held = ObjectDescription(id: "held", type: "Held")
    held.expectation = LifetimeExpectation(.gone)
    builder.add(held)
    var reference = ReferenceDescription(from: "root", to: "held")
    reference.until = .init(event: "remove", called: .inDeinit(of: "owner"))
    builder.add(reference)
    let analysis = GraphAnalysis(of: try builder.build())
    #expect(analysis.coverage.freed == 2)
    #expect(Checks.findings(in: analysis).isEmpty)
  }

  @Test func `a self-defeating teardown is cut by calling the event earlier`() throws {
    let until = ReferenceDescription.Until(event: "invalidate()", called: .inDeinit(of: "vc"))
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try graph(until))).first)
    #expect(finding.path.objects.map(\.id) == ["loop", "t", "vc"])
    #expect(finding.cut.steps.map(\.how) == [.end])
    #expect(finding.cut.steps.first?.event == "invalidate()")
  }

  @Test(arguments: [true, false])
  func `a cycle through what a teardown would free is told with it, unless that is in use`(
    isGone: Bool
  ) throws {
    var builder = ObjectGraph.Builder()
    for id in ["loop", "timer", "screen"] as [ObjectID] {
      var object = ObjectDescription(id: id, type: "\(id)")
      if id == "loop" { object.root = "run loop" }
      if id == "screen", isGone { object.expectation = LifetimeExpectation(.gone) }
      builder.add(object)
    }
    var timers = ReferenceDescription(from: "loop", to: "timer")
    timers.until = .init(event: "invalidate()", called: .inDeinit(of: "screen"))
    builder.add(timers)
    builder.add(ReferenceDescription(from: "timer", to: "screen"))
    builder.add(ReferenceDescription(from: "screen", to: "timer"))
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    #expect(findings.count { $0.kind == .teardownNeverRuns } == 1)
    #expect(findings.count { $0.kind == .cycle } == (isGone ? 0 : 1))
    #expect(findings.count == (isGone ? 1 : 2))
  }

  @Test func `what the app has on cycles is told, however short those of frameworks are`() throws {
    let graph = ObjectGraph(
      "app -> storage# 'stream'; storage -> task# 'state'; task -> storage 'frame';"
        + "task -> code{} 'operation'; code -> app 'self'")
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let finding = try #require(findings.first)
    #expect(findings.count == 1 && finding.severity == .error)
    #expect(Set(finding.path.objects.map { "\($0.id)" }) == ["app", "storage", "task", "code"])
    let ofFrameworks = ObjectGraph("app -> storage# 'stream'; storage -> task#; task -> storage")
    let warning = try #require(Checks.findings(in: GraphAnalysis(of: ofFrameworks)).first)
    #expect(warning.severity == .warning && warning.path.objects.count == 2)
  }

  @Test(arguments: [2, 8])
  func `of a chain that a deinit would end, one reference is cut`(length: Int) throws {
    var builder = ObjectGraph.Builder()
    for number in 0...length {
      var object = ObjectDescription(id: .number(Int64(number)), type: "Link")
      if number == 0 { object.root = "run loop" }
      builder.add(object)
    }
    for number in 0..<length {
      var reference = ReferenceDescription(
        from: .number(Int64(number)), to: .number(Int64(number + 1)))
      reference.name = "next\(number)"
      reference.until = .init(event: "stop()", called: .inDeinit(of: .number(Int64(length))))
      builder.add(reference)
    }
    // It is in use, so that it stays is no leak.
    builder.add(ReferenceDescription(from: 0, to: .number(Int64(length))))
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
    #expect(finding.kind == .teardownNeverRuns)
    #expect(finding.cut.steps.map(\.reference.name) == ["next0"])
    // Of eight, not every set is tried.
    #expect(finding.cut.isMinimal && finding.cut.isExact == (length == 2))
  }

  @Test(arguments: [1, 2, 3] as [Int32])
  func `a surplus retain on a cycle is told besides the cut`(count: Int32) throws {
    var builder = ObjectGraph.Builder()
    for id in ["a", "b"] as [ObjectID] {
      var object = ObjectDescription(id: id, type: "Node")
      object.retainCount = id == "a" ? count : 1
      builder.add(object)
    }
    for (from, to) in [("a", "b"), ("b", "a")] as [(ObjectID, ObjectID)] {
      builder.add(ReferenceDescription(from: from, to: to))
    }
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
    #expect(finding.kind == .cycle)
    let note = "Node has a retain count of \(count) and 1 strong reference to it"
    #expect(finding.advice.hasPrefix(note) == (count > 1), "\(finding.advice)")
  }

  @Test func `an over-retained object has leaked with what it holds`() throws {
    var builder = ObjectGraph.Builder()
    var object = ObjectDescription(id: "a", type: "A")
    object.retainCount = 1
    builder.add(object)
    builder.add(ObjectDescription(id: "b", type: "B"))
    var root = ObjectDescription(id: "r", type: "R")
    root.root = ""
    builder.add(root)
    builder.add(ReferenceDescription(from: "a", to: "b"))
    let analysis = GraphAnalysis(of: try builder.build())
    #expect(analysis.coverage.leaked == 2)
    let finding = try #require(Checks.findings(in: analysis).first)
    #expect(finding.kind == .leaked)
    #expect(finding.holds.objects.map(\.id) == ["a", "b"])
  }
}
