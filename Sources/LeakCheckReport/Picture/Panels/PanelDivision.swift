import LeakCheckGraph

/// The division of a picture into panels without edges between them.
///
/// The nodes of a finding, and the path to it, are one panel; findings that share a path share the panel. Where the path
/// comes out of another finding, it begins with a sign of that one's name. What no finding keeps is the context, drawn
/// once: where a reference leads from it into a panel, or out of one, the context has a sign in place of the other end.
struct PanelDivision {
  /// The picture with signs, and without edges between panels.
  private(set) var picture: Picture
  /// The positions of the nodes of each panel: those of findings in their order, then the context.
  private(set) var panels: [[Int]] = []

  init(_ picture: Picture) {
    self.picture = picture
    var sets = DisjointSets(count: picture.nodes.count)
    for cluster in picture.clusters {
      for (node, next) in zip(cluster.nodes, cluster.nodes.dropFirst()) { sets.join(node, next) }
    }
    for edge in picture.edges where edge.isPath && !picture.leavesItsCluster(edge) {
      sets.join(edge.from, edge.to)
    }
    joinContext(to: panelsOfFindings(sets), &sets)
    let panelOfSet = panelsOfFindings(sets)
    putSigns(sets, panelOfSet)
    collectPanels(panelOfSet)
  }

  /// Joins context that only one panel touches to that panel: it explains nothing beside the others.
  private func joinContext(to panels: [Int: Int], _ sets: inout DisjointSets) {
    var context = DisjointSets(count: picture.nodes.count)
    func isContext(_ node: Int) -> Bool { panels[sets.root(of: node)] == nil }
    for edge in picture.edges where isContext(edge.from) && isContext(edge.to) {
      context.join(edge.from, edge.to)
    }
    var touched: [Int: Set<Int>] = [:]
    var joined: [(node: Int, panel: Int)] = []
    for edge in picture.edges {
      for (inside, outside) in [(edge.from, edge.to), (edge.to, edge.from)]
      where isContext(inside) && !isContext(outside) {
        touched[context.root(of: inside), default: []].insert(sets.root(of: outside))
      }
    }
    for node in picture.nodes.indices where isContext(node) {
      guard let only = touched[context.root(of: node)], only.count == 1 else { continue }
      for panel in only { joined.append((node, panel)) }
    }
    for (node, panel) in joined { sets.join(node, panel) }
  }

  /// The number of the panel that each set of nodes with a cluster in it is.
  private func panelsOfFindings(_ sets: DisjointSets) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for cluster in picture.clusters {
      guard let first = cluster.nodes.first, numbers[sets.root(of: first)] == nil else { continue }
      numbers[sets.root(of: first)] = numbers.count
    }
    return numbers
  }

  /// Puts a sign in place of the far end of each edge that leads from the context into a panel, or out of one.
  private mutating func putSigns(_ sets: DisjointSets, _ panels: [Int: Int]) {
    var signs: [Sign: Int] = [:]
    var edges: [Picture.Edge] = []
    for edge in picture.edges {
      let (from, to) = (panels[sets.root(of: edge.from)], panels[sets.root(of: edge.to)])
      var edge = edge
      switch (from, to) {
      case (nil, let panel?):
        edge.to = sign(for: edge.to, in: panel, beside: edge.from, isTarget: true, &signs)
      case (let panel?, nil):
        edge.from = sign(for: edge.from, in: panel, beside: edge.to, isTarget: false, &signs)
      case (let from?, let to?)
      where edge.isPath && (from != to || picture.isBetweenClusters(edge)):
        edge.from = sign(for: edge.from, in: from, beside: edge.to, isTarget: false, &signs)
      case (let from?, let to?) where from != to:
        // Between findings: the one that is held is named beside the one that holds.
        edge.to = sign(for: edge.to, in: to, beside: edge.from, isTarget: true, &signs)
        putIntoCluster(edge.to, of: edge.from)
      default: break
      }
      edges.append(edge)
    }
    picture.edges = edges
  }

  /// Puts a sign into the box that its neighbour stands in.
  private mutating func putIntoCluster(_ sign: Int, of neighbour: Int) {
    guard picture.nodes[sign].cluster == nil, let cluster = picture.nodes[neighbour].cluster else {
      return
    }
    picture.nodes[sign].cluster = cluster
    picture.clusters[cluster].nodes.append(sign)
  }

  private struct Sign: Hashable {
    var cluster: Int
    var neighbour: Int
    var isTarget: Bool
  }

  private mutating func sign(
    for node: Int, in panel: Int, beside neighbour: Int, isTarget: Bool, _ signs: inout [Sign: Int]
  ) -> Int {
    let cluster = picture.nodes[node].cluster
    let key = Sign(cluster: cluster ?? -1 - panel, neighbour: neighbour, isTarget: isTarget)
    if let known = signs[key] { return known }
    let title = cluster.map { picture.clusters[$0].shortTitle + ": " } ?? ""
    signs[key] = picture.nodes.count
    picture.nodes.append(.sign("\(isTarget ? "→" : "from") \(title)\(picture.nodes[node].name)"))
    return picture.nodes.count - 1
  }

  /// The nodes of each panel; of the context, those that nothing connects are panels of their own.
  private mutating func collectPanels(_ panelOfSet: [Int: Int]) {
    var sets = DisjointSets(count: picture.nodes.count)
    for edge in picture.edges { sets.join(edge.from, edge.to) }
    for cluster in picture.clusters {
      for (node, next) in zip(cluster.nodes, cluster.nodes.dropFirst()) { sets.join(node, next) }
    }
    var numbers: [Int: Int] = [:]
    let first = picture.clusters.compactMap(\.nodes.first)
    for node in first + Array(picture.nodes.indices) {
      let root = sets.root(of: node)
      if numbers[root] == nil {
        numbers[root] = panels.count
        panels.append([])
      }
    }
    for node in picture.nodes.indices {
      if let number = numbers[sets.root(of: node)] { panels[number].append(node) }
    }
  }
}

/// Disjoint sets of numbers, which edges join.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number { number = parents[number] }
    return number
  }

  mutating func join(_ left: Int, _ right: Int) {
    let (a, b) = (root(of: left), root(of: right))
    parents[max(a, b)] = min(a, b)
  }
}

extension Picture.Node {
  /// A sign that stands for something in another panel.
  fileprivate static func sign(_ text: String) -> Picture.Node {
    Picture.Node(
      role: .more, kind: .object, isRoot: false, caption: "", name: text, detail: "",
      tooltip: text, count: 0, cluster: nil)
  }
}

extension Picture {
  /// Whether an edge leads out of a finding's box.
  fileprivate func leavesItsCluster(_ edge: Edge) -> Bool {
    guard let cluster = nodes[edge.from].cluster else { return false }
    return nodes[edge.to].cluster != cluster
  }

  /// Whether an edge leads out of one finding's box into another's; laid out together, such boxes have their labels upon
  /// one another and beyond their borders.
  var hasEdgeBetweenClusters: Bool { edges.contains(where: isBetweenClusters) }

  func isBetweenClusters(_ edge: Edge) -> Bool {
    nodes[edge.to].cluster != nil && leavesItsCluster(edge)
  }
}

extension Picture.Cluster {
  /// The word and the number of its finding: `Leak 3`.
  var shortTitle: String {
    title.split(separator: " · ", maxSplits: 1).first.map(String.init) ?? title
  }
}
