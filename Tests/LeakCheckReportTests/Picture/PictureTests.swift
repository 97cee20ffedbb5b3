import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct PictureTests {
  @Test(arguments: Rounds.seeds(300, usually: 60))
  func `counts add up and the budget is kept`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let graph = RandomGraph.graph(seed: seed, objects: 1...120)
    var options = PictureOptions()
    options.budget = Int.random(in: 0...100, using: &random)
    if random.chance(0.3) { options.collapse = ["Screen"] }
    if random.chance(0.3) { options.focus = [0, Int.random(in: 0..<200, using: &random)] }
    let report = PictureCases.report(graph, PictureCases.pairs(in: graph))
    let picture = Picture(of: report, options: options)
    #expect(picture.nodes.reduce(0) { $0 + $1.count } == Int(graph.objectCount), "\(options)")
    #expect(picture.nodes.count <= min(max(options.budget, 8), 80), "\(options)")
    #expect(picture.edges.count <= PictureOptions.mostEdges)
    let listed = picture.clusters.reduce(0) { $0 + $1.nodes.count }
    #expect(listed == picture.nodes.count { $0.cluster != nil })
  }

  @Test(arguments: 3...14)
  func `an object beside the path counts once, however many cut references touch it`(
    _ count: Int
  ) throws {
    var builder = ObjectGraph.Builder()
    for index in 0..<count {
      builder.add(ObjectDescription(id: .number(Int64(index)), type: "K\(index)"))
      for other in 0..<count where other != index {
        var reference = ReferenceDescription(from: .number(Int64(index)), to: .number(Int64(other)))
        reference.name = "to\(other)"
        builder.add(reference)
      }
    }
    let graph = try builder.build()
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let picture = Picture(of: PictureCases.report(graph, findings))
    #expect(picture.nodes.map(\.count) == Array(repeating: 1, count: count))
  }

  @Test(arguments: [
    (
      "root! -> item; item ?> owner-", "1 finding in test.json",
      "3 objects: 2 reachable, 0 leaked, 1 freed"
    ),
    (
      "root! -> item; item ?> owner-; a -> b; b -> a", "1 leak, 1 other finding in test.json",
      "5 objects: 2 reachable, 2 leaked, 1 freed · leaks keep 2"
    ),
  ])
  func `what keeps nothing is counted as no leak`(
    literal: String, title: String, subtitle: String
  ) throws {
    let graph = ObjectGraph(literal)
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let picture = Picture(of: PictureCases.report(graph, findings))
    #expect(picture.title == title && picture.subtitle == subtitle)
  }

  @Test func `findings whose paths pass one another's objects are all drawn`() {
    // What is abandoned lies on a cycle with the root that keeps it, which is on another besides.
    let graph = ObjectGraph(
      "app! -> child- 'children'; child -> app 'parent'; child -> screen 'screen';"
        + "screen -> child 'flow'; app -> hub 'hub'; hub -> app 'owner'")
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    #expect(findings.map(\.kind) == [.abandoned, .cycle])
    let picture = Picture(of: PictureCases.report(graph, findings))
    #expect(picture.nodes.map(\.name).sorted() == ["app", "child", "hub", "screen"])
    #expect(picture.edges.count == 6 && picture.clusters.count == 2)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the order of the input does not show`(_ seed: UInt64) {
    let graph = RandomGraph.graph(seed: seed, objects: 30...90)
    let texts = [graph, graph.shuffled(seed: seed)].map { graph in
      let report = PictureCases.report(graph, PictureCases.pairs(in: graph))
      return [text(DOTFormat(), report), text(MermaidFormat(), report)]
    }
    #expect(texts[0] == texts[1])
  }

  @Test func `self is captured, also by what is not a closure`() throws {
    let graph = ObjectGraph("frame -> model 'self'; model -> frame 'task'")
    let finding = try #require(PictureCases.cycle(["frame", "model"], in: graph, cut: "self"))
    let picture = Picture(of: PictureCases.report(graph, [finding]))
    #expect(picture.edges.compactMap(\.cut) == ["[weak self]"])
  }

  @Test func `a cycle is boxed, its path is marked, and its cut has a pill`() {
    let picture = Picture(of: PictureCases.screen())
    #expect(
      picture.clusters.map(\.title) == [
        "Leak 1 · retain cycle · 12 objects, 1.2 MB", "Leak 2 · retain cycle · 7 objects, 310 KB",
      ])
    #expect(picture.edges.compactMap(\.cut) == ["[weak self]", "weak var owner"])
    #expect(picture.edges.count(where: \.isPath) == 5)
    #expect(picture.nodes.count { $0.role == .path } == 5)
  }

  @Test func `the path from a root is marked, and only what should be gone is boxed`() throws {
    let picture = Picture(of: PictureCases.timer())
    #expect(picture.nodes.count { $0.role == .path } == 3)
    let cluster = try #require(picture.clusters.first)
    #expect(cluster.title == "Leak 1 · abandoned · 2 objects, 2.6 KB")
    #expect(
      cluster.nodes.map { picture.nodes[$0].name } == ["CountdownViewController", "UILabel"])
    #expect(picture.edges.compactMap(\.cut) == ["end: invalidate()"])
  }

  @Test func `equal siblings and equal cycles share a node`() {
    let screen = Picture(of: PictureCases.screen())
    #expect(screen.nodes.contains { $0.name == "× 14 FeedCell" && $0.detail == "28.0 KB" })
    let large = Picture(of: PictureCases.large())
    #expect(large.nodes.prefix(3).map(\.count) == [37, 740, 740])
    #expect(large.clusters[0].title.hasPrefix("Leak 1 · 37 equal cycles · "))
    #expect(large.nodes.contains { $0.name.hasPrefix("… and 6 more leaks (12 objects") })
    #expect(large.nodes.contains { $0.name.hasSuffix("live objects not drawn") })
  }

  @Test func `a leak whose objects are drawn already hides none`() throws {
    let graph = ObjectGraph(
      "app! -> login 'childCoordinators[0]'; app -> nav 'navigation'; login- -> vc- 'controller';"
        + " vc -> login 'coordinator'; login -> app 'parentCoordinator'; login -> c{} 'onFinish';"
        + " c -> app 'self'; login -> nav 'navigation'; nav -> hub 'hub'; hub -> nav 'owner';"
        + " hub -> app 'shell'")
    let analysis = GraphAnalysis(of: graph)
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
    try #require(report.findings.count == 2)
    let picture = PictureSeries(of: report).picture(ofFinding: 1)
    let names = picture.nodes.map(\.name)
    #expect(names.contains("… and 1 more leak"), "\(names)")
    // Nothing of its own fix is left out.
    let steps = report.findings[1].cut.steps
    for step in steps { #expect(names.contains(step.reference.source.type), "\(names)") }
    #expect(picture.edges.count { $0.cut != nil } >= steps.count)
  }

  @Test func `a focus shows what keeps an object and what it refers to`() throws {
    let report = PictureCases.screen()
    var options = PictureOptions()
    options.focus = [Int(try #require(report.graph.object(withID: "table")).index)]
    let names = Picture(of: report, options: options).nodes.map(\.name)
    #expect(names.first == "UITableView")
    #expect(names.contains("UIWindow") && names.contains("× 14 FeedCell"))
    #expect(!names.contains("DetailViewController"))
  }

  @Test func `of many objects in focus one shows the path, and the others share a node`() throws {
    var builder = ObjectGraph.Builder()
    var app = ObjectDescription(id: "app", type: "App")
    app.root = "static"
    builder.add(app)
    builder.add(ObjectDescription(id: "cache", type: "Cache"))
    builder.add(ReferenceDescription(from: "app", to: "cache"))
    for index in 0..<300 {
      builder.add(ObjectDescription(id: .number(Int64(index)), type: "Session"))
      builder.add(ReferenceDescription(from: "cache", to: .number(Int64(index))))
    }
    let graph = try builder.build()
    var options = PictureOptions()
    options.focus = Set(graph.objects.filter { $0.type == "Session" }.map { Int($0.index) })
    let names = Picture(of: PictureCases.report(graph, []), options: options).nodes.map(\.name)
    #expect(names == ["Session", "App", "Cache", "× 299 Session"])
  }

  @Test func `what belongs to a virtual machine is not drawn around the leaks of a program`() throws
  {
    var builder = ObjectGraph.Builder()
    builder.collector = .tracing
    var bus = ObjectDescription(id: "bus", type: "class Bus")
    bus.root = "system class"
    builder.add(bus)
    var gone = ObjectDescription(id: "screen", type: "Screen")
    gone.expectation = LifetimeExpectation(.gone)
    builder.add(gone)
    builder.add(ObjectDescription(id: "panel", type: "Panel"))
    var object = ObjectDescription(id: "object", type: "class java.lang.Object")
    object.owner = .framework
    builder.add(object)
    for target in ["screen", "panel", "object"] {
      builder.add(ReferenceDescription(from: "bus", to: .text(target)))
    }
    let analysis = GraphAnalysis(of: try builder.build())
    let report = PictureCases.report(analysis.graph, Checks.findings(in: analysis))
    let names = Set(Picture(of: report).nodes.map(\.name))
    #expect(names.isSuperset(of: ["class Bus", "Screen", "Panel"]))
    #expect(!names.contains("class java.lang.Object"))
  }

  @Test func `a collapsed type is one node`() {
    let report = PictureCases.screen()
    var options = PictureOptions()
    options.collapse = ["FeedCell", "CALayer"]
    let names = Picture(of: report, options: options).nodes.map(\.name)
    #expect(names.count { $0.hasSuffix("FeedCell") } == 1)
    #expect(names.contains("× 21 CALayer"))
  }

  @Test(arguments: [
    (["A", "B"], "× 2 () -> ()"), (["A", "A"], "× 2 closure #1 in A.viewDidLoad()"),
  ])
  func `objects drawn as one have a name only where it is that of all`(
    owners: [String], name: String
  ) {
    var sketch = GraphSketch()
    for (number, owner) in owners.enumerated() {
      let (screen, closure) = (ObjectID.number(Int64(number)), ObjectID.text("c\(number)"))
      sketch.object(screen, owner, root: "window")
      sketch.object(closure, "() -> ()", .closure, name: "closure #1 in \(owner).viewDidLoad()")
      sketch.reference(screen, closure, "onTap")
    }
    var options = PictureOptions()
    options.collapse = ["() -> ()"]
    let report = PictureCases.report(sketch.graph(named: "g"), [])
    #expect(Picture(of: report, options: options).nodes.map(\.name).contains(name))
  }

  @Test func `each fix of a finding is drawn in its picture`() throws {
    let graph = ObjectGraph(
      "App! -> Login- 'children[0]'; App -> Router 'router'; Router -> Screen 'screen';"
        + "Screen -> Login 'coordinator'; Login -> Screen 'screen'")
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    let report = PictureCases.report(graph, findings)
    for (number, finding) in findings.enumerated() {
      #expect(finding.cut.steps.count > 0)
      let picture = PictureSeries(of: report).picture(ofFinding: number)
      let drawn = picture.edges.filter { $0.cut != nil }.flatMap(\.names)
      #expect(Set(drawn).isSuperset(of: finding.cut.steps.map(\.reference.name)))
    }
    #expect(findings.contains { $0.cut.steps.count > 1 })
  }

  @Test func `a cycle longer than the picture stays closed`() throws {
    let ring = (0..<200).map { "r\($0) -> r\(($0 + 1) % 200) 'next'" }.joined(separator: "; ")
    let graph = ObjectGraph(ring)
    let ids = (0..<200).map { ObjectID.text("r\($0)") }
    let finding = try #require(PictureCases.cycle(ids, in: graph, cut: "nothing"))
    let picture = Picture(of: PictureCases.report(graph, [finding]))
    #expect(picture.nodes.reduce(0) { $0 + $1.count } == 200)
    let rest = try #require(picture.nodes.firstIndex { $0.role == .more })
    #expect(picture.edges.contains { $0.to == rest } && picture.edges.contains { $0.from == rest })
  }

  @Test(arguments: [(8, 2), (12, 4), (40, 6), (80, 6)])
  func `of a path longer than the picture both ends are drawn, joined by what is between`(
    budget: Int, ends: Int
  ) throws {
    let chain = (0..<500).map { "t\($0)\($0 == 0 ? "!" : "") -> t\($0 + 1) 'p'" }
      .joined(separator: "; ")
    let graph = ObjectGraph(chain)
    let references = graph.references.map { $0 }
    let root = try #require(graph.object(withID: "t0"))
    let path = (0..<500).compactMap { place in
      references.first { $0.source.id == .text("t\(place)") }
    }
    let finding = Finding(
      kind: .abandoned, severity: .error, fingerprint: "t", message: "kept", isReachable: true,
      path: LeakTrace(from: root, along: path), holds: RetainedSet([path[499].target]),
      cut: Cut(steps: [], isExact: true, isMinimal: true), why: "")
    var options = PictureOptions()
    options.budget = budget
    let picture = Picture(of: PictureCases.report(graph, [finding]), options: options)
    let names = picture.nodes.map(\.name)
    let between = 501 - 2 * ends
    let shown = (0..<ends).map { "t\($0)" } + ["… \(between) more objects …"]
    #expect(names.prefix(2 * ends + 1) == (shown + (501 - ends..<501).map { "t\($0)" })[...])
    #expect(picture.nodes.reduce(0) { $0 + $1.count } == 501)
    // One edge from each node of the path to the next.
    let steps = picture.edges.filter(\.isPath).map { [$0.from, $0.to] }
    #expect(Set(steps) == Set((0..<2 * ends).map { [$0, $0 + 1] }))
  }

  @Test func `the holder of a reachable cycle is drawn, however far the root is`() throws {
    let chain = (0..<100).map { "k\($0)\($0 == 0 ? "!" : "") -> k\($0 + 1) 'n'" }
      .joined(separator: "; ")
    let analysis = GraphAnalysis(of: ObjectGraph(chain + "; k100 -> a; a -> b; b -> a"))
    let report = PictureCases.report(analysis.graph, Checks.findings(in: analysis))
    let names = Picture(of: report).nodes.map(\.name)
    #expect(Set(["a", "b", "k0", "k5", "k95", "k100", "… 89 more objects …"]).isSubset(of: names))
  }

  @Test func `an edge knows what it does for its target`() throws {
    let graph = ObjectGraph(
      "root! -> a 'keeps'; a ?> b 'weak'; gone -> a 'freed'; c -> d 'x'; d -> c 'y'")
    let edges = Picture(of: PictureCases.report(graph, [])).edges
    let holds = Dictionary(edges.map { ($0.names[0], $0.hold) }) { first, _ in first }
    #expect(
      holds == [
        "keeps": .retains, "weak": .isNotStrong, "freed": .holderIsFreed, "x": .retains,
        "y": .retains,
      ])
  }

  @Test func `with a baseline the title does not say that there are no leaks`() {
    let analysis = GraphAnalysis(of: ObjectGraph("a -> b 'x'; b -> a 'y'"))
    let findings = Checks.findings(in: analysis)
    let known = Baseline(findings.map { Baseline.Entry(fingerprint: $0.fingerprint) })
    let report = Report(findings, of: analysis, input: "g.json", accepting: known)
    #expect(Picture(of: report).title == "No new leaks in g.json")
  }

  @Test func `what a leak leaves out stands below its other nodes`() throws {
    let leaks = (0..<6).map { leak in
      let held = (0..<30).map { "b\(leak) -> k\(leak)_\($0) 'f\($0)'" }.joined(separator: "; ")
      return "a\(leak) -> b\(leak) 'x'; b\(leak) -> a\(leak) 'y'; \(held)"
    }
    let analysis = GraphAnalysis(of: ObjectGraph(leaks.joined(separator: "; ")))
    let report = PictureCases.report(analysis.graph, Checks.findings(in: analysis))
    let picture = Picture(of: report)
    let rests = picture.clusters.map { cluster in
      cluster.nodes.filter { picture.nodes[$0].role == .more }
    }
    #expect(rests.count == 6 && rests.allSatisfy { $0.count == 1 })
    let dot = text(DOTFormat(), report)
    for (cluster, rest) in zip(picture.clusters, rests.flatMap(\.self)) {
      let above = cluster.nodes.filter { $0 != rest }
      #expect(above.contains { dot.contains("n\($0) -> n\(rest) [style=invis];") })
    }
  }

  @Test func `what a leak refers to is not one with its like elsewhere`() throws {
    var sketch = GraphSketch()
    sketch.object("window", "UIWindow", root: "window")
    sketch.object("terms", "Terms", gone: "dismissed")
    sketch.object("home", "Home")
    for view in ["a", "b", "c"] { sketch.object(.text(view), "UIView", .view) }
    sketch.reference("window", "terms", "presented")
    sketch.reference("window", "home", "rootViewController")
    for view in ["a", "b", "c"] { sketch.reference("window", .text(view), "subviews[0]") }
    sketch.reference("terms", "a", "view")
    sketch.reference("home", "b", "view")
    let analysis = GraphAnalysis(of: sketch.graph(named: "sheet"))
    let report = PictureCases.report(analysis.graph, Checks.findings(in: analysis))
    let picture = Picture(of: report)
    let views = picture.nodes.filter { $0.kind == .view }
    #expect(views.map(\.count).sorted() == [1, 2])
    let alone = try #require(picture.nodes.firstIndex { $0.kind == .view && $0.count == 1 })
    #expect(picture.edges.contains { $0.to == alone && $0.names == ["view"] })
  }

  private func text(_ format: some ReportFormat, _ report: Report) -> String {
    var text = ""
    format.write([report], to: &text)
    if format is DOTFormat { #expect(throws: Never.self) { try DotGuard.check(text) } }
    return text
  }
}
