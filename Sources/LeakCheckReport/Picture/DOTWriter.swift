import LeakCheckGraph

/// A writer of pictures as one digraph in Graphviz's language.
///
/// What is never written was measured to crash Graphviz 2.42 or to write into an SVG unescaped: record
/// shapes, `splines=ortho`, links, images, and clusters without `newrank=true`. Nothing follows the closing
/// brace, because Graphviz would read it as the beginning of the next graph.
struct DOTWriter {
  let pictures: [Picture]
  /// What every id begins with, so that several drawings can stand on one page; letters and digits.
  private let prefix: String
  /// The numbers of the first node and of the first edge of each picture.
  private let firstNodes: [Int]
  private let firstEdges: [Int]

  /// Whether the layout has no direction, and must keep nodes apart.
  private let spreads: Bool

  init(_ pictures: [Picture], idsBeginWith prefix: String = "", spreads: Bool = false) {
    self.pictures = pictures
    self.prefix = prefix
    self.spreads = spreads
    firstNodes = Self.firsts(of: pictures.map(\.nodes.count))
    firstEdges = Self.firsts(of: pictures.map(\.edges.count))
  }

  /// The number of the first of each group, where there are so many in each.
  private static func firsts(of counts: [Int]) -> [Int] {
    var next = 0
    return counts.map { count in
      defer { next += count }
      return next
    }
  }

