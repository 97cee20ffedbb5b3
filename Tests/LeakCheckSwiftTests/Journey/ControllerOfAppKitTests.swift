import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import Testing

/// Controllers of macOS, which has no navigation and callbacks without arguments.
@Suite struct ControllerOfAppKitTests {
  @Test func `a controller of AppKit comes as a sheet, with the words of AppKit`() throws {
    let run = try Run(
      """
      final class Meter: NSViewController {
        var timer: Timer?
        var root: NSView?
        override func viewDidAppear() {
          super.viewDidAppear()
          root = view
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }
        }
        func tick() {}
      }
      """)
    let finding = try #require(run.outcome.findings.first)
    #expect(finding.path.objects.last?.expectation?.reason == "dismissed")
    #expect(run.outcome.lines.contains("viewDidAppear() Meter"))
    let misuse = try #require(run.outcome.misuse.first)
    #expect(misuse.correct.contains("viewDidDisappear(),"))
    let graph = run.outcome.graph
    #expect(graph.objects.contains { $0.type == "NSView" })
    #expect(finding.path.objects.contains { $0.name.contains("Meter.viewDidAppear()") })
  }
}
