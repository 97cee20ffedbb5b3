import LeakCheckGraph

/// The objects of a text that has counts instead of addresses (`--groupByType`).
///
/// A line stands for as many objects as its count has above the counts of the lines below it. Which of them
/// refers to which is not printed, so they are paired in order; every object gets a reference at least, and
/// on a cycle every object of a line is on it.
struct LeaksGroups {
  /// One end of a reference: the row of an object, or a group.
  enum End: Equatable {
    case row(Int32)
    case group(Int)
  }

  private struct Group {
    var type: LeaksObjects.TypeRow
    var isOnCycle: Bool
    var isRoot: Bool
    var isLeaked: Bool
    var count: Int64 = 1
    var rows: Range<Int32> = 0..<0
  }

  private struct Link {
    var source: End
    var target: End
    var label: Int
    var closesCycle: Bool
  }

  /// The most objects that counts may stand for, so that a line of text cannot ask for all memory.
  static let limit: Int64 = 5_000_000

  private var groups: [Group] = []
  private var links: [Link] = []
  /// How many objects all groups have together, as far as is known.
  private(set) var total: Int64 = 0

  var isEmpty: Bool { groups.isEmpty }

  /// Adds a group whose count is not known yet.
  mutating func append(
    _ type: LeaksObjects.TypeRow, isOnCycle: Bool, isRoot: Bool, isLeaked: Bool
  ) -> End {
    groups.append(Group(type: type, isOnCycle: isOnCycle, isRoot: isRoot, isLeaked: isLeaked))
    return .group(groups.count - 1)
  }

  /// Says how many objects a group has; whether all groups together keep within ``limit``.
  mutating func setCount(_ count: Int64, of group: Int) -> Bool {
    groups[group].count = max(count, 1)
    let (sum, overflowed) = total.addingReportingOverflow(groups[group].count)
    total = sum
    return !overflowed && total <= Self.limit
  }

  /// Adds references between groups, or between a group and an object.
  mutating func link(from source: End, to target: End, label: Int, closesCycle: Bool) {
    links.append(Link(source: source, target: target, label: label, closesCycle: closesCycle))
  }

  /// Whether a group has this type.
  func has(_ type: LeaksObjects.TypeRow, _ end: End) -> Bool {
    if case .group(let index) = end { groups[index].type == type } else { false }
  }

  /// Makes the objects and references of all groups.
  mutating func expand(into objects: inout LeaksObjects) {
    var numbers: [Int32: Int] = [:]
    for index in groups.indices {
      let start = Int32(objects.count)
      for _ in 0..<groups[index].count {
        numbers[groups[index].type.type, default: 0] += 1
        let number = numbers[groups[index].type.type] ?? 0
        let name = objects.columns.strings.table[groups[index].type.type]
        let row = objects.append(
          id: "\(name) #\(number)", type: groups[index].type,
          root: groups[index].isRoot ? "leaks takes it for a root" : nil)
        objects.setPrinted(row, size: nil, isLeaked: groups[index].isLeaked)
      }
      groups[index].rows = start..<Int32(objects.count)
    }
    for link in links { refer(link, in: &objects) }
  }

  private func refer(_ link: Link, in objects: inout LeaksObjects) {
    let (sources, targets) = (rows(of: link.source), rows(of: link.target))
    let isOnCycle = link.closesCycle || isOnCycle(link.source) && isOnCycle(link.target)
    let count = isOnCycle ? max(sources.count, targets.count) : targets.count
    for number in 0..<count {
      objects.refer(
        from: sources.lowerBound + Int32(number % sources.count),
        to: targets.lowerBound + Int32(number % targets.count), label: link.label)
    }
  }

  private func rows(of end: End) -> Range<Int32> {
    switch end {
    case .row(let row): row..<(row + 1)
    case .group(let index): groups[index].rows
    }
  }

  private func isOnCycle(_ end: End) -> Bool {
    if case .group(let index) = end { groups[index].isOnCycle } else { false }
  }
}
