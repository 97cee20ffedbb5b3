import LeakCheckAnalysis
import LeakCheckGraph

extension PictureBuilder {
  /// Draws the paths of findings while there is room for whole ones; the first even in part.
  mutating func openFindings(_ candidates: [Int]) {
    var clusters = 0
    for finding in candidates {
      let segments = pathSegments(of: finding)
      let objects = segments.joined()
      let needed = segments.count { segment in segment.contains { groupOf[Int($0)] < 0 } }
      let owns = objects.contains { owner[Int($0)] == Int32(finding) }
      let fits = needed < room || opened.isEmpty
      guard fits, !owns || clusters < Self.mostClusters else { break }
      opened.append(finding)
      if owns { clusters += 1 }
      // One node is kept free for what the finding keeps and that is not drawn.
      room -= 1
      for segment in segments { placeSegment(segment, isPath: true) }
      foldInstances(of: finding)
      placeCutEnds(of: finding)
    }
  }

  /// The path of a finding: its objects one by one, and of one longer than the picture the ends and what is cut.
  private func pathSegments(of finding: Int) -> [[Int32]] {
    let path = findings[finding].path.objects.map(\.index)
    // Of no room at all, the caller finds that the path does not fit.
    guard path.count >= room, room >= 5 else { return path.map { [$0] } }
    let ends = segmentEnds(within: room - 1)
    let onPath = Set(path)
    let (sources, targets) = (graph.storage.sources, graph.storage.targets)
    let cut = findings[finding].cut.steps.references.lazy
      .filter { onPath.contains(sources[Int($0)]) && onPath.contains(targets[Int($0)]) }
    // Each takes its two objects and may divide what is left out.
    let shown = cut.prefix(max(0, (room - 2 - 2 * ends) / 3))
      .flatMap { [sources[Int($0)], targets[Int($0)]] }
    return segments(of: path, ends: ends, showing: Set(shown))
  }

  /// How many objects at each end of a path are drawn where there is room for `count` nodes.
  private func segmentEnds(within count: Int) -> Int {
    min(Self.mostPathEnds, max(1, (count - 1) / 2))
  }

  /// Each object of a path at its ends and of `shown` alone, and those between together.
  private func segments(of path: [Int32], ends: Int, showing shown: Set<Int32>) -> [[Int32]] {
    var segments: [[Int32]] = []
    var isAlone = true
    for (place, object) in path.enumerated() {
      let standsAlone = place < ends || place >= path.count - ends || shown.contains(object)
      if standsAlone || isAlone {
        segments.append([object])
      } else {
        segments[segments.count - 1].append(object)
      }
      isAlone = standsAlone
    }
    return segments
  }

  /// Draws an object of a path, or what is left out of it as one node.
  private mutating func placeSegment(_ objects: [Int32], isPath: Bool) {
    guard objects.count > 1 else {
      place(objects, isPath: isPath)
      return
    }
    guard let group = place(objects.filter(isAdmitted), isPath: isPath) else { return }
    groups[group].isGap = groups[group].objects.count > 1
  }

  /// So many fixes are named one by one.
  private static let mostNamedFixes = 8

  /// Draws what the cut's references connect; equal ends share a node, as a cut may be of hundreds.
  ///
  /// What a fix names is drawn also where it belongs to another finding.
  private mutating func placeCutEnds(of finding: Int) {
    let references = findings[finding].cut.steps.references
    if opened.count == 1 {
      for reference in references.prefix(Self.mostNamedFixes) {
        place([graph.storage.sources[Int(reference)]])
        place([graph.storage.targets[Int(reference)]])
      }
    }
    for ends in [graph.storage.sources, graph.storage.targets] {
      // Many references may end at one object.
      var seen = VertexSet(capacity: Int(graph.objectCount))
      let missing = references.map { ends[Int($0)] }
        .filter { groupOf[Int($0)] < 0 && isAdmitted($0) && seen.insert($0) }
      for alike in likeGroups(of: missing) { place(alike) }
    }
  }

  /// Puts the paths of a finding's other instances into the nodes of the one that is drawn.
  ///
  /// An object belongs to a place of the path if it has its type and kind, and a reference like the one
  /// that the path takes from there to an object like the next.
  mutating func foldInstances(of finding: Int) {
    guard findings[finding].instances > 1 else { return }
    let path = findings[finding].path.listed
    for held in findings[finding].holds.objects
    where groupOf[Int(held.index)] < 0 && owner[Int(held.index)] == Int32(finding) {
      guard let place = path.objects.indices.first(where: { isLike(held, path, at: $0) }) else {
        continue
      }
      let group = groupOf[Int(path.objects[place].index)]
      guard group >= 0 else { continue }
      groupOf[Int(held.index)] = group
      groups[Int(group)].objects.append(held.index)
    }
  }

