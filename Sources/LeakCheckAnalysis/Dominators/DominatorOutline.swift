package import LeakCheckGraph

/// The largest subtrees of a dominator tree, as rows to read from top to bottom.
///
/// Siblings of one type are one row, and so are the children of all of them: a list of 10,000 sessions is a row,
/// their 10,000 buffers one below it.
package struct DominatorOutline: Sendable {
  /// One object, or siblings of one type.
  package struct Row: Sendable {
    /// How many rows dominate it.
    package var depth: Int
    /// The type.
    package var type: String
    /// The object where there is one only.
    package var object: ObjectGraph.Object?
    /// The number of objects.
    package var count: Int
    /// Their shallow bytes.
    package var shallowBytes: Int64
    /// The bytes that they retain.
    package var retainedBytes: Int64
    /// The objects that they retain, themselves included.
    package var retainedObjects: Int
    /// What they dominate immediately and no row below shows.
    package var hidden: Remainder
  }

  /// The counts of rows that an outline omits.
  package struct Remainder: Equatable, Sendable {
    /// The rows that it would have taken: one for each type.
    package var rows: Int
    /// The bytes retained by them.
    package var retainedBytes: Int64
    /// The objects retained by them.
    package var retainedObjects: Int

    package init(rows: Int, retainedBytes: Int64, retainedObjects: Int) {
      self.rows = rows
      self.retainedBytes = retainedBytes
      self.retainedObjects = retainedObjects
    }
  }

  /// The rows: what dominates stands before what it dominates, the larger sibling before the smaller.
  package let rows: [Row]
  /// What nothing dominates and no row shows.
  package let hidden: Remainder
  /// The levels that there may be: below the last of them no row is shown, however few there are.
  package let depth: Int
}

extension ObjectDominators {
  /// The `limit` rows that retain most, at most `depth` levels deep.
  ///
  /// No row retains more than the row that it hangs from, so the largest is always the next to show.
  ///
  /// - Complexity: O(objects × depth), besides what `limit` rows cost.
  package func outline(depth: Int, limit: Int) -> DominatorOutline {
    var builder = OutlineBuilder(self, depth: depth, limit: limit)
    return builder.build()
  }
}

/// Siblings of one type; the least group is shown first.
private struct SiblingGroup: Comparable {
  let type: Int32
  let positions: ArraySlice<Int32>
  let depth: Int
  /// The row that dominates it, or -1.
  let parent: Int
  var bytes: Int64 = 0
  var objects = 0
  /// The first of its objects by id.
  var first = Int32.max

  /// Large before small; of one size by the first object, which no two groups share.
  static func < (left: SiblingGroup, right: SiblingGroup) -> Bool {
    if left.bytes != right.bytes { return left.bytes > right.bytes }
    return left.objects != right.objects
      ? left.objects > right.objects : left.first < right.first
  }

  static func == (left: SiblingGroup, right: SiblingGroup) -> Bool { left.first == right.first }
}

/// A builder that repeatedly opens the largest group below the rows so far.
private struct OutlineBuilder {
  private let dominators: ObjectDominators
  private let depth: Int
  private let limit: Int
  private var groups: SiblingGroups
  /// What may be the next row.
  private var candidates = BinaryHeap<SiblingGroup>()
  private var taken: [SiblingGroup] = []
  /// The rows below each row, and at the end those that nothing dominates.
  private var children: [[Int]] = []
  private var remainders: [DominatorOutline.Remainder] = []

  init(_ dominators: ObjectDominators, depth: Int, limit: Int) {
    self.dominators = dominators
    self.depth = depth
    self.limit = limit
    groups = SiblingGroups(of: dominators)
  }

  mutating func build() -> DominatorOutline {
    var top: [Int] = []
    var hidden = open(groups.group(Array(dominators.order.roots)[...], depth: 0, parent: -1))
    while taken.count < limit, let group = candidates.popLeast() {
      let row = taken.count
      taken.append(group)
      children.append([])
      let below = siblings(below: group, row: row)
      remainders.append(group.depth + 1 < depth ? open(below) : .init(of: below))
      if group.parent >= 0 {
        children[group.parent].append(row)
        remainders[group.parent].take(group)
      } else {
        top.append(row)
        hidden.take(group)
      }
    }
    return DominatorOutline(rows: rows(below: top), hidden: hidden, depth: depth)
  }

