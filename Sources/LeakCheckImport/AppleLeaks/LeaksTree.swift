import LeakCheckGraph
import LeakCheckText

/// A reader that turns the lines of trees into objects and references, by their indentation.
///
/// Open lines are a stack on the heap, so depth costs no recursion.
struct LeaksTree {
  /// The meaning of the lines of a tree.
  enum Form {
    /// A line holds what stands under it: leaks, and reference trees.
    case downward
    /// A line is held by what stands under it: the way from an object to the roots (`--traceTree`).
    case upward
  }

  private struct Step: Hashable {
    var source: Int32
    var target: Int32
    var label: Int
  }

  private struct Line {
    var column: Int
    var end: LeaksGroups.End
    var count: Int64?
    /// The objects read in the subtree.
    var read: Int64
    /// Where the line begins.
    var offset: Int
    /// Whether the text says that the object is on a cycle.
    var isOnCycle: Bool
    /// Whether a cycle closes below the line.
    var closesCycle = false
  }

  private(set) var form = Form.downward
  /// Whether a total was printed that counts more than leaks, behind which lines at the top that have not leaked are
  /// roots.
  var mayHaveRoots = false
  /// Whether the object that is traced upwards has no root above it, so that it has leaked.
  private(set) var isUnreferenced = false
  /// Whether lines at the top are roots of the process, as `--referenceTree` prints them.
  private(set) var isReferenceTree = false
  /// The first place where a subtree, or trees with a total, ended before their count was reached.
  private(set) var firstShort: Int?
  /// The leaks that the trees at hand have together, and what was printed before them.
  private var total: (count: Int64, before: Int64)?
  /// The first line of a leak that counts several objects and has none below it.
  private(set) var firstHollow: (count: Int64, offset: Int)?
  /// Where cycles of leaks go back to objects that are not printed before.
  private var backs: [(row: Int32, offset: Int)] = []
  /// Objects read in reference trees, groups by their counts.
  private(set) var referenceCount: Int64 = 0
  /// The roots that traces have.
  private(set) var tracedRootCount: Int64 = 0
  private(set) var groups = LeaksGroups()
  private var open: [Line] = []
  /// The object that a path from a root has come to.
  private var step: Int32?
  /// The steps of paths so far: paths from several roots end alike.
  private var steps: Set<Step> = []
  /// Whether the tree at hand is a leak.
  private var isLeak = false

  /// Takes a line at its column.
  mutating func take(
    _ node: LeaksNode, column: Int, offset: Int, of text: Span<UInt8>,
    into objects: inout LeaksObjects
  ) throws(InputFailure) {
    let column = Self.column(of: node, at: column, in: text)
    try close(downTo: column, at: offset, in: &objects)
    if open.isEmpty { beginTree(node.role) }
    let label = objects.label(at: label(of: node, in: text), in: text)
    let end = try end(of: node, offset: offset, of: text, in: &objects)
    if let holder = open.last?.end {
      connect(holder, end, label: label, isBack: node.role == .cycleBack, in: &objects)
    }
    guard node.role != .cycleBack else {
      if let last = open.indices.last { open[last].closesCycle = true }
      return
    }
    open.append(
      Line(
        column: column, end: end, count: node.count, read: isGroup(end) ? 0 : 1, offset: offset,
        isOnCycle: node.role == .rootCycle))
  }

  /// The column that a line stands at, as its neighbours do.
  ///
  /// A field without a name is printed as an empty name and its offset: ` + 8`. Where no count stands before that, the
  /// line seems to begin a column further to the right.
  private static func column(
    of node: LeaksNode, at column: Int, in text: Span<UInt8>
  ) -> Int {
    guard node.count == nil, let label = node.label,
      text.has([UInt8(ascii: "+"), .space], at: label.lowerBound, before: label.upperBound)
    else { return column }
    return column - 1
  }

  /// Decides what the tree is that begins with a line of this role.
  private mutating func beginTree(_ role: LeaksNode.Role) {
    let isRoot = mayHaveRoots && form == .downward && role == .member
    if isRoot { isReferenceTree = true }
    isLeak = form == .upward ? isUnreferenced : !isRoot
  }

  /// Ends every open line: what follows belongs to no tree before it.
  mutating func closeAll(
    at offset: Int, in objects: inout LeaksObjects
  ) throws(InputFailure) {
    try close(downTo: -1, at: offset, in: &objects)
    if let total, groups.isEmpty, objects.leakedCount - total.before < total.count,
      firstShort == nil
    {
      firstShort = offset
    }
    total = nil
  }

  /// Begins trees that have `count` leaks together.
  mutating func beginTotal(of count: Int64, in objects: LeaksObjects) {
    total = (count, objects.leakedCount)
  }

