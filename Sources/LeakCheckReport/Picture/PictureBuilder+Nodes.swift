import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

extension PictureBuilder {
  /// The picture of everything chosen.
  func picture(named name: String) -> Picture {
    var picture = Picture(title: title(named: name))
    var clusterOf: [Int32: Int] = [:]
    let rest = leftOver()
    let owners = Set(groups.map(\.owner)).union(rest.inClusters.keys)
    for finding in opened where owners.contains(Int32(finding)) {
      clusterOf[Int32(finding)] = picture.clusters.count
      let title = PictureText.title(of: findings[finding], number: finding + 1)
      picture.clusters.append(Picture.Cluster(finding: finding, title: title))
    }
    picture.nodes = groups.map { node(of: $0, cluster: clusterOf[$0.owner]) }
    let more = addMoreNodes(for: rest, to: &picture, clusterOf: clusterOf)
    for (index, node) in picture.nodes.enumerated() {
      if let cluster = node.cluster { picture.clusters[cluster].nodes.append(index) }
    }
    var edges = PictureEdges(builder: self, more: more)
    picture.edges = edges.edges()
    picture.sums = sums()
    picture.remarks = remarks(leftOut: edges.leftOut)
    return picture
  }

  private func node(of group: Group, cluster: Int?) -> Picture.Node {
    // A path goes through the first object; the others only resemble it.
    let object = graph.object(group.objects[0])
    let count = group.objects.count
    let bytes = group.objects.reduce(Int64(0)) {
      $0.addingSaturated(graph.storage.sizes[Int($1)])
    }
    if group.isGap {
      let text = "… \(ByteCountText.count(count, "more object")) …"
      return .more(text, Sum(count: count, bytes: bytes), cluster: cluster)
    }
    let role: Picture.Node.Role = group.isPath ? .path : group.owner >= 0 ? .held : .live
    let name = Escaping.plain(name(of: group, first: object), limit: 34)
    return Picture.Node(
      role: role, isFreed: !analysis.staying.contains(object.index),
      isExpectedGone: object.marks.contains(.expectedGone), kind: object.kind,
      isRoot: object.isRoot,
      caption: PictureText.caption(of: object),
      name: count > 1 ? "× \(ByteCountText.grouped(count)) \(name)" : name,
      detail: PictureText.detail(of: object, count: count, bytes: bytes, role: role),
      tooltip: PictureText.tooltip(of: object, count: count, bytes: bytes),
      count: count, cluster: cluster)
  }

  /// What the objects of a group are called: the name of one only where all have it.
  private func name(of group: Group, first object: ObjectGraph.Object) -> String {
    let name = PictureText.name(of: object)
    let names = graph.storage.names
    let own = names[Int(object.index)]
    guard name != object.type, !group.objects.allSatisfy({ names[Int($0)] == own }) else {
      return name
    }
    return object.type.isEmpty ? object.kind.rawValue : object.type
  }

  /// Adds the nodes for what is not drawn; returns the node that stands for the rest of each finding.
  private func addMoreNodes(
    for rest: LeftOver, to picture: inout Picture, clusterOf: [Int32: Int]
  ) -> [Int32: Int] {
    var more: [Int32: Int] = [:]
    for finding in opened {
      guard let sum = rest.inClusters[Int32(finding)] else { continue }
      more[Int32(finding)] = picture.nodes.count
      let text = "… and \(ByteCountText.count(sum.count, "more object"))"
      picture.nodes.append(.more(text, sum, cluster: clusterOf[Int32(finding)]))
    }
    let unopened = findings.count - opened.count
    if unopened > 0 {
      let areLeaks = findings.indices.allSatisfy {
        opened.contains($0) || isLeak[$0]
      }
      let leaks = ByteCountText.count(unopened, areLeaks ? "more leak" : "more finding")
      let cost = ByteCountText.count(rest.leaks.count, "object") + rest.leaks.bytesText
      // Of a leak whose objects another one shows, none is left out.
      let hidden = rest.leaks.count > 0 ? " (\(cost))" : ""
      picture.nodes.append(.more("… and \(leaks)\(hidden)", rest.leaks, cluster: nil))
    }
    if rest.others.count > 0 {
      let noun = othersAreAlive ? "live object" : "other object"
      let text = "… and \(ByteCountText.count(rest.others.count, noun)) not drawn"
      picture.nodes.append(.more(text, rest.others, cluster: nil))
    }
    return more
  }

