#if os(Linux) && canImport(Glibc)
import Foundation
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckCapture

extension LiveProcess {
  @Test func `a made-up heap is read as the real one`() throws {
    let templates = try ObjectTemplates()
    defer { templates.end() }
    let heap = MadeHeap(of: templates, groups: 6)
    let graph = try captureObjectGraph(of: heap.memory)
    #expect(graph.objects.count { $0.type == "ObjectTemplates.Node" } == 6 * templates.nodeCount)
    #expect(graph.objects.count { $0.type == "Task" } >= 6)
  }

  @Test func `memory that no copy has room for is refused`() throws {
    let memory = VastMemory()
    let error = #expect(throws: CaptureError.self) { try captureObjectGraph(of: memory) }
    #expect(error?.code == .memoryUnreadable)
    #expect(error?.description.contains("ulimit -v") == true)
  }

  @Test func `memory that changes while it is read makes no capture trap`() throws {
    let workers = (0..<4).map { _ in MutatingWorker(stable: 10) }
    for worker in workers { worker.start() }
    var graphs = 0
    for _ in 0..<Rounds.of(200, usually: 10) {
      // Not frozen: every page is copied at another moment.
      let running = ProcessMemory(of: getpid(), pages: Pages())
      if (try? captureObjectGraph(of: running)) != nil { graphs += 1 }
    }
    let steps = workers.map { $0.stop() }
    #expect(graphs > 0)
    #expect(steps.allSatisfy { $0 > 10 }, "a thread stood still: \(steps)")
  }

  /// Corrupt, random and racing images go the whole way: what comes is a graph or an error, never a trap.
  ///
  /// `LEAKCHECK_FUZZ_IMAGES` asks for another number of images, `LEAKCHECK_FUZZ_SEED` for others.
  @Test func `no memory makes a capture trap`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count =
      environment["LEAKCHECK_FUZZ_IMAGES"].flatMap { Int($0) } ?? Rounds.of(3_000, usually: 600)
    let first = environment["LEAKCHECK_FUZZ_SEED"].flatMap { Int($0) } ?? 1
    let templates = try ObjectTemplates()
    defer { templates.end() }
    var run = ImageRun(of: templates)
    for seed in first..<first + count { run.judge(seed) }
    for (kind, tally) in run.tallies {
      #expect(
        tally.graphs > tally.images / 10,
        "\(kind): \(tally.images - tally.graphs) of \(tally.images) were refused: the damage hits the heap alone"
      )
      #expect(tally.graphs < tally.images, "\(kind)")
    }
    #expect(run.tallies.count == ImageDamage.allCases.count)
    #expect(run.dropped > 0)
  }
}
#endif
