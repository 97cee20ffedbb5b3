import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The wording for findings that several formats share.
enum ReportWords {
  /// What an object is called: a closure's name says more than its type, which many closures share.
  static func name(_ object: ObjectGraph.Object) -> String {
    object.kind == .closure && !object.name.isEmpty ? object.name : object.type
  }

  /// What a finding is about: the object that a path leads to, or where a cycle begins.
  static func subject(of finding: Finding) -> String {
    finding.path.subject.map(name) ?? ""
  }

  /// The kind, how often, and the cost of a finding in one line: `retain cycle × 3 · 12 objects · 1.2 MB`.
  static func facts(of finding: Finding) -> String {
    let times = finding.instances > 1 ? " × \(ByteCountText.grouped(finding.instances))" : ""
    let bytes = finding.holds.bytes
    // A graph without sizes has no bytes to tell of.
    let parts = [
      finding.title.full + times, ByteCountText.count(finding.holds.count, "object"),
      bytes > 0 ? ByteCountText.text(bytes) : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What the cut of a finding does not do, or was not shown to do; empty where it is proved for all of the finding.
  static func bounds(of finding: Finding) -> [String] {
    var bounds = [bound(of: finding.cut)].filter { !$0.isEmpty }
    let others = finding.instances - 1
    if finding.kind == .abandoned, others > 0, !finding.cut.steps.isEmpty {
      // They have the type and the last reference in common, not all that keeps them.
      let rest =
        others == 1 ? "the other one" : "of the other \(ByteCountText.grouped(others)), each"
      bounds.append("the cut is that of the object shown: \(rest) may be kept elsewhere as well")
    }
    if finding.isEither {
      bounds.append(
        "either does: nothing in the graph shows who owns whom. Leave the reference strong by which"
          + " the owner holds what it owns")
    }
    if finding.kind == .abandoned, finding.cut.steps.isEmpty, finding.advice.isEmpty {
      bounds.append("too much keeps it to find a cut: leakcheck path lists the ways to it")
    }
    return bounds
  }

  /// What is true of a cut whose search had to stop; empty where it was complete.
  private static func bound(of cut: Cut) -> String {
    if cut.isExact { return "" }
    let minimal =
      cut.isMinimal
      ? "no reference of this cut can be left out" : "that each reference is needed was not shown"
    return "too much keeps these objects to compare all cuts: this one is sufficient, \(minimal),"
      + " and a cheaper one may exist"
  }

  /// What is kept besides the path, who holds a reachable cycle, and how much more is on cycles with it.
  static func surroundings(of finding: Finding, _ listing: FindingListing = .whole) -> [String] {
    var lines = alsoKeeps(finding, listing).map { [$0] } ?? []
    if let path = finding.rootPath, let root = path.first {
      let steps = path.objectCount() - 1
      let away = "\(ByteCountText.count(steps, "reference")) away"
      lines.append(
        steps == 0 ? "\(root.type) is itself held from outside" : "held by \(root.type), \(away)")
    }
    let further = finding.componentObjects - finding.path.objectCount()
    if finding.path.isCycle, further > 0 {
      lines.append(
        "\(ByteCountText.count(further, "more object")) \(further == 1 ? "is" : "are") on cycles with these"
      )
    }
    return lines
  }

  /// What is held beyond the path, by type: the largest three types and a count of the others.
  static func alsoKeeps(_ finding: Finding, _ listing: FindingListing = .whole) -> String? {
    let counted = finding.path.objectCount() * finding.instances
    if listing == .ends, finding.holds.count > counted {
      return "also keeps others, too many to be named for each of so many findings"
    }
    guard let graph = finding.path.first?.graph else { return nil }
    let (storage, others) = (graph.storage, others(of: finding))
    guard !others.isEmpty else { return nil }
    // A finding may keep millions of objects, so sums are found by number; or a few of millions.
    let (types, sizes) = (storage.types, storage.sizes)
    var numbers = PairTable()
    var groups: [(type: String, first: Int32, count: Int, bytes: Int64)] = []
    for object in others {
      let type = types[Int(object)]
      let number = Int(numbers.number(of: Int64(type), 0))
      if number == groups.count {
        groups.append((storage.strings[type], object, 0, 0))
      }
      groups[number].count += 1
      groups[number].bytes = groups[number].bytes.addingSaturated(sizes[Int(object)])
    }
    groups.sort { left, right in
      if left.bytes != right.bytes { return left.bytes > right.bytes }
      return left.count != right.count ? left.count > right.count : left.type < right.type
    }
    var named = groups.prefix(3).map { group in
      // The type of a closure says little, its name much.
      group.count == 1
        ? name(graph.object(group.first)) : "\(group.type) ×\(ByteCountText.grouped(group.count))"
    }
    // Whole names: a line that is cut in the middle has none.
    while named.count > 1, named.reduce(0, { $0 + $1.count + 2 }) > mostNamed { named.removeLast() }
    let more = groups.count - named.count
    let rest = more > 0 ? ", and \(ByteCountText.count(more, "more type"))" : ""
    let bytes = groups.reduce(Int64(0)) { $0.addingSaturated($1.bytes) }
    let size = bytes > 0 ? " (\(ByteCountText.text(bytes)))" : ""
    return "also keeps \(named.joined(separator: ", "))\(rest)\(size)"
  }
}

extension ReportWords {
  /// So many characters of names leave room on a line for what stands beside them.
  private static let mostNamed = 35

  /// What is held besides the path, and besides the objects that stand in its place in the other instances.
  ///
  /// Which those are is known by type alone: as many of each type for every further instance as are on the path.
  private static func others(of finding: Finding) -> [Int32] {
    guard let graph = finding.path.first?.graph else { return [] }
    let held = finding.holds.indices
    var onPath = VertexSet(capacity: Int(graph.objectCount))
    for object in finding.path.objects { onPath.insert(object.index) }
    guard finding.instances > 1 else { return held.filter { !onPath.contains($0) } }
    let types = graph.storage.types
    var alike: [Int32: Int] = [:]
    for object in held where onPath.contains(object) {
      alike[types[Int(object)], default: 0] += finding.instances - 1
    }
    return held.filter { object in
      if onPath.contains(object) { return false }
      let type = types[Int(object)]
      guard let count = alike[type], count > 0 else { return true }
      alike[type] = count - 1
      return false
    }
  }
}
