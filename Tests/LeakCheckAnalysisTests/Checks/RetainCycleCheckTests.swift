import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct RetainCycleCheckTests {
  @Test func `a pipeline that nobody closed is known, unless the app has a part in it`() throws {
    let cycle = "ChannelPipeline# -> ChannelHandlerContext# 'head'"
    let alone = Checks.findings(
      in: GraphAnalysis(
        of: ObjectGraph("\(cycle); ChannelHandlerContext -> ChannelPipeline 'pipeline'")))
    #expect(alone.map(\.known?.code) == ["LK709"])
    #expect(try #require(alone.first).advice.contains("close the channel"))
    let shared = Checks.findings(
      in: GraphAnalysis(
        of: ObjectGraph(
          "\(cycle); ChannelHandlerContext -> Handler 'handler'; Handler -> ChannelPipeline 'pipeline'"
        )))
    #expect(shared.map(\.known?.code) == [nil])
    #expect(shared.first?.cut.steps.isEmpty == false)
  }

  @Test func `of a known leak the app's own reference on the cycle is the cut`() throws {
    let leak = KnownLeak(
      code: "", types: ["Hub"], because: "a bug", ticket: "", versions: "", avoid: "")
    let catalogue = FrameworkCatalogue.builtIn.adding(rows: [], leaks: [leak])
    func finding(_ literal: String) throws -> Finding {
      try FrameworkCatalogue.$current.withValue(catalogue) {
        try #require(Checks.findings(in: GraphAnalysis(of: ObjectGraph(literal))).first)
      }
    }
    let own = try finding("Hub# -> Menu 'menu'; Menu -> Hub 'owner'")
    #expect(own.severity == .warning && own.known != nil)
    #expect(own.cut.steps.map(\.reference.name) == ["owner"])
    #expect(own.advice.hasSuffix("; the cut ends the cycle by what the app has on it"))
    let alone = try finding("Hub# -> Part# 'part'; Part -> Hub 'owner'")
    #expect(alone.known != nil && alone.cut.steps.isEmpty)
    #expect(!alone.advice.contains("victim"))
    let lost = try finding(
      "Hub# -> Part# 'part'; Part -> Hub 'hub'; Part -> Menu 'menu'; Menu -> Hub 'owner'")
    #expect(lost.known != nil && lost.cut.steps.isEmpty)
    #expect(
      lost.advice.hasSuffix(
        "a bug; Menu is its victim, and no reference of the app's own frees it"))
  }

  /// Copies of one small component, or almost, which keep later ones and are kept by other objects, some of them held.
  private func copies(seed: UInt64) throws -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    var builder = ObjectGraph.Builder()
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let (copies, size, others) = (number(2...6), number(1...4), number(0...4))
    let inner = (0..<size + number(0...3)).map { _ in (number(0...size - 1), number(0...size - 1)) }
    func add(_ from: Int, _ to: Int, _ name: String) {
      var reference = ReferenceDescription(from: .number(Int64(from)), to: .number(Int64(to)))
      reference.name = name
      builder.add(reference)
    }
    for id in 0..<copies * size + others {
      let isOther = id >= copies * size
      var object = ObjectDescription(
        id: .number(Int64(id)), type: isOther ? "Other" : "T\(id % size)")
      if !isOther, id % size == 1 { object.kind = .closure }
      if isOther, random.chance(0.3) { object.root = "static" }
      builder.add(object)
    }
    for copy in 0..<copies {
      for (index, edge) in inner.enumerated() {
        // Some copies differ in one name, which makes them another finding.
        let name = random.chance(0.1) ? 3 : index % 3
        add(copy * size + edge.0, copy * size + edge.1, "n\(name)")
      }
    }
    for _ in 0..<copies * 2 {
      let from = number(0...copies * size + others - 1)
      let to = number(0...copies * size + others - 1)
      // Never back, so that each stays a component of its own.
      if from < to || from >= copies * size {
        // One declaration may be both on the cycle and on the way to it: cut once, it ends both.
        add(from, to % (copies * size), random.chance(0.5) ? "next" : "n\(number(0...2))")
      }
    }
    return try builder.build()
  }

  @Test func `What equal components are told alike by is what each would be told by`() throws {
    var alike = 0
    let seeds = Rounds.seeds(2_000, usually: 500)
    for seed in seeds {
      let context = CheckContext(GraphAnalysis(of: try copies(seed: seed)))
      let candidates = RetainCycleCheck().candidates(in: context)
      for candidate in candidates {
        let finding = candidate.finding(context)
        #expect(finding.fingerprint == candidate.fingerprint, "seed \(seed)")
        #expect(finding.severity == candidate.severity, "seed \(seed)")
        #expect(finding.isReachable == candidate.isReachable, "seed \(seed)")
      }
      alike += Set(candidates.map(\.fingerprint)).count < candidates.count ? 1 : 0
    }
    #expect(alike > seeds.count / 4)
  }
}

@Suite struct RetainCycleFindingTests {
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

  @Test func `a reachable cycle is cut where its outside owner still holds everything`() {
    #expect(
      findings(in: "app! -> a 'a'; a -> b 'x'; b -> a 'y'") == ["cycle a>b cut b.y"])
  }

  @Test func `cycles are no finding where a tracing collector frees them`() {
    #expect(findings(in: "a -> b; b -> a", collector: .tracing) == [])
  }

  @Test func `a cycle of framework objects is a warning that names its victim`() throws {
    let graph = ObjectGraph("f# -> g# 'x'; g -> f 'y'; g -> vc- 'client'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.severity == .warning)
    #expect(finding.advice.contains("vc is a victim"))
    #expect(finding.holds.count == 3)
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
    #expect(findings.first?.holds.count == 74)
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

  @Test func `one declaration is paid for once, however many objects use it`() {
    let cells = (0..<60).map { "table -> c\($0){} 'handlers'; c\($0) -> table 'self'" }
    let found = findings(in: cells.joined(separator: "; "))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("cycle table>c") == true)
    #expect(found.first?.contains("table.handlers") == false)
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
}