  /// The digraph.
  func text() -> String {
    var lines = header() + [" label=<\(spreads ? titlesAndLegend : legend)>;"]
    for index in pictures.indices { write(index, to: &lines) }
    for (index, picture) in pictures.enumerated() {
      if spreads {
        lines += spreadEdges(of: picture, in: index) + captions(of: picture, in: index)
      } else {
        lines += picture.edges.indices.map { " " + edge($0, in: index) }
        lines += rows(of: picture, first: firstNodes[index])
      }
    }
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  /// The widest that a drawing is, in points: with its margin 1,800 pixels.
  ///
  /// What is wider is made smaller as a whole, but in a page, which fits drawings itself.
  static let pageWidth = 1_320.0

  private func header(isAcross: Bool = false, isWhole: Bool = false) -> [String] {
    let isWhole = (isWhole || spreads) && prefix.isEmpty
    let spread = spreads ? " overlap=prism overlap_scaling=-2 splines=true sep=\"+10,8\"" : ""
    let size = isWhole ? " size=\"\(Self.pageWidth / 72),1000\"" : ""
    return [
      "digraph leakcheck {",
      " id=\"\(prefix)graph\";",
      " graph [newrank=true bgcolor=\"\(Palette.background)\" fontname=\"\(Self.font)\" fontsize=10"
        + " rankdir=\(isAcross ? "LR" : "TB") nodesep=0.35 ranksep=0.5 pad=0.2 labelloc=b"
        + " labeljust=l\(spread)\(size)];",
      " node [fontname=\"\(Self.font)\" fontsize=11.5 fontcolor=\"\(Palette.text)\""
        + " margin=\"0.16,0.09\" height=0.3];",
      " edge [fontname=\"\(Self.font)\" fontsize=9.5];",
    ]
  }

  private static let font = "Helvetica,Arial,sans-serif"

  /// One picture: a cluster without a border, whose label is the headline.
  private func write(_ index: Int, to lines: inout [String]) {
    let picture = pictures[index]
    lines.append(" subgraph cluster_\(index) {")
    lines.append("  peripheries=0; labelloc=t; labeljust=l; margin=6; id=\"\(prefix)p\(index)\";")
    // Without a label of its own it would have the graph's, which is the legend.
    let headline = DOTText.headline(picture.title, picture.subtitle)
    lines.append(picture.title.isEmpty ? "  label=\"\";" : "  label=<\(headline)>;")
    let outside = picture.nodes.indices.filter { picture.nodes[$0].cluster == nil }
    // Graphviz turns the edge that closes a cycle, as seen from the node that it reads first: a path from
    // a root must begin at the root.
    lines += outside.filter { picture.nodes[$0].role == .path }.map { "  " + node($0, in: index) }
    for (number, cluster) in drawingOrder(of: picture) {
      lines += clusterHead(cluster, number, in: index)
      lines += cluster.nodes.map { "   " + node($0, in: index) }
      lines.append("  }")
    }
    lines += outside.filter { picture.nodes[$0].role != .path }.map { "  " + node($0, in: index) }
    lines.append(" }")
  }

  private func clusterHead(
    _ cluster: Picture.Cluster, _ number: Int, in index: Int
  ) -> [String] {
    [
      "  subgraph cluster_\(index)_\(number) {",
      "   id=\"\(clusterID(number, in: index))\"; class=\"leak\"; style=\"rounded,filled\";",
      "   fillcolor=\"\(Palette.leakCluster)\"; color=\"\(Palette.leak)\";",
      "   penwidth=0.8; margin=14; labelloc=b; labeljust=l; fontsize=10;",
      "   label=<\(DOTText.strong(cluster.title, color: Palette.leak))>;",
    ]
  }

  private func clusterID(_ number: Int, in index: Int) -> String {
    "\(prefix)c\(index)_\(number)"
  }

  /// The clusters with their numbers: backwards where nothing but invisible edges connects them, since
  /// Graphviz then sets what comes first to the right.
  private func drawingOrder(of picture: Picture) -> [(offset: Int, element: Picture.Cluster)] {
    let numbered = Array(picture.clusters.enumerated())
    return picture.hasSeparateClusters ? numbered.reversed() : numbered
  }

  private func node(_ position: Int, in picture: Int, _ place: String = "") -> String {
    let name = "n\(firstNodes[picture] + position)"
    return DOTNode(
      pictures[picture].nodes[position], name: name, id: prefix + name, place: place
    ).text
  }

  private func edge(_ position: Int, in picture: Int, _ place: String = "") -> String {
    DOTEdge(
      pictures[picture].edges[position], first: firstNodes[picture],
      id: edgeID(position, in: picture), place: place
    ).text
  }

  private func edgeID(_ position: Int, in picture: Int) -> String {
    "\(prefix)e\(firstEdges[picture] + position)"
  }

  /// The kinds of edges that occur, each with its name.
  private var legend: String {
    let edges = pictures.flatMap(\.edges)
    let plain = edges.filter { !$0.isPath }
    var cells: [String] = []
    if edges.contains(where: \.isPath) {
      cells.append(DOTText.strong("━━► cycle or leak path", color: Palette.leak))
    }
    if plain.contains(where: { $0.strength == .strong }) {
      cells.append(DOTText.colored("──► strong", Palette.strong))
    }
    if edges.contains(where: { $0.strength == .weak }) {
      cells.append(DOTText.colored("╌╌▷ weak", Palette.quiet))
    }
    if edges.contains(where: { $0.strength == .unowned || $0.strength == .unmanaged }) {
      cells.append(DOTText.colored("····▷ unowned", Palette.quiet))
    }
    if edges.contains(where: { $0.cut != nil }) {
      cells.append(DOTText.strong("✂ suggested fix", color: Palette.fix))
    }
    return DOTText.row(cells.isEmpty ? [DOTText.colored("no references", Palette.quiet)] : cells)
  }
}

extension DOTWriter {
  /// The headlines above the legend, for a layout that draws no clusters and so loses their labels.
  private var titlesAndLegend: String {
    let titles = pictures.filter { !$0.title.isEmpty }
      .map { DOTText.headline($0.title, $0.subtitle) }
    return DOTText.column(titles + [legend])
  }

  /// With more edges than these only what leads to a leak has a node for its label: such a layout takes seconds.
  private static let mostLabelNodes = 80

  /// The edges for a layout without direction: it sets labels on top of nodes, so labels are nodes.
  private func spreadEdges(of picture: Picture, in index: Int) -> [String] {
    picture.edges.enumerated().map { position, edge in
      let isMarked = edge.isPath || edge.cut != nil
      guard isMarked || picture.edges.count <= Self.mostLabelNodes else {
        return " " + self.edge(position, in: index)
      }
      return DOTEdge(edge, first: firstNodes[index], id: edgeID(position, in: index)).halves
    }
  }

  /// The captions of findings beside their first node, for a layout that draws no clusters, with what is left out of
  /// each.
  private func captions(of picture: Picture, in index: Int) -> [String] {
    picture.clusters.enumerated().flatMap { number, cluster -> [String] in
      guard let head = cluster.nodes.first else { return [] }
      let caption = "\"\(clusterID(number, in: index))t\""
      let first = firstNodes[index]
      let label = DOTText.strong(cluster.title, color: Palette.leak)
      let lines = [
        " \(caption) [shape=plaintext margin=0 height=0 fontsize=10 label=<\(label)> id=\(caption)];",
        " n\(first + head) -> \(caption) [style=invis];",
      ]
      guard let rest = rest(of: cluster, in: picture) else { return lines }
      return lines + [" \(caption) -> n\(first + rest) [style=invis];"]
    }
  }

