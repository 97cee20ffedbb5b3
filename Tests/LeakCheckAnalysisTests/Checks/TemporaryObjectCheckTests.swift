import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct TemporaryObjectCheckTests {
  private func findings(_ until: ReferenceDescription.Until?) throws -> [Finding] {
    Checks.findings(in: GraphAnalysis(of: try timerGraph(until)))
  }

  @Test func `what waits for an event that comes by itself is a note that names the event`() throws
  {
    let finding = try #require(try findings(.init(event: "fires", called: .automatically)).first)
    #expect(finding.kind == .temporary && finding.severity == .note && !finding.isReachable)
    #expect(finding.path.objects.map(\.id) == ["loop", "t", "vc"])
    #expect(finding.cut.steps.isEmpty)
    #expect(
      finding.message == "VC should be gone and is held until it fires, which comes by itself")
    #expect(finding.advice == "nothing to mend, unless VC must go before it fires")
  }

  @Test func `a call stands for itself in the sentence`() throws {
    let finding = try #require(
      try findings(.init(event: "completion()", called: .automatically)).first)
    #expect(finding.why == "Timer lets go at completion(); until then VC lives on.")
  }

  @Test func `what something else keeps as well is not temporary`() throws {
    let graph = ObjectGraph("loop!# -> t#; t -> vc-; app! -> vc")
    #expect(Checks.findings(in: GraphAnalysis(of: graph)).map(\.kind) == [.abandoned])
  }

  @Test func `what is not expected gone may wait`() throws {
    var builder = ObjectGraph.Builder()
    var queue = ObjectDescription(id: "queue", type: "OS_dispatch_queue")
    queue.root = "main queue"
    builder.add(queue)
    builder.add(ObjectDescription(id: "job", type: "Job"))
    var work = ReferenceDescription(from: "queue", to: "job")
    work.until = .init(event: "runs", called: .automatically)
    builder.add(work)
    #expect(Checks.findings(in: GraphAnalysis(of: try builder.build())).isEmpty)
  }
}
