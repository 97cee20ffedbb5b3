import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// A part of a trace is what the whole says of that part.
@Suite struct LeakTraceTests {
  private func indices(_ trace: LeakTrace) -> [Int32] { trace.objects.map(\.index) }

  private func expectParts(of trace: LeakTrace, seed: UInt64) {
    let (objects, references) = (indices(trace), trace.references.map(\.index))
    #expect(trace.first?.index == objects.first, "seed \(seed)")
    #expect(trace.last?.index == objects.last, "seed \(seed)")
    #expect(trace.objectCount() == objects.count, "seed \(seed)")
    #expect(indices(trace.listed) == objects, "seed \(seed)")
    for count in 1...objects.count + 1 {
      let beginning = trace.prefix(count)
      #expect(indices(beginning) == Array(objects.prefix(count)), "seed \(seed), \(count)")
      #expect(
        beginning.references.map(\.index)
          == (count < objects.count ? Array(references.prefix(count - 1)) : references),
        "seed \(seed), \(count)")
      // A bound is not overstepped by much, and what is shorter is counted to its end.
      #expect(min(trace.objectCount(upTo: count), count) == min(objects.count, count))
    }
    guard !trace.isCycle, objects.count > 1 else { return }
    for count in 2...objects.count + 1 {
      #expect(
        indices(trace.suffix(count)) == Array(objects.suffix(count)), "seed \(seed), \(count)")
    }
  }

  @Test func `the ends of a trace are those of the whole`() throws {
    var (cycles, paths) = (0, 0)
    for seed in Rounds.seeds(4_000, usually: 1_000) {
      let graph = RandomGraph.graph(seed: seed)
      for finding in Checks.findings(in: GraphAnalysis(of: graph)) {
        for trace in [finding.path, finding.rootPath].compactMap({ $0 }) {
          expectParts(of: trace, seed: seed)
          expectParts(of: trace.listed, seed: seed)
          if trace.isCycle { cycles += 1 } else if trace.objectCount() > 2 { paths += 1 }
        }
      }
    }
    #expect(cycles > 100)
    #expect(paths > 100)
  }
}