  /// Ranks and invisible edges that put more than three clusters into rows of three, with what is left
  /// out below.
  ///
  /// Edges straight down and the order of the clusters in the text keep the order from left to right.
  private func rows(of picture: Picture, first: Int) -> [String] {
    let clusters = picture.clusters.filter { !$0.nodes.isEmpty }
    let rows = stride(from: 0, to: clusters.count, by: 3).map {
      Array(clusters[$0..<min($0 + 3, clusters.count)])
    }
    let more = picture.nodes.indices.filter {
      picture.nodes[$0].role == .more && picture.nodes[$0].cluster == nil
    }
    var lines =
      rows.count > 1 && picture.hasSeparateClusters ? rows.map { sameRank($0, first) } : []
    lines += clusters.compactMap { cluster in
      rest(of: cluster, in: picture).map {
        tie(from: deepest(in: cluster, of: picture), to: $0, first)
      }
    }
    for (row, next) in zip(rows, rows.dropFirst()) {
      lines += invisible(from: row, to: next.map { $0.nodes[0] }, in: picture, first: first)
    }
    if let last = rows.last {
      lines += invisible(from: last, to: more, in: picture, first: first)
    }
    return lines
  }

  private func sameRank(_ row: [Picture.Cluster], _ first: Int) -> String {
    " { rank=same; " + row.map { "n\(first + $0.nodes[0]);" }.joined(separator: " ") + " }"
  }

  private func invisible(
    from row: [Picture.Cluster], to heads: [Int], in picture: Picture, first: Int
  ) -> [String] {
    let tails = row.map { rest(of: $0, in: picture) ?? deepest(in: $0, of: picture) }
    return heads.enumerated().map { column, head in
      invisible(from: tails[min(column, tails.count - 1)], to: head, first)
    }
  }

  private func invisible(from tail: Int, to head: Int, _ first: Int) -> String {
    " n\(first + tail) -> n\(first + head) [style=invis weight=0];"
  }

  /// An invisible edge to what nothing else holds in its place.
  private func tie(from tail: Int, to head: Int, _ first: Int) -> String {
    " n\(first + tail) -> n\(first + head) [style=invis];"
  }

  /// The node for what a cluster leaves out, where no reference that is drawn leads to it: it would stand beside the
  /// first node, which may be far below the others of its row.
  private func rest(of cluster: Picture.Cluster, in picture: Picture) -> Int? {
    cluster.nodes.dropFirst().first { node in
      picture.nodes[node].role == .more
        && !picture.edges.contains { $0.from == node || $0.to == node }
    }
  }

  /// The node of a cluster that is the most references away from its first.
  private func deepest(in cluster: Picture.Cluster, of picture: Picture) -> Int {
    var depths = [cluster.nodes[0]: 0]
    var queue = [cluster.nodes[0]]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in picture.edges where edge.from == node && cluster.nodes.contains(edge.to) {
        guard depths[edge.to] == nil else { continue }
        depths[edge.to] = (depths[node] ?? 0) + 1
        queue.append(edge.to)
      }
    }
    return queue.last ?? cluster.nodes[0]
  }
}

extension DOTWriter {
  /// The id of the headline of a picture, where it is a node of its own.
  func titleID(of index: Int) -> String { "\(prefix)title\(index)" }

  /// The id of the legend, where it is a node of its own.
  var legendID: String { prefix + "legend" }

  /// The ids of the boxes of findings.
  var clusterIDs: Set<String> {
    Set(
      pictures.enumerated().flatMap { index, picture in
        picture.clusters.indices.map { clusterID($0, in: index) }
      })
  }

  /// The ids of the edges whose ends are both in the box of a finding, by the box's id.
  var edgesInside: [String: [String]] {
    var inside: [String: [String]] = [:]
    for (index, picture) in pictures.enumerated() {
      for (position, edge) in picture.edges.enumerated() {
        guard let cluster = picture.nodes[edge.from].cluster,
          cluster == picture.nodes[edge.to].cluster
        else { continue }
        inside[clusterID(cluster, in: index), default: []].append(edgeID(position, in: index))
      }
    }
    return inside
  }