  private func isLike(_ object: ObjectGraph.Object, _ path: LeakTrace, at place: Int) -> Bool {
    let model = path.objects[place]
    guard owner[Int(model.index)] == owner[Int(object.index)], areAlike(object, model) else {
      return false
    }
    guard place < path.references.count else { return true }
    let step = path.references[place]
    let name = PictureText.foldedName(step.name)
    return object.references.contains { reference in
      reference.marks.isStrong && areAlike(reference.target, step.target)
        && PictureText.foldedName(reference.name) == name
    }
  }

  private func areAlike(_ left: ObjectGraph.Object, _ right: ObjectGraph.Object) -> Bool {
    let types = graph.storage.types
    return types[Int(left.index)] == types[Int(right.index)] && left.kind == right.kind
  }

  /// Draws what a finding keeps: along references from its path first, then the rest by type.
  mutating func placeHeld(of finding: Int) {
    let mine = Int32(finding)
    var queue = groups.indices.filter { groups[$0].owner == mine }
    var next = 0
    while room > 0, next < queue.count {
      let found = neighbours(of: queue[next], incoming: false, ownedBy: mine)
      queue += found.compactMap { place($0) }
      next += 1
    }
    guard room > 0 else { return }
    let held = findings[finding].holds.indices
    let rest = held.filter { groupOf[Int($0)] < 0 && owner[Int($0)] == mine }
    for alike in likeGroups(of: rest) { place(alike) }
    // Everything is drawn, so the node for the rest is free again.
    if held.allSatisfy({ groupOf[Int($0)] >= 0 || owner[Int($0)] != mine }) {
      room += 1
    }
  }

  /// Draws the path from a root to a reachable cycle; of a long one, the ends.
  mutating func placeRootPath(of finding: Int) {
    let path = (findings[finding].rootPath?.objects ?? []).map(\.index).filter(isAdmitted)
    let fresh = path.filter { groupOf[Int($0)] < 0 }
    guard fresh.count > room else {
      for object in fresh { place([object]) }
      return
    }
    // Where not even the root, the holder, and a node for what is between find room, the holder tells more.
    guard room >= 3 else {
      for object in fresh.suffix(room) { place([object]) }
      return
    }
    for segment in segments(of: fresh, ends: segmentEnds(within: room), showing: []) {
      placeSegment(segment, isPath: false)
    }
  }

  /// Draws the shortest strong path from a root to each of `objects`.
  mutating func placeRootPaths(to objects: [Int32]) {
    let edges = Adjacency(of: graph) { graph.storage.referenceMarks[Int($0)].isStrong }
    let tails = edges.tails()
    let marks = graph.storage.marks
    let roots = (0..<graph.objectCount).filter { marks[Int($0)].contains(.root) }
    let paths = ShortestPaths(from: roots, along: edges, tails: tails)
    for object in objects {
      for edge in paths.path(to: object) ?? [] where isAdmitted(tails[Int(edge)]) {
        place([tails[Int(edge)]])
      }
    }
  }

  /// Draws live objects by their distance from what is drawn.
  ///
  /// Where findings are drawn, objects that nothing connects with them would only push them apart.
  mutating func growLive() {
    var queue = Array(groups.indices)
    var next = 0
    var seeds: [[Int32]]?
    while room > 0 {
      while room > 0, next < queue.count {
        for incoming in [true, false] {
          let found = neighbours(of: queue[next], incoming: incoming, ownedBy: -1)
            .filter(isWorthGrowing)
          queue += found.prefix(Self.mostLiveNeighbours).compactMap { place($0) }
        }
        next += 1
      }
      if seeds == nil { seeds = opened.isEmpty ? seedGroups() : [] }
      guard room > 0, let seed = seeds?.popLast() else { return }
      if let group = place(seed) { queue.append(group) }
    }
  }

  /// Whether live objects may be drawn because something drawn touches them.
  ///
  /// Each object of a virtual machine leads to its class and on to the machine's own objects, which explain no finding.
  private func isWorthGrowing(_ objects: [Int32]) -> Bool {
    opened.isEmpty || graph.collector == .arc
      || !objects.allSatisfy { graph.storage.marks[Int($0)].contains(.framework) }
  }

  /// The objects to begin with where nothing drawn leads to them, the best last.
  private func seedGroups() -> [[Int32]] {
    let live = (0..<graph.objectCount).filter { owner[Int($0)] < 0 && groupOf[Int($0)] < 0 }
    let marks = graph.storage.marks
    let starts = graph.storage.incomingStarts
    let roots = live.filter { marks[Int($0)].contains(.root) }
    let tops = live.filter { index in
      !marks[Int(index)].contains(.root) && starts[Int(index)] == starts[Int(index) + 1]
    }
    let groups = likeGroups(of: roots) + likeGroups(of: tops) + likeGroups(of: live)
    return groups.reversed()
  }
}
