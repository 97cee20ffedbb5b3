import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct PathLineTests {
  private func line(
    _ literal: String, change: (inout ObjectDescription) -> Void = { _ in }
  )
    throws -> String?
  {
    let graph = try ObjectGraph(literal).changing(objects: change)
    let findings = Checks.findings(in: GraphAnalysis(of: graph))
    return findings.first.map { PathLine($0.path).text }
  }

  @Test func `a cycle through a closure ends as self`() throws {
    let line = try line("VC -> c{} 'onUpdate'; c -> VC 'self'") {
      if $0.id == "c" { $0.name = "closure #1 in VC.viewDidLoad()" }
    }
    #expect(line == "VC.onUpdate → {closure #1 in VC.viewDidLoad()} → self")
  }

  @Test func `a cycle without a closure ends at its beginning`() throws {
    #expect(
      try line("Parent -> Kid 'kids'; Kid -> Parent 'parent'")
        == "Parent.kids → Kid.parent → Parent")
  }

  @Test func `a static names its object and storage is passed over`() throws {
    let line = try line(
      "Scheduler! -> jobs 'jobs'; jobs -> c{} 'poll'; c -> b 'x'; b -> VC- 'value'"
    ) { object in
      if object.id == "Scheduler" { object.root = "static Scheduler.shared" }
      if object.id == "jobs" { object.kind = .collection }
      if object.id == "b" { object.kind = .box }
    }
    #expect(line == "static Scheduler.shared.jobs[poll] → {closure} → VC")
  }

  @Test func `another root says what holds it`() throws {
    let line = try line("Loop! -> c{} 'timers'; c -> VC- 'self'") {
      if $0.id == "Loop" { $0.root = "main run loop" }
    }
    #expect(line == "main run loop: Loop.timers → {closure} → self (VC)")
  }

  @Test func `a long path loses its middle`() throws {
    let chain = (1..<20).map { "a\($0) -> a\($0 + 1) 'next'" }.joined(separator: "; ")
    let line = try line("a1!; a20-; \(chain)")
    #expect(line?.contains("a5.next → … 10 more … → a16.next") == true)
  }

  @Test(arguments: HostileNames.all)
  func `names cannot break the line`(_ name: String) throws {
    let line = try line("VC -> c{} 'onUpdate'; c -> VC 'self'") {
      $0.type = name
      $0.name = name
    }
    let isOneLine = line?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    #expect(isOneLine == true)
  }
}
