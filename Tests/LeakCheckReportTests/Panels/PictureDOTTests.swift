import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckRender
import LeakCheckTestSupport
import Testing

@testable import LeakCheckReport

/// Pictures of many findings, laid out by Graphviz and packed.
@Suite(.enabled(if: GraphvizRenderer.isAvailable)) struct PictureDOTTests {
  /// Screens on cycles and under timers, with services that all of them use.
  private func report(screens: Int) -> Report {
    var parts = ["loop! -> app 'x'", "app! -> api 'api'", "app -> cache 'cache'"]
    for number in 0..<screens {
      parts.append("vc\(number)- -> model\(number) 'model'; model\(number) -> api 'client'")
      parts.append(
        number % 2 == 0
          ? "model\(number) -> vc\(number) 'delegate\(number)'"
          : "loop -> vc\(number) 'timer\(number)'")
    }
    let analysis = GraphAnalysis(of: ObjectGraph(parts.joined(separator: "; ")))
    return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
  }

  private func placement(screens: Int) throws -> (placed: String, svg: String) {
    let drawing = DOTFormat().drawing(of: [report(screens: screens)])
    let placed = try #require(try drawing.placed { try GraphvizRenderer.layout(of: $0) })
    let svg = try GraphvizRenderer.render(dot: placed, as: .svg, engine: .placed)
    return (placed, String(decoding: svg, as: UTF8.self))
  }

  @Test(arguments: [5, 9, 13, 30, 200])
  func `a picture of many findings is no wider than a page`(screens: Int) throws {
    let (placed, svg) = try placement(screens: screens)
    let match = try #require(svg.firstMatch(of: /<svg width="(\d+)pt" height="(\d+)pt"/))
    let width = try #require(Int(match.1))
    #expect(width * 4 / 3 <= 1_800)
    // Everything is where it was packed to.
    #expect(
      placed.contains("Leak 1") && svg.contains("Leak 1") && svg.contains("class=\"cluster leak\""))
    #expect(try placement(screens: screens).placed == placed)
  }

  /// An app that all services keep, and that keeps screens which are gone.
  private func hub(services: Int, screens: Int) -> Report {
    var parts = ["app! -> window 'window'; window -> navigation 'root'"]
    for number in 0..<services {
      parts.append("navigation -> vc\(number) 'screens[\(number)]'; vc\(number) -> m\(number) 'm'")
      parts.append("m\(number) -> service\(number) 's'; service\(number) -> app 'analytics'")
    }
    for number in 0..<screens {
      parts.append("app -> old\(number)- 'current\(number)'; old\(number) -> view\(number) 'view'")
      parts.append("view\(number) -> app 'analytics'")
    }
    let analysis = GraphAnalysis(of: ObjectGraph(parts.joined(separator: "; ")))
    return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
  }

  @Test(arguments: [(3, 1), (8, 2), (40, 3), (60, 9)])
  func `no cut is written over another, where findings share an object`(
    services: Int, screens: Int
  ) throws {
    let drawing = DOTFormat().drawing(of: [hub(services: services, screens: screens)])
    let placed = try #require(try drawing.placed { try GraphvizRenderer.layout(of: $0) })
    let data = try GraphvizRenderer.render(dot: placed, as: .svg, engine: .placed)
    let pills = String(decoding: data, as: UTF8.self)
      .matches(of: /<path fill="#e0f2ef"[^>]* d="([^"]+)"/)
      .map { match in
        let numbers = match.1.matches(of: /-?[\d.]+/).compactMap { Double($0.0) }
        let (x, y) = (
          stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] },
          stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
        )
        return [x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0]
      }
    #expect(pills.count >= screens && pills.count >= 2)
    for (index, pill) in pills.enumerated() {
      for other in pills[..<index] {
        let isApart =
          pill[2] < other[0] || other[2] < pill[0] || pill[3] < other[1] || other[3] < pill[1]
        #expect(isApart, "\(pill) \(other)")
      }
    }
  }

  @Test(arguments: Rounds.seeds(40, usually: 4))
  func `labels of edges inside a finding's box are inside it`(seed: UInt64) throws {
    let analysis = GraphAnalysis(of: RandomGraph.graph(seed: seed, objects: 20...60))
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
    let drawing = DOTFormat().drawing(of: [report])
    guard let placed = try drawing.placed(by: { try GraphvizRenderer.layout(of: $0) }),
      placed.contains("c0_1")
    else { return }
    let json = try GraphvizRenderer.layout(of: placed, engine: .placed)
    let placement = try #require(PlacementReader.placement(in: json))
    let writer = DOTWriter([PanelDivision(Picture(of: report)).picture])
    for (id, edges) in writer.edgesInside {
      let box = try #require(placement.clusters[id]?.box)
      for label in edges.compactMap({ placement.edges[$0]?.labelBox }) {
        #expect(label.left >= box.left && label.right <= box.right, "\(id) \(label) \(box)")
      }
    }
  }

  @Test(arguments: [5, 9, 13])
  func `no box is over another, and no edge runs through a caption`(screens: Int) throws {
    let (placed, _) = try placement(screens: screens)
    // Laid out again where it is: what is read is what is drawn.
    let boxes = placed.matches(of: /bb="([-\d.,]+)"; lp=/).map { match in
      match.1.split(separator: ",").compactMap { Double($0) }
    }
    #expect(boxes.count >= 4)
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] {
        let isApart =
          box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1]
        #expect(isApart, "\(box) \(other)")
      }
    }
  }

  @Test(arguments: [2, 5, 13])
  func `without direction no label and no caption is over a node`(screens: Int) throws {
    var format = DOTFormat()
    format.options.spreads = true
    let dot = format.drawing(of: [report(screens: screens)]).text
    try DotGuard.check(dot)
    let read = PlacementReader.placement(in: try GraphvizRenderer.layout(of: dot, engine: .sfdp))
    let placement = try #require(read)
    // Each edge of a finding has its label between its halves, and each finding its caption.
    #expect(placement.nodes.keys.contains("e0l") && placement.nodes.keys.contains("c0_0t"))
    let boxes = try placement.nodes.map { id, center in
      (id, center, try #require(placement.sizes[id]))
    }
    #expect(boxes.count > 3 * min(screens, 9))
    for (index, (id, center, size)) in boxes.enumerated() {
      for (other, point, extent) in boxes[..<index] {
        let isApart =
          abs(center.x - point.x) > (size.width + extent.width) / 2
          || abs(center.y - point.y) > (size.height + extent.height) / 2
        #expect(isApart, "\(id) \(other)")
      }
    }
  }

  @Test func `many edges are laid out without a node for each label`() throws {
    let references = (1...78).map { "a\($0 - 1) -> a\($0) 'x'; a\($0 - 1) -> a\($0 + 1) 'y'" }
    let graph = ObjectGraph("loop! -> a0 'z'; " + references.joined(separator: "; "))
    let analysis = GraphAnalysis(of: graph)
    let report = Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
    var format = DOTFormat()
    format.options.spreads = true
    format.options.budget = PictureOptions.mostNodes
    let drawing = format.drawing(of: [report]).text
    #expect(drawing.contains(" -> ") && !drawing.contains("l\" [shape=plaintext"))
  }

  @Test func `a caption that an edge runs through is moved to a free place`() throws {
    var placement = Placement()
    placement.clusters["c"] = .init(
      box: .init(left: 0, bottom: 0, right: 200, top: 100), label: .init(x: 40, y: 10),
      labelSize: .init(width: 60, height: 12))
    placement.edges["e"] = .init(
      ends: [],
      points: [
        .init(x: 50, y: 50), .init(x: 50, y: 20), .init(x: 50, y: -20), .init(x: 50, y: -50),
      ])
    let isMoved = placement.clearCaptions(of: ["c"])
    #expect(isMoved)
    let label = try #require(placement.clusters["c"]?.label)
    #expect(label.x - 30 > 50 && label.y == 10)
    let isMovedAgain = placement.clearCaptions(of: ["c"])
    #expect(!isMovedAgain)
  }

  @Test func `two findings are laid out together, as one drawing`() throws {
    let drawing = DOTFormat().drawing(of: [report(screens: 2)])
    #expect(drawing.text.contains("cluster_0_0"))
    let placed = try drawing.placed { try GraphvizRenderer.layout(of: $0) }
    #expect(placed?.contains("from Leak") != true)
    #expect(try drawing.placed { _ in "no JSON" } == nil)
  }
}
