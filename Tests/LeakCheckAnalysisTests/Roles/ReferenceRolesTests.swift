import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct ReferenceRolesTests {
  /// Random references under names and types that have a meaning.
  private func graph(seed: UInt64) throws -> ObjectGraph {
    var random = SplitMix64(seed: seed)
    let types = [
      "ListView", "AppCoordinator", "MenuViewController", "MenuViewModel", "Box", "Node",
    ]
    let names = ["delegate", "parent", "children", "self", "value", "dataSource", "owner", ""]
    let kinds: [ObjectKind] = [.object, .closure, .collection, .task, .window]
    var builder = ObjectGraph.Builder()
    let count = Int.random(in: 2...8, using: &random)
    for index in 0..<count {
      var object = ObjectDescription(id: .number(Int64(index)), type: "")
      object.type = types.randomElement(using: &random) ?? ""
      object.kind = kinds.randomElement(using: &random) ?? .object
      object.owner = random.chance(0.3) ? .framework : .app
      builder.add(object)
    }
    for _ in 0..<20 {
      var reference = ReferenceDescription(
        from: .number(Int64.random(in: 0..<Int64(count), using: &random)),
        to: .number(Int64.random(in: 0..<Int64(count), using: &random)))
      reference.name = names.randomElement(using: &random) ?? ""
      reference.kind = ReferenceKind.allCases.randomElement(using: &random) ?? .property
      builder.add(reference)
    }
    return try builder.build()
  }

  /// The finding of an object that has a helper as an associated object, which leads back by a property.
  private func associated(_ name: String, back: String) throws -> Finding {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "Zeta"))
    builder.add(ObjectDescription(id: "b", type: "Alpha"))
    var forth = ReferenceDescription(from: "a", to: "b")
    (forth.name, forth.kind) = (name, .associated)
    var reference = ReferenceDescription(from: "b", to: "a")
    reference.name = back
    builder.add(forth)
    builder.add(reference)
    return try #require(Checks.findings(in: GraphAnalysis(of: try builder.build())).first)
  }

  @Test(arguments: [
    ("Builder -> Plan 'plan'; Plan -> Leg 'legs[0]'; Leg -> Builder 'builder'", "Leg.builder"),
    (
      "Machine -> Paused 'current'; Paused -> Move 'moves[0]'; Move -> Machine 'machine'",
      "Move.machine"
    ),
    ("Menu -> Flow 'children[0]'; Flow -> Page 'page'; Page -> Menu 'builder'", "Page.builder"),
  ])
  func `a member of a list does not own who has the list's owner`(
    graph: String, cut: String
  ) throws {
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: try ObjectGraph(graph))).first)
    let first = try #require(finding.cut.steps.first?.reference)
    #expect("\(first.source.type).\(first.name)" == cut)
  }

  @Test(arguments: ["previousPage", "prevLeaf"])
  func `what names the previous one of its kind leads back`(name: String) throws {
    let graph = try ObjectGraph("Page -> Leaf 'nextPage'; Leaf -> Page '\(name)'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.first?.reference.name == name)
  }

  @Test(arguments: ["key", "helper", "handler", "observer", "alpha"])
  func `an associated object is a helper that is owned`(name: String) throws {
    let finding = try associated(name, back: "thing")
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var thing` in Alpha"])
    #expect(finding.rule == "LK015" && !finding.isEither)
    let other = try #require(finding.alternatives.first?.steps.first)
    #expect(other.fix == "remove Alpha from Zeta.\(name) when its time is over")
    #expect(other.why == "Zeta owns Alpha as an associated object")
    #expect(other.rule == "LK022")
  }

  @Test(arguments: ["struct", "enum"])
  func `no property that holds a value is weak`(kind: String) throws {
    let graph = try ObjectGraph("Alpha -> Route 'route'; Route -> Alpha 'value'").changing(
      objects: { if $0.type == "Route" { $0.kind = ObjectKind(rawValue: kind) } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let steps = (finding.cut.steps + finding.alternatives.flatMap(\.steps))
      .filter { $0.reference.name == "route" }
    #expect(!steps.isEmpty && steps.allSatisfy { $0.how == .end })
  }

  @Test func `a list that has its holder in it does not own the holder`() throws {
    let graph = try ObjectGraph("Hub -> List 'members'; List -> Hub '[0]'").changing(
      objects: { if $0.type == "List" { ($0.type, $0.kind) = ("Array<Hub>", .collection) } },
      references: { if $0.name == "[0]" { $0.kind = .element } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.reference.name) == ["[0]"])
  }

  @Test func `an associated delegate is a delegate`() throws {
    let finding = try associated("delegate", back: "thing")
    #expect(finding.cut.steps.map(\.reference.name) == ["delegate"])
  }

  @Test(arguments: [
    ("ByteBuffer", "completion", "LK004"), ("ByteBuffer", "onProgress", "LK001"),
    ("Data", "completion", "LK001"),
  ])
  func `code of event loops clears a callback that is called once`(
    other: String, name: String, rule: String
  ) throws {
    let graph = ObjectGraph(
      "Client -> c{} '\(name)'; c -> Client 'self'; Client -> \(other) 'body'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.rule == rule)
    guard rule == "LK004" else { return }
    #expect(
      finding.cut.steps.map(\.fix) == ["set Client.completion to nil when it has been called"])
    #expect(finding.cut.steps.first?.code?.after == "completion = nil")
    #expect(finding.alternatives.first?.steps.first?.how == .weak)
  }

  @Test(arguments: [
    "Proxy -> EventLoopFuture# 'pending'; EventLoopFuture -> c{} '_callbacks'; c -> Proxy 'self'",
    "Proxy -> EventLoopPromise# 'promise'; EventLoopPromise -> EventLoopFuture# 'futureResult';"
      + "EventLoopFuture -> c{} '_callbacks.firstCallback'; c -> Proxy 'self'",
    "SelectableEventLoop#! -> EventLoopFuture# 'futures'; EventLoopFuture -> c{} '_callbacks';"
      + "c -> Proxy- 'self'",
  ])
  func `what waits for a future goes when the promise is completed`(literal: String) throws {
    let finding = try #require(
      Checks.findings(in: GraphAnalysis(of: ObjectGraph(literal))).first)
    #expect(finding.rule == "LK706" && finding.cut.safety == .unknown)
    #expect(
      finding.cut.steps.map(\.fix) == [
        "complete the promise of EventLoopFuture on every path, with succeed(_:) or fail(_:):"
          + " it lets go of the closure when it has called it"
      ])
    #expect(
      finding.alternatives.first?.steps.map(\.fix) == ["capture [weak self] in the closure"])
  }

  /// Whichever of two objects stands first, and whichever name comes first in the alphabet.
  @Test(arguments: [
    ("Lobby", "colorPicker", "ColorPicker", "lobby", true),
    ("Zoo", "crowdCounter", "CrowdCounter", "zoo", true),
    ("Printer", "queue", "PrintQueue", "printer", true),
    ("SignupFlow", "step", "EmailStep", "flow", true),
    ("Atlas", "panController", "PanController", "atlas", false),
    ("Spreadblanket", "weaver", "ThreadWeaver", "blanket", false),
    // Of two who act, nothing tells which is the other's.
    ("Weaver", "colorPicker", "ColorPicker", "weaver", false),
  ])
  func `a tool is a part of whatever has it`(
    whole: String, part: String, tool: String, back: String, isKnown: Bool
  ) throws {
    for graph in [
      "\(whole) -> \(tool) '\(part)'; \(tool) -> \(whole) '\(back)'",
      "\(tool) -> \(whole) '\(back)'; \(whole) -> \(tool) '\(part)'",
    ] {
      let findings = Checks.findings(in: GraphAnalysis(of: ObjectGraph(graph)))
      let finding = try #require(findings.first)
      #expect(finding.isEither != isKnown, "\(finding.cut.steps.map(\.fix))")
      if isKnown { #expect(finding.cut.steps.map(\.reference.name) == [back]) }
    }
  }

  /// A store of the architecture has its children by its table, whatever else has them.
  @Test func `why a table's reference ends does not speak of a last owner`() throws {
    let graph = ObjectGraph("Store! -> Screen- 'children'; Node! -> Screen 'delegate'")
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let why = finding.cut.steps.first { $0.reference.name == "children" }?.why
    #expect(why?.contains("nothing else keeps") == false)
  }

  @Test(arguments: [
    ("PhotoCell", "imageLoader", "ImageLoader", "cell", "ImageLoader.cell"),
    ("FeedView", "service", "FeedService", "view", "FeedService.view"),
    ("LoginButton", "client", "APIClient", "button", "APIClient.button"),
    ("BannerView", "manager", "BannerManager", "bannerView", "BannerView.manager"),
    ("ChartView", "store", "ChartStore", "views", "ChartView.store"),
  ])
  func `a view is not owned by what tells it something, but by what shows it`(
    view: String, helperName: String, helper: String, viewName: String, cut: String
  ) throws {
    for ids in [("a", "b"), ("b", "a")] {
      var builder = ObjectGraph.Builder()
      builder.add(ObjectDescription(id: .text(ids.0), type: view))
      builder.add(ObjectDescription(id: .text(ids.1), type: helper))
      for (from, name, to) in [(ids.0, helperName, ids.1), (ids.1, viewName, ids.0)] {
        var reference = ReferenceDescription(from: .text(from), to: .text(to))
        reference.name = name
        builder.add(reference)
      }
      let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
      let first = try #require(findings.first?.cut.steps.first)
      #expect("\(first.reference.source.type).\(first.reference.name)" == cut)
      #expect(first.how == .weak)
    }
  }

  @Test func `what was remembered of other references changes no answer`() throws {
    for seed in UInt64(0)..<500 {
      let graph = try graph(seed: seed)
      let remembering = ReferenceRoles(graph)
      for reference in 0..<graph.referenceCount {
        let fresh = ReferenceRoles(graph).answer(for: reference)
        #expect(remembering.answer(for: reference) == fresh, "seed \(seed), \(reference)")
      }
    }
  }
}
