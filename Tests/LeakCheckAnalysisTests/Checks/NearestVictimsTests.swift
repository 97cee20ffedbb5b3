import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis
@testable import LeakCheckGraph

@Suite struct NearestVictimsTests {
  @Test func `the nearest object of the app is the one that a search from the members finds`() {
    var found = 0
    for seed in UInt64(0)..<400 {
      let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 2...24))
      let victims = NearestVictims(analysis, Retainers(analysis))
      let objects = Array(analysis.graph.objects)
      for first in objects.indices where objects[first].owner == .framework {
        // Members of a component stand in rising order, and frameworks have all of them.
        let members = objects[first...].filter { $0.owner == .framework }.prefix(3).map(\.index)
        let nearest = victims.nearest(to: members)
        let expected = searched(from: members, in: analysis)
        #expect(nearest?.object == expected?.object, "seed \(seed)")
        #expect(nearest?.edge == expected?.edge, "seed \(seed)")
        if expected != nil { found += 1 }
      }
    }
    #expect(found > 100)
  }

  /// The same by a search of the whole graph for each question.
  private func searched(
    from members: [Int32], in analysis: GraphAnalysis
  ) -> (object: Int32, edge: Int32)? {
    let paths = ShortestPaths(from: members, along: analysis.retaining, tails: analysis.tails)
    let lengths = paths.lengths()
    let reached = analysis.graph.objects.filter { $0.owner == .app && lengths[Int($0.index)] > 0 }
    let nearest = reached.min { lengths[Int($0.index)] < lengths[Int($1.index)] }
    return nearest.map { ($0.index, paths.edgeTo[Int($0.index)]) }
  }
}