  /// The number of objects that are not drawn.
  struct LeftOver {
    var inClusters: [Int32: Sum] = [:]
    var leaks = Sum()
    var others = Sum()
  }

  /// Objects and their bytes.
  struct Sum {
    var count = 0
    var bytes: Int64 = 0
    var bytesText: String { bytes > 0 ? ", \(ByteCountText.text(bytes))" : "" }

    mutating func add(_ size: Int64) {
      count += 1
      bytes = bytes.addingSaturated(size)
    }
  }

  private func leftOver() -> LeftOver {
    var rest = LeftOver()
    let isOpen = Set(opened.map { Int32($0) })
    let sizes = graph.storage.sizes
    for (index, finding) in owner.enumerated() where groupOf[index] < 0 {
      if finding < 0 {
        rest.others.add(sizes[index])
      } else if isOpen.contains(finding) {
        rest.inClusters[finding, default: Sum()].add(sizes[index])
      } else {
        rest.leaks.add(sizes[index])
      }
    }
    return rest
  }

  private func title(named name: String) -> String {
    let leaks = isLeak.count { $0 }
    let others = findings.count - leaks
    var parts: [String] = []
    if leaks > 0 { parts.append(ByteCountText.count(leaks, "leak")) }
    if others > 0 {
      parts.append(ByteCountText.count(others, leaks > 0 ? "other finding" : "finding"))
    }
    let words =
      parts.isEmpty ? hidesKnown ? "No new leaks" : "No leaks" : parts.joined(separator: ", ")
    return name.isEmpty ? words : "\(words) in \(Escaping.plain(name, limit: 48))"
  }

  /// How many objects there are, and what leaks keep of them.
  private func sums() -> String {
    var leaking = Sum()
    for (index, finding) in owner.enumerated() where finding >= 0 && isLeak[Int(finding)] {
      leaking.add(graph.storage.sizes[index])
    }
    // The same counts as in the report: what leaks keep may be reachable.
    let coverage = analysis.coverage
    let fates = [
      (coverage.reachable, "reachable"), (coverage.leaked, "leaked"), (coverage.freed, "freed"),
    ].map { "\(ByteCountText.grouped($0)) \($1)" }
    let objects =
      "\(ByteCountText.count(owner.count, "object")): \(fates.joined(separator: ", "))"
    guard isLeak.contains(true) else { return objects }
    let bytes = leaking.bytes > 0 ? " (\(ByteCountText.text(leaking.bytes)))" : ""
    return "\(objects) · leaks keep \(ByteCountText.grouped(leaking.count))\(bytes)"
  }

  /// How this picture is to be read.
  private func remarks(leftOut: Int) -> [String] {
    var remarks: [String] = []
    if groups.contains(where: { $0.objects.count > 1 && !$0.isGap }) {
      remarks.append("equal objects are drawn once with a count")
    }
    if leftOut > 0 { remarks.append("\(ByteCountText.count(leftOut, "reference")) not drawn") }
    return remarks
  }
}

extension Picture.Node {
  fileprivate static func more(
    _ text: String, _ sum: PictureBuilder.Sum, cluster: Int?
  ) -> Picture.Node {
    Picture.Node(
      role: .more, kind: .object, isRoot: false, caption: "", name: text, detail: "",
      tooltip: text, count: sum.count, cluster: cluster)
  }
}