  /// Headlines and legend alone, to see how large they are.
  func signs() -> String {
    (header() + signNodes(placed: nil) + ["}"]).joined(separator: "\n")
  }

  /// Some nodes of a picture, and what is between them.
  func text(ofPanel nodes: Set<Int>, in index: Int, isAcross: Bool) -> String {
    let picture = pictures[index]
    var lines = header(isAcross: isAcross)
    for (number, cluster) in picture.clusters.enumerated() {
      let own = cluster.nodes.filter(nodes.contains)
      guard !own.isEmpty else { continue }
      lines += clusterHead(cluster, number, in: index) + ["   peripheries=0;"]
      lines += own.map { "   " + node($0, in: index) } + ["  }"]
    }
    lines += nodes.sorted().filter { picture.nodes[$0].cluster == nil }
      .map { " " + node($0, in: index) }
    for (position, edge) in picture.edges.enumerated() where nodes.contains(edge.from) {
      lines.append(" " + self.edge(position, in: index))
    }
    for cluster in picture.clusters where cluster.nodes.first.map(nodes.contains) == true {
      guard let rest = rest(of: cluster, in: picture) else { continue }
      lines.append(tie(from: deepest(in: cluster, of: picture), to: rest, firstNodes[index]))
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// Everything in its place, for an engine that moves nothing.
  func text(placed placement: Placement) -> String {
    var lines = header(isWhole: true) + [" bb=\"\(placement.box.text)\";"]
    lines += signNodes(placed: placement)
    for (index, picture) in pictures.enumerated() {
      for (number, cluster) in picture.clusters.enumerated() {
        guard let area = placement.clusters[clusterID(number, in: index)] else { continue }
        lines += clusterHead(cluster, number, in: index) + ["   peripheries=0;"]
        lines.append("   bb=\"\(area.box.text)\";\(area.label.map { " lp=\"\($0.text)\";" } ?? "")")
        lines += cluster.nodes.map { "   " + placedNode($0, in: index, placement) }
        lines.append("  }")
      }
      lines += picture.nodes.indices.filter { picture.nodes[$0].cluster == nil }
        .map { " " + placedNode($0, in: index, placement) }
    }
    for (index, picture) in pictures.enumerated() {
      lines += picture.edges.indices.map { " " + placedEdge($0, in: index, placement) }
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// Puts the headlines and the legend to where a layout has them as labels.
  func placeSigns(in placement: inout Placement) {
    for index in pictures.indices {
      placement.nodes[titleID(of: index)] = placement.clusters["\(prefix)p\(index)"]?.label
    }
    placement.nodes[legendID] = placement.rootLabel
  }

  private func placedNode(_ position: Int, in index: Int, _ placement: Placement) -> String {
    let point = placement.nodes["\(prefix)n\(firstNodes[index] + position)"]
    return node(position, in: index, point.map { " pos=\"\($0.text)\"" } ?? "")
  }

  private func placedEdge(_ position: Int, in index: Int, _ placement: Placement) -> String {
    guard let line = placement.edges["\(prefix)e\(firstEdges[index] + position)"] else {
      return edge(position, in: index)
    }
    let label = line.label.map { " lp=\"\($0.text)\"" } ?? ""
    return edge(position, in: index, " pos=\"\(line.text)\"\(label)")
  }

  /// The headlines and the legend as nodes, which can stand anywhere.
  private func signNodes(placed placement: Placement?) -> [String] {
    let titles = pictures.enumerated().filter { !$1.title.isEmpty }.map { index, picture in
      (titleID(of: index), DOTText.headline(picture.title, picture.subtitle))
    }
    return (titles + [(legendID, legend)]).map { id, label in
      let place = placement?.nodes[id].map { " pos=\"\($0.text)\"" } ?? ""
      return
        " \"\(id)\" [shape=plaintext margin=0 label=<\(label)> id=\"\(id)\" class=\"sign\"\(place)];"
    }
  }
}

extension Picture {
  /// Whether no edge enters or leaves a cluster.
  ///
  /// Only then may clusters be put on one rank: a labelled edge between nodes of one rank in different
  /// clusters stops Graphviz 2.42, and with it the process.
  fileprivate var hasSeparateClusters: Bool {
    edges.allSatisfy { nodes[$0.from].cluster == nodes[$0.to].cluster }
  }
}
