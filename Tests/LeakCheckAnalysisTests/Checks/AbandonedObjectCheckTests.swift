import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct AbandonedObjectCheckTests {
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

  @Test func `a path begins at an object, if any leads there, and not at memory of C`() throws {
    func path(root: String) throws -> String? {
      var builder = ObjectGraph.Builder()
      for (id, type, reason) in [
        ("c", "memory of C", "a C library"), ("g", root, "global"), ("l", "List", nil),
        ("s", "Screen", nil),
      ] {
        var object = ObjectDescription(id: .text(id), type: type)
        object.root = reason
        if id == "s" { object.expectation = LifetimeExpectation(.gone) }
        builder.add(object)
      }
      for (source, target) in [("c", "s"), ("g", "l"), ("l", "s")] {
        builder.add(ReferenceDescription(from: .text(source), to: .text(target)))
      }
      let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
      return findings.first?.path.objects.map { "\($0.id)" }.joined(separator: ">")
    }
    #expect(try path(root: "Sync.Queue") == "g>l>s")
    // Of memory alone, the shortest way.
    #expect(try path(root: "memory of C") == "c>s")
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
}
