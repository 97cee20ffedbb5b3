import LeakCheckAnalysis
import LeakCheckGraph

/// The references between the nodes of a picture, merged where they are parallel and equal.
struct PictureEdges {
  private let builder: PictureBuilder
  /// The node for the rest of each finding.
  private let more: [Int32: Int]
  private var names = FoldedNames()
  /// The references of paths and cuts: each keeps a line of its own.
  private var special: [Mark: Fate] = [:]
  private var positions: [Key: Int] = [:]
  private var drawn: [Picture.Edge] = []
  /// What was added: there may be millions of references between two nodes, and their words are made once.
  private var added: Set<Addition> = []
  private let sources: Column<Int32>
  /// The references that are not drawn for want of room.
  private(set) var leftOut = 0

  private struct Mark: Hashable {
    var from: Int
    var to: Int
    var name: Int32
    var strength: Strength
  }

  private struct Addition: Hashable {
    var mark: Mark
    var name: Int32
    var kind: ReferenceKind
    var hold: GraphAnalysis.Retention
  }

  private struct Fate {
    var isPath = false
    var cut: String?
  }

  private struct Key: Hashable {
    var from: Int
    var to: Int
    var strength: Strength
    /// The name of a reference on a path or in a cut, else -1.
    var name: Int32
  }

  init(builder: PictureBuilder, more: [Int32: Int]) {
    self.builder = builder
    self.more = more
    sources = builder.graph.storage.sources
  }

  /// All edges, those of paths and cuts first, and no more than a layout can bear.
  mutating func edges() -> [Picture.Edge] {
    for finding in builder.opened { markReferences(of: builder.findings[finding]) }
    for finding in builder.opened {
      for reference in builder.findings[finding].path.references { add(reference.index) }
      for reference in builder.findings[finding].cut.steps.references { add(reference) }
    }
    let storage = builder.graph.storage
    for group in builder.groups {
      for object in group.objects {
        let next = storage.outgoingStarts[Int(object) + 1]
        for reference in storage.outgoingStarts[Int(object)]..<next
        where builder.groupOf[Int(storage.targets[Int(reference)])] >= 0 {
          add(reference)
        }
      }
    }
    return drawn
  }

  private mutating func markReferences(of finding: Finding) {
    for reference in finding.path.references {
      guard let mark = mark(of: reference.index) else { continue }
      special[mark, default: Fate()].isPath = true
    }
    var last: Mark?
    let steps = finding.cut.steps
    for (place, reference) in steps.references.enumerated() {
      guard let mark = mark(of: reference), mark != last else { continue }
      last = mark
      let cut = special[mark]?.cut ?? PictureText.cut(steps[place])
      special[mark, default: Fate()].cut = cut
    }
  }

  /// Where a reference is drawn, or `nil` where one of its ends is not.
  private mutating func mark(of reference: Int32) -> Mark? {
    let storage = builder.graph.storage
    guard let from = node(of: sources[Int(reference)]) else { return nil }
    guard let to = node(of: storage.targets[Int(reference)]) else { return nil }
    let isHidden =
      from == to && (from >= builder.groups.count || builder.groups[from].isGap)
    guard !isHidden else { return nil }
    return Mark(
      from: from, to: to, name: names.number(of: reference, in: builder.graph),
      strength: storage.referenceMarks[Int(reference)].strength)
  }

  private func node(of object: Int32) -> Int? {
    let group = builder.groupOf[Int(object)]
    return group >= 0 ? Int(group) : more[builder.owner[Int(object)]]
  }

  private mutating func add(_ reference: Int32) {
    guard let mark = mark(of: reference) else { return }
    let storage = builder.graph.storage
    let name = storage.referenceNames[Int(reference)]
    let kind = storage.referenceMarks[Int(reference)].kind
    let hold = builder.analysis.retention(of: reference)
    let addition = Addition(mark: mark, name: name, kind: kind, hold: hold)
    if added.contains(addition) { return }
    let fate = special[mark]
    let key = Key(
      from: mark.from, to: mark.to, strength: mark.strength, name: fate == nil ? -1 : mark.name)
    let view = builder.graph.reference(reference)
    if let position = positions[key] {
      added.insert(addition)
      if hold == .retains { drawn[position].hold = hold }
      guard fate != nil || drawn[position].names.count < 4 else { return }
      guard isNamed(drawn[position]) else { return }
      let label = PictureText.label(names.texts[Int(mark.name)], kind: view.kind)
      merge(label, of: view, into: position, isSpecial: fate != nil)
      return
    }
    guard drawn.count < PictureOptions.mostEdges else {
      leftOut += 1
      return
    }
    positions[key] = drawn.count
    var edge = Picture.Edge(
      from: mark.from, to: mark.to, names: [], strength: mark.strength, hold: hold,
      isPath: fate?.isPath ?? false, cut: nil)
    if isNamed(edge) {
      let label = PictureText.label(view.name, kind: view.kind)
      edge.names = label.isEmpty ? [] : [label]
      edge.cut = fate?.cut
    }
    drawn.append(edge)
  }

  /// Whether an edge says its names and its cut.
  ///
  /// The rest of a finding is many objects: what leads to or from it has no one name, and would have a label for each.
  private func isNamed(_ edge: Picture.Edge) -> Bool {
    edge.isPath || max(edge.from, edge.to) < builder.groups.count
  }

  /// Adds a name to an edge; of names that differ by a number only the folded one stays.
  private mutating func merge(
    _ folded: String, of view: ObjectGraph.Reference, into position: Int, isSpecial: Bool
  ) {
    let label = PictureText.label(view.name, kind: view.kind)
    guard !label.isEmpty, !drawn[position].names.contains(label) else { return }
    guard !drawn[position].names.contains(folded) else { return }
    let bare = PictureText.foldedName(folded)
    if let same = drawn[position].names.firstIndex(where: { PictureText.foldedName($0) == bare }) {
      drawn[position].names[same] = folded
    } else {
      drawn[position].names.append(label)
    }
  }
}
