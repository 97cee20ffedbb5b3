import LeakCheckText

/// The DOT text of pictures, with or without positions.
///
/// Graphviz lays out a whole graph at once: many findings become wider than any page, with edges through their
/// captions. So each panel gets its own layout, and the panels are packed (see ``PanelDivision`` and
/// ``PanelPacking``).
public struct PictureDOT: Sendable {
  /// A function that lays out DOT text and returns Graphviz's JSON.
  public typealias Layout = (_ dot: String) throws -> String

  private static let mostWidth = DOTWriter.pageWidth
  /// More findings than these in one picture are drawn in panels.
  private static let mostTogether = 3
  private static let gap = 14.0

  /// The content of the drawing, for screen readers.
  public let title: String
  private let pictures: [Picture]
  private let prefix: String
  private let spreads: Bool

  /// The text of `pictures`, whose ids begin with `prefix`; `spreads` is for a layout without direction.
  init(
    _ pictures: [Picture], title: String, idsBeginWith prefix: String = "", spreads: Bool = false
  ) {
    self.title = title
    self.pictures = pictures
    self.prefix = prefix
    self.spreads = spreads
  }

  /// The text for a single layout of everything.
  public var text: String { writer(pictures).text() }

  private func writer(_ pictures: [Picture]) -> DOTWriter {
    DOTWriter(pictures, idsBeginWith: prefix, spreads: spreads)
  }

  /// Returns the text with positions for every node, edge and cluster, for an engine that moves nothing.
  ///
  /// - Returns: the text, or `nil` if a single layout of ``text`` is as good.
  /// - Throws: the error that `layout` throws.
  public func placed(by layout: Layout) throws -> String? {
    if spreads { return nil }
    if pictures.allSatisfy({
      $0.clusters.count <= Self.mostTogether && !$0.hasEdgeBetweenClusters
    }) {
      guard var placement = PlacementReader.placement(in: try layout(text)) else { return nil }
      if placement.box.width <= Self.mostWidth {
        let writer = writer(pictures)
        let isWidened = placement.widenClusters(around: writer.edgesInside)
        guard placement.clearCaptions(of: writer.clusterIDs) || isWidened else { return nil }
        writer.placeSigns(in: &placement)
        return writer.text(placed: placement)
      }
    }
    return try packed(by: layout)
  }

  private func packed(by layout: Layout) throws -> String? {
    let divisions = pictures.map(PanelDivision.init)
    let writer = writer(divisions.map(\.picture))
    guard let signs = PlacementReader.placement(in: try layout(writer.signs())) else { return nil }
    var sheet = DrawingSheet(width: Self.mostWidth, gap: Self.gap)
    for (index, division) in divisions.enumerated() {
      var panels: [Placement] = []
      for nodes in division.panels {
        guard let panel = try panel(nodes, of: index, writer, layout) else { return nil }
        panels.append(panel)
      }
      sheet.add(title: writer.titleID(of: index), sized: signs.sizes)
      sheet.add(panels)
    }
    sheet.add(title: writer.legendID, sized: signs.sizes)
    return writer.text(placed: sheet.placement)
  }

  /// The placement of one panel: downwards, or across where that is too wide.
  private func panel(
    _ nodes: [Int], of index: Int, _ writer: DOTWriter, _ layout: Layout
  ) throws -> Placement? {
    let text = writer.text(ofPanel: Set(nodes), in: index, isAcross: false)
    guard var panel = PlacementReader.placement(in: try layout(text)) else { return nil }
    if panel.box.width > Self.mostWidth {
      let across = writer.text(ofPanel: Set(nodes), in: index, isAcross: true)
      if let turned = PlacementReader.placement(in: try layout(across)),
        turned.box.width < panel.box.width
      {
        panel = turned
      }
    }
    _ = panel.widenClusters(around: writer.edgesInside)
    _ = panel.clearCaptions(of: writer.clusterIDs)
    return panel
  }
}

/// The panels on a sheet, from top to bottom.
private struct DrawingSheet {
  private let width: Double
  private let gap: Double
  /// Counted downwards: what is on the sheet so far.
  private var titles: [(id: String, size: PanelPacking.Size, top: Double)] = []
  private var panels: [(panel: Placement, x: Double, top: Double)] = []
  private var height = 0.0

  init(width: Double, gap: Double) {
    self.width = width
    self.gap = gap
  }

  /// Adds a text over the whole width.
  mutating func add(title id: String, sized sizes: [String: PanelPacking.Size]) {
    guard let size = sizes[id] else { return }
    titles.append((id, size, height))
    height += size.height + gap / 2
  }

  /// Adds panels, packed.
  mutating func add(_ added: [Placement]) {
    let sizes = added.map { PanelPacking.Size(width: $0.box.width, height: $0.box.height) }
    let packing = PanelPacking(sizes, width: width, gap: gap)
    for (panel, corner) in zip(added, packing.corners) {
      panels.append((panel, corner.x, height + corner.y))
    }
    height += packing.size.height + gap
  }

  /// Everything, counted from below as Graphviz does.
  var placement: Placement {
    var all = Placement()
    for (panel, x, top) in panels {
      all.formUnion(
        panel.moved(x: x - panel.box.left, y: height - top - panel.box.top))
    }
    for (id, size, top) in titles {
      all.nodes[id] = .init(x: size.width / 2, y: height - top - size.height / 2)
      all.box.right = max(all.box.right, size.width)
    }
    all.box.top = height
    return all
  }
}