  private mutating func close(
    downTo column: Int, at offset: Int, in objects: inout LeaksObjects
  ) throws(InputFailure) {
    while let line = open.last, line.column >= column {
      open.removeLast()
      var read = line.read
      if case .group(let index) = line.end {
        let own = max((line.count ?? 1) - read, 1)
        guard groups.setCount(own, of: index), read <= LeaksGroups.limit else {
          throw InputFailure(
            offset: offset,
            problem: "counts of more than \(LeaksGroups.limit) objects end here",
            expected: "a text with addresses (without --groupByType)")
        }
        read += own
      } else if let count = line.count, read < count {
        if firstShort == nil { firstShort = offset }
        if isLeak, read == 1, firstHollow == nil { firstHollow = (count, line.offset) }
      }
      closeCycle(of: line, in: &objects)
      if let last = open.indices.last {
        open[last].read += read
      } else if mayHaveRoots {
        referenceCount += read
      }
    }
  }

  /// Notes a cycle that a line of a leak begins and of which no line below says where it closes.
  private mutating func closeCycle(of line: Line, in objects: inout LeaksObjects) {
    guard let last = open.indices.last else { return }
    if line.closesCycle { open[last].closesCycle = true }
    let begins = isLeak && line.isOnCycle && !open[last].isOnCycle
    if begins, !line.closesCycle, case .row(let row) = line.end { objects.setOpenCycle(row) }
  }

  /// Whether no line is open.
  var isAtTop: Bool { open.isEmpty }

  /// Takes a step of a path down from a root, to `row`; `place` is the name of the root, or of the field.
  mutating func takeStep(
    to row: Int32, along place: Range<Int>, isRoot: Bool, of text: Span<UInt8>,
    into objects: inout LeaksObjects
  ) {
    if isRoot {
      tracedRootCount += 1
      let type = objects.type(at: place, in: text)
      let name = text.string(place)
      let root = objects.append(id: "\(name) #\(objects.textIDs.count + 1)", type: type, root: name)
      objects.setPrinted(root, size: nil, isLeaked: false)
      objects.refer(from: root, to: row, label: objects.label(at: nil, in: text))
    } else if let source = step {
      let step = Step(source: source, target: row, label: objects.label(at: place, in: text))
      guard steps.insert(step).inserted else { return self.step = row }
      objects.refer(from: step.source, to: step.target, label: step.label)
    }
    step = row
  }

  /// Begins the trees of leaks, or of everything.
  mutating func beginDownward() {
    (form, mayHaveRoots, step) = (.downward, false, nil)
  }

  /// Begins the tree or the paths of an object that is traced to so many roots.
  mutating func beginTrace(rootCount: Int64) {
    (form, isUnreferenced, step) = (.upward, rootCount == 0, nil)
  }

  /// Whether a path has begun that may go on.
  var isOnPath: Bool { step != nil }

  /// Whether a line at this column would stand under another one.
  func isBelowOpenLine(_ column: Int) -> Bool { open.first.map { $0.column < column } == true }

  /// The label before the arrow; in an upward tree it may stand behind the object, and behind its contents.
  private func label(of node: LeaksNode, in text: Span<UInt8>) -> Range<Int>? {
    guard form == .upward, node.label == nil, node.address != nil else { return node.label }
    let end = node.content.upperBound
    return Self.field(in: node.content, of: text)?.label ?? end..<end
  }

  /// Where `+32: _block 0x8a1888020` stands at the end of `place`, and `_block` in it; `nil` without an offset.
  private static func field(
    in place: Range<Int>, of text: Span<UInt8>
  ) -> (start: Int, label: Range<Int>)? {
    let end = place.upperBound
    var start = end
    while start > place.lowerBound {
      start -= 1
      guard text[start] == UInt8(ascii: "+"), start == place.lowerBound || text[start - 1] == .space
      else { continue }
      var next = start + 1
      guard text.number(at: &next, before: end) != nil, next < end, text[next] == UInt8(ascii: ":")
      else { continue }
      let label = text.skippingBlanks(from: next + 1, before: end)
      return (start, text.withoutAddress(label..<end))
    }
    return nil
  }

  /// Where a cycle goes back to an object that is printed nowhere.
  func firstLostBack(in objects: LeaksObjects) -> Int? {
    backs.first { !objects.isPrinted[Int($0.row)] }?.offset
  }

  private func isGroup(_ end: LeaksGroups.End) -> Bool {
    if case .group = end { true } else { false }
  }

