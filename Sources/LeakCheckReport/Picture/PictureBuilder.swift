import LeakCheckAnalysis
import LeakCheckGraph

/// A builder that selects the drawn part of a graph and folds equal objects into one node.
///
/// The order of choosing is the order of importance: the paths of the findings, what the findings keep,
/// the paths from the roots, then live objects by distance. A group of equal objects costs one node of
/// the budget. Nothing depends on the order of a hash table, so equal graphs give equal pictures.
///
/// - Complexity: O(objects + references) apart from the few nodes that are drawn.
struct PictureBuilder {
  /// Objects that share a node.
  struct Group {
    var objects: [Int32]
    var isPath: Bool
    /// Whether the objects are the middle of a path that is too long to be drawn.
    var isGap = false
    /// The finding that owns the objects, or -1.
    let owner: Int32
  }

  /// More clusters than three rows of three are not looked at.
  static let mostClusters = 9
  /// More objects than these are not drawn one by one because somebody asked for them.
  static let mostFocused = 8
  /// Of a path that is longer than the picture, so many objects at each end are drawn.
  static let mostPathEnds = 6
  /// Of one live node, more neighbours than a row can hold are left out.
  static let mostLiveNeighbours = 6

  let analysis: GraphAnalysis
  let graph: ObjectGraph
  let findings: [Finding]
  /// Whether each of them is a leak; asked for every picture.
  let isLeak: [Bool]
  let options: PictureOptions
  /// Whether what no finding keeps is known to be alive.
  let othersAreAlive: Bool
  /// Whether there are findings that a baseline knew.
  let hidesKnown: Bool

  /// The finding that each object belongs to, or -1: the first on whose path it is, or that keeps it.
  var owner: [Int32]
  /// The group that each object is drawn in, or -1.
  var groupOf: [Int32]
  var groups: [Group] = []
  /// The findings whose paths are drawn, in order.
  var opened: [Int] = []
  /// The nodes that may still be added.
  var room: Int

  init(_ report: Report, options: PictureOptions) {
    analysis = report.analysis
    graph = report.graph
    findings = report.findings
    isLeak = report.findings.map(PictureText.isLeak)
    othersAreAlive = report.suppressed == 0 && report.coverage.freed == 0
    hidesKnown = report.suppressed > 0
    self.options = options
    let count = Int(graph.objectCount)
    owner = Self.owners(of: findings, objectCount: count)
    groupOf = [Int32](repeating: -1, count: count)
    // Two nodes are kept free for what is left out.
    room = min(max(options.budget, 8), PictureOptions.mostNodes) - 2
  }

  /// Chooses everything.
  mutating func choose() {
    let focus = options.focus.filter { groupOf.indices.contains($0) }.sorted().map { Int32($0) }
    if focus.isEmpty { choose(findings: Array(findings.indices)) } else { choose(near: focus) }
  }

  /// Chooses one finding and what is near it.
  mutating func choose(finding: Int) { choose(findings: [finding]) }

  private mutating func choose(findings: [Int]) {
    openFindings(findings)
    for finding in opened { placeHeld(of: finding) }
    for finding in opened { placeRootPath(of: finding) }
    growLive()
  }

  private mutating func choose(near focus: [Int32]) {
    openFindings(findings.indices.filter { concerns($0, focus) })
    let wanted = focus.filter(isAdmitted)
    // Of many, the first of each sort stands for the others, which share a node.
    let sorts = wanted.count > Self.mostFocused ? likeGroups(of: wanted) : wanted.map { [$0] }
    for sort in sorts { place(Array(sort.prefix(1))) }
    placeRootPaths(to: sorts.prefix(Self.mostFocused).compactMap(\.first))
    for sort in sorts { place(Array(sort.dropFirst())) }
    var queue = sorts.flatMap { $0.prefix(2) }.map { Int(groupOf[Int($0)]) }.filter { $0 >= 0 }
    var next = 0
    while room > 0, next < queue.count {
      queue += neighbours(of: queue[next], incoming: false).compactMap { place($0) }
      next += 1
    }
  }

  private func concerns(_ finding: Int, _ focus: [Int32]) -> Bool {
    let path = findings[finding].path.objects
    return focus.contains { object in
      owner[Int(object)] == Int32(finding) || path.contains { $0.index == object }
    }
  }

  /// Whether an object may be drawn: no finding owns it, or one that is drawn.
  func isAdmitted(_ object: Int32) -> Bool {
    let finding = owner[Int(object)]
    return finding < 0 || opened.contains(Int(finding))
  }

  /// Puts those of `objects` that are not drawn into a new node, if there is room.
  ///
  /// - Returns: the new group, or `nil` when there is none.
  @discardableResult
  mutating func place(_ objects: [Int32], isPath: Bool = false) -> Int? {
    let fresh = objects.filter { groupOf[Int($0)] < 0 }
    if isPath {
      for object in objects where groupOf[Int(object)] >= 0 {
        groups[Int(groupOf[Int(object)])].isPath = true
      }
    }
    guard let first = fresh.first, room > 0 else { return nil }
    let members = collapsed(from: first) ?? fresh
    room -= 1
    for object in members { groupOf[Int(object)] = Int32(groups.count) }
    groups.append(Group(objects: members, isPath: isPath, owner: owner[Int(first)]))
    return groups.count - 1
  }

  /// All objects that are drawn as one with `object` because its type is collapsed.
  private func collapsed(from object: Int32) -> [Int32]? {
    guard options.collapse.contains(graph.object(object).type) else { return nil }
    let types = graph.storage.types
    return (0..<graph.objectCount).filter { other in
      types[Int(other)] == types[Int(object)] && owner[Int(other)] == owner[Int(object)]
        && groupOf[Int(other)] < 0
    }
  }

  /// The finding that each object belongs to.
  private static func owners(of findings: [Finding], objectCount: Int) -> [Int32] {
    var owner = [Int32](repeating: -1, count: objectCount)
    func claim(_ objects: [Int32], for finding: Int) {
      for object in objects where owner[Int(object)] < 0 { owner[Int(object)] = Int32(finding) }
    }
    for (index, finding) in findings.enumerated() {
      claim(finding.leakingPathObjects.map(\.index), for: index)
    }
    for (index, finding) in findings.enumerated() { claim(finding.holds.indices, for: index) }
    return owner
  }
}

extension Finding {
  /// The objects of the path that are part of what is wrong: on a path from a root, only its end.
  var leakingPathObjects: [ObjectGraph.Object] {
    path.isCycle ? path.objects : Array(path.objects.suffix(1))
  }
}

/// The pictures of one report: the whole graph, and each finding.
///
/// - Complexity: O(objects + what the findings hold) once, then O(objects + references) for each picture.
package struct PictureSeries: Sendable {
  private let name: String
  /// A builder that has chosen nothing yet.
  private let fresh: PictureBuilder

  /// The pictures of `report`, each within the budget of `options`.
  package init(of report: Report, options: PictureOptions = PictureOptions()) {
    fresh = PictureBuilder(report, options: options)
    name = report.title
  }

  /// The picture of everything, or of what is asked for in ``PictureOptions/focus``.
  package var whole: Picture {
    var builder = fresh
    builder.choose()
    return builder.picture(named: name)
  }

  /// The picture of one finding: its path, what it keeps, and what is near.
  package func picture(ofFinding finding: Int) -> Picture {
    var builder = fresh
    builder.choose(finding: finding)
    return builder.picture(named: name)
  }
}

extension Picture {
  /// The picture of a report.
  package init(of report: Report, options: PictureOptions = PictureOptions()) {
    self = PictureSeries(of: report, options: options).whole
  }
}