  private mutating func siblings(below group: SiblingGroup, row: Int) -> [SiblingGroup] {
    let order = dominators.order
    let positions = group.positions.flatMap { order.children(of: $0) }
    return groups.group(positions[...], depth: group.depth + 1, parent: row)
  }

  /// Makes candidates of `found`, and gives the sum of them all.
  private mutating func open(_ found: [SiblingGroup]) -> DominatorOutline.Remainder {
    for group in found.leading(limit - taken.count, by: <) { candidates.insert(group) }
    return .init(of: found)
  }

  /// The rows in reading order.
  private func rows(below top: [Int]) -> [DominatorOutline.Row] {
    var rows: [DominatorOutline.Row] = []
    var pending = Array(top.reversed())
    while let index = pending.popLast() {
      rows.append(row(at: index))
      pending += children[index].reversed()
    }
    return rows
  }

  private func row(at index: Int) -> DominatorOutline.Row {
    let group = taken[index]
    let graph = dominators.graph
    let vertices = group.positions.map { dominators.order.vertices[Int($0)] }
    return .init(
      depth: group.depth, type: graph.storage.strings[group.type],
      object: vertices.count == 1 ? graph.object(vertices[0]) : nil, count: vertices.count,
      shallowBytes: vertices.reduce(0) { $0.addingSaturated(graph.storage.sizes[Int($1)]) },
      retainedBytes: group.bytes, retainedObjects: group.objects, hidden: remainders[index])
  }
}

extension DominatorOutline.Remainder {
  /// The sum of some rows that are not shown.
  fileprivate init(of groups: [SiblingGroup]) {
    self.init(rows: groups.count, retainedBytes: 0, retainedObjects: 0)
    for group in groups {
      retainedBytes = retainedBytes.addingSaturated(group.bytes)
      retainedObjects += group.objects
    }
  }

  fileprivate mutating func take(_ group: SiblingGroup) {
    rows -= 1
    // A sum that does not fit stands at the largest number, from which nothing can be told.
    if retainedBytes < .max { retainedBytes -= group.bytes }
    retainedObjects -= group.objects
  }
}

/// Groups of objects by type, with one slot per type and no cost per object.
private struct SiblingGroups {
  private let dominators: ObjectDominators
  /// The group of each type while one list is sorted; -1 for the others.
  private var slots: [Int32]

  init(of dominators: ObjectDominators) {
    self.dominators = dominators
    slots = [Int32](repeating: -1, count: dominators.graph.storage.strings.count)
  }

  /// The objects at `positions` by type.
  mutating func group(
    _ positions: ArraySlice<Int32>, depth: Int, parent: Int
  ) -> [SiblingGroup] {
    var types: [Int32] = []
    var counts: [Int] = []
    for position in positions {
      let type = type(at: position)
      if slots[type] < 0 {
        slots[type] = Int32(types.count)
        types.append(Int32(type))
        counts.append(0)
      }
      counts[Int(slots[type])] += 1
    }
    let sorted = sorted(positions, counts: counts)
    for type in types { slots[Int(type)] = -1 }
    var start = 0
    return zip(types, counts).map { type, count in
      defer { start += count }
      return measured(
        SiblingGroup(
          type: type, positions: sorted[start..<start + count], depth: depth, parent: parent))
    }
  }

  /// The positions group after group: a counting sort.
  private func sorted(_ positions: ArraySlice<Int32>, counts: [Int]) -> [Int32] {
    var next = counts
    var start = 0
    for index in next.indices {
      next[index] = start
      start += counts[index]
    }
    var sorted = [Int32](repeating: 0, count: positions.count)
    for position in positions {
      let group = Int(slots[type(at: position)])
      sorted[next[group]] = position
      next[group] += 1
    }
    return sorted
  }

  private func type(at position: Int32) -> Int {
    Int(dominators.graph.storage.types[Int(dominators.order.vertices[Int(position)])])
  }

  private func measured(_ group: SiblingGroup) -> SiblingGroup {
    var group = group
    for position in group.positions {
      let vertex = dominators.order.vertices[Int(position)]
      group.bytes = group.bytes.addingSaturated(dominators.retained[Int(vertex)])
      group.objects += dominators.order.dominatedCount(at: position)
      group.first = min(group.first, vertex)
    }
    return group
  }
}