  private mutating func connect(
    _ holder: LeaksGroups.End, _ end: LeaksGroups.End, label: Int, isBack: Bool,
    in objects: inout LeaksObjects
  ) {
    let (source, target) = form == .downward ? (holder, end) : (end, holder)
    if case .row(let from) = source, case .row(let to) = target {
      objects.refer(from: from, to: to, label: label)
    } else {
      groups.link(from: source, to: target, label: label, closesCycle: isBack)
    }
  }
}

extension LeaksTree {
  /// What a line stands for.
  private mutating func end(
    of node: LeaksNode, offset: Int, of text: Span<UInt8>, in objects: inout LeaksObjects
  ) throws(InputFailure) -> LeaksGroups.End {
    guard let address = node.address else {
      return try nameless(node, offset: offset, of: text, in: &objects)
    }
    let row = objects.row(of: address, type: node.type, in: text)
    if node.role != .cycleBack {
      objects.setPrinted(row, size: node.size, isLeaked: isLeak)
    } else if isLeak, !objects.isPrinted[Int(row)] {
      backs.append((row, offset))
    }
    if node.role == .rootCycle, open.isEmpty { objects.setCycleStart(row) }
    if !node.content.isEmpty, objects.isClosure(row),
      let function = Self.function(in: contents(of: node, in: text), of: text)
    {
      objects.setName(function, of: row)
    }
    if !isLeak, open.isEmpty, form == .downward {
      objects.setRoot(row, because: "leaks takes it for a root")
    }
    return .row(row)
  }

  /// What follows the size, without the field that a trace goes through.
  private func contents(of node: LeaksNode, in text: Span<UInt8>) -> Range<Int> {
    guard form == .upward, let field = Self.field(in: node.content, of: text) else {
      return node.content
    }
    return node.content.lowerBound..<field.start
  }

  private mutating func nameless(
    _ node: LeaksNode, offset: Int, of text: Span<UInt8>, in objects: inout LeaksObjects
  ) throws(InputFailure) -> LeaksGroups.End {
    let type = objects.type(at: node.type, in: text)
    let isTop = open.isEmpty
    if form == .upward || !isLeak && isTop && Self.isRegion(node.type, of: text) {
      if form == .upward { tracedRootCount.add(max(node.count ?? 1, 1)) }
      return .row(region(node, type: type, of: text, in: &objects))
    }
    if node.role == .cycleBack {
      if let target = open.last(where: { groups.has(type, $0.end) }) { return target.end }
      throw InputFailure(
        offset: offset, problem: "the cycle goes back to a type that does not stand above",
        expected: "CYCLE BACK TO a type of the lines that this one stands under")
    }
    let isBelowGroup = open.last.map { isGroup($0.end) } == true
    guard isBelowGroup || !isLeak || isTop && node.role != .member else {
      throw InputFailure(
        offset: node.type.lowerBound,
        problem: "no object in \(Quotation.quoted(text.string(node.type)))",
        expected: "<TYPE 0xADDRESS> [BYTES] or 0xADDRESS [BYTES]")
    }
    return groups.append(
      type, isOnCycle: node.role == .rootCycle, isRoot: !isLeak && isTop, isLeaked: isLeak)
  }

  /// A root of the process: a stack, a register, or a region of global data.
  private func region(
    _ node: LeaksNode, type: LeaksObjects.TypeRow, of text: Span<UInt8>,
    in objects: inout LeaksObjects
  ) -> Int32 {
    let reason = text.string(
      node.type.lowerBound..<max(node.type.upperBound, node.content.upperBound))
    let row = objects.append(
      id: "\(reason) #\(objects.textIDs.count + 1)", type: type, root: reason)
    objects.setPrinted(row, size: node.size, isLeaked: false)
    return row
  }

  private static let regionWords = [
    "VM:", "Stack", "stack", "thread", "Thread", "__DATA", "__AUTH", "__OBJC", "register", "Region",
  ].map { Array($0.utf8) }

  private static func isRegion(_ place: Range<Int>, of text: Span<UInt8>) -> Bool {
    regionWords.contains { text.has($0, at: place.lowerBound, before: place.upperBound) }
  }

  /// The function of a block, which stands behind its image, as in
  /// `CFNetwork  __31-[Foo bar]_block_invoke  0x19d5f041c`; `nil` where contents are described instead.
  private static func function(in place: Range<Int>, of text: Span<UInt8>) -> String? {
    let parts = text.string(place).split(separator: "  ", maxSplits: 3)
      .map { $0.drop { $0 == " " } }
    guard parts.count > 1, parts[1].first != "\"", !parts[0].contains(":") else { return nil }
    return String(parts[1])
  }
}

extension LeaksTree {
  /// Makes the objects that the counts of a text grouped by type stand for.
  mutating func expandGroups(into objects: inout LeaksObjects) { groups.expand(into: &objects) }
}
