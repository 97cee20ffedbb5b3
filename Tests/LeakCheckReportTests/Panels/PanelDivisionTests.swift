import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckReport

@Suite struct PanelDivisionTests {
  private func picture(_ graph: ObjectGraph) -> Picture {
    let analysis = GraphAnalysis(of: graph)
    return Picture(of: Report(Checks.findings(in: analysis), of: analysis, input: "g.json"))
  }

  private func check(_ picture: Picture) {
    let division = PanelDivision(picture)
    var panelOf: [Int: Int] = [:]
    for (number, panel) in division.panels.enumerated() {
      for node in panel {
        let before = panelOf.updateValue(number, forKey: node)
        #expect(before == nil)
      }
    }
    #expect(panelOf.count == division.picture.nodes.count)
    for edge in division.picture.edges { #expect(panelOf[edge.from] == panelOf[edge.to]) }
    for cluster in division.picture.clusters {
      #expect(Set(cluster.nodes.map { panelOf[$0] }).count == 1)
    }
    // Paths stay whole, but where they come out of another finding; nothing of the picture is lost.
    let nodes = picture.nodes
    for (old, new) in zip(picture.edges, division.picture.edges) where old.isPath {
      #expect(old.to == new.to)
      let origin = nodes[old.from].cluster
      if let origin, origin != nodes[old.to].cluster, old.from != new.from {
        let sign = division.picture.nodes[new.from]
        #expect(sign.name.hasPrefix("from \(picture.clusters[origin].shortTitle): "))
      } else {
        #expect(old.from == new.from)
      }
    }
    #expect(
      !division.picture.edges.contains {
        $0.isPath && division.picture.isBetweenClusters($0)
      })
    #expect(
      division.picture.nodes.prefix(picture.nodes.count).map(\.name) == picture.nodes.map(\.name))
    #expect(division.picture.edges.count == picture.edges.count)
  }

  @Test(arguments: Rounds.seeds(150, usually: 40))
  func `every node is in one panel and no edge leaves it`(seed: UInt64) {
    check(picture(RandomGraph.graph(seed: seed, objects: 1...60)))
  }

  @Test func `a path out of another finding begins with its sign, also where findings are few`()
    throws
  {
    let picture = picture(
      ObjectGraph("app! -> a 'a'; a -> b 'b'; b -> a 'back'; a -> screen- 'screen'"))
    #expect(picture.clusters.count == 2)
    #expect(picture.hasEdgeBetweenClusters)
    check(picture)
    let names = PanelDivision(picture).picture.nodes.map(\.name)
    #expect(names.contains("from Leak 2: a"))
  }

  @Test func `context of several findings is drawn once, with signs`() {
    let cycles = (0..<4).map {
      "a\($0) -> b\($0) 'x\($0)'; b\($0) -> a\($0) 'y\($0)'; a\($0) -> service 's'"
    }
    let picture = picture(
      ObjectGraph("app! -> service 'shared'; " + cycles.joined(separator: "; ")))
    let division = PanelDivision(picture)
    #expect(division.panels.count == 5)
    let names = division.picture.nodes.map(\.name)
    #expect(names.count { $0 == "service" } == 1)
    for number in 1...4 { #expect(names.contains { $0.hasPrefix("from Leak \(number): a") }) }
    check(picture)
  }
}
