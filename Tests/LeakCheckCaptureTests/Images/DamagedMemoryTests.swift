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

  /// Corrupt and random images go the whole way: what comes is a graph or an error, never a trap.
  ///
  /// `LEAKCHECK_FUZZ_IMAGES` asks for another number of images, `LEAKCHECK_FUZZ_SEED` for others.
  @Test func `no memory makes a capture trap`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count =
      environment["LEAKCHECK_FUZZ_IMAGES"].flatMap { Int($0) } ?? Rounds.of(1_500, usually: 200)
    let first = environment["LEAKCHECK_FUZZ_SEED"].flatMap { Int($0) } ?? 1
    let templates = try ObjectTemplates()
    defer { templates.end() }
    var (graphs, refusals, dropped) = (0, 0, 0)
    for seed in first..<first + count {
      var numbers = SplitMix64(seed: UInt64(seed))
      var heap = MadeHeap(of: templates, groups: 1 + seed % 3)
      heap.damage(1 << (seed % 12), using: &numbers)
      do {
        let graph = try captureObjectGraph(of: heap.memory)
        graphs += 1
        if graph.extensions.contains("x-droppedReferences") { dropped += 1 }
      } catch {
        #expect(!error.description.isEmpty)
        refusals += 1
      }
    }
    #expect(
      graphs > count / 10, "\(refusals) of \(count) were refused: the damage hits the heap alone")
    #expect(refusals > 0 && dropped > 0)
  }
}
#endif
