internal import LeakCheckGraph
import LeakCheckText

/// A reader of a snapshot's nodes into the object columns.
///
/// The edges of a node follow those of the node before it, so the counts of edges say whose each edge is.
struct V8Nodes {
  private let text: TextBytes
  private let layout: V8Layout
  private let numbers: V8Numbers
  private var names: V8Names
  private let rules: [V8NodeRule]
  /// Type, kind and marks of each rule, ready for the columns.
  private let types: [Int32]
  private let kinds: [Int32]
  private let marks: [ObjectMarks]
  /// Kind and marks of each name that is a class, packed; -1 until it is used.
  private let classes: IndexTable
  private let collectionKind: Int32
  private let boxKind: Int32
  private var rootName: Int32 = 0
  /// The rows that are expected gone.
  private var detached: [Int] = []
  private let detachedText: Int32
  private var counter = WorkCounter.none

  /// Why an object that left its document should be gone.
  static let detachedReason = "detached DOM node"
  /// The type of the root, which V8 gives no name.
  static let rootType = "(root)"

  init(_ numbers: V8Numbers, of text: TextBytes, as layout: V8Layout, naming names: V8Names) {
    self.numbers = numbers
    self.text = text
    self.layout = layout
    var names = names
    rules = layout.nodeTypes.map { V8NodeRule(nodeType: $0) }
    types = rules.map { names.interner.intern($0.type) }
    kinds = rules.map { names.interner.intern($0.kind.rawValue) }
    marks = rules.map { $0.owner == .framework ? .framework : [] }
    collectionKind = names.interner.intern(ObjectKind.collection.rawValue)
    detachedText = names.interner.intern(Self.detachedReason)
    boxKind = names.interner.intern(ObjectKind.box.rawValue)
    classes = IndexTable(count: names.strings.count)
    self.names = names
  }

  /// The contents of the nodes: columns of objects, their order, and the edges of each row.
  struct Result {
    var columns: GraphColumns
    var order: V8Order
    /// The edges of each row, in the order of the file.
    var edgeCounts: [Int32]
    var names: V8Names
  }

  /// Reads all nodes; the columns come in the order of ids.
  ///
  /// - Complexity: O(length of the array), and a sort where the ids are in no order.
  consuming func read(
    edgeCount: Int, _ counter: WorkCounter = .none
  ) throws(InputFailure) -> Result {
    self.counter = counter
    let count = try numbers.rows(
      of: layout.node.count, expecting: layout.nodeCount, named: "\"nodes\"")
    var columns = GraphColumns()
    columns.heading.collector = .tracing
    let edgeCounts = try fill(&columns, count: count, edgeCount: edgeCount)
    if layout.root < count {
      columns.objects.marks[layout.root].insert(.root)
      if rootName == 0 { columns.objects.types[layout.root] = names.interner.intern(Self.rootType) }
    }
    let order = try order(of: columns.ids)
    columns.sort(by: order)
    columns.objects.expectationReasons = SparseColumn(
      detached.map { (row: Int32(order.position(of: $0)), value: detachedText) })
    return Result(columns: columns, order: order, edgeCounts: edgeCounts, names: names)
  }

  private func order(of ids: [Int64]) throws(InputFailure) -> V8Order {
    do throws(V8Order.Duplicate) {
      return try V8Order(of: ids)
    } catch {
      throw InputFailure(
        offset: numbers.offset(of: error.second * layout.node.count + layout.node.id, in: text),
        problem: "node \(error.second) has the id \(ids[error.second]) of node \(error.first)",
        expected: "an id of its own")
    }
  }
}

extension GraphColumns {
  /// Puts the columns of objects in the order of ids.
  fileprivate mutating func sort(by order: V8Order) {
    order.sort(&ids)
    order.sort(&objects.types)
    order.sort(&objects.kinds)
    order.sort(&objects.sizes)
    order.sort(&objects.marks)
    order.sort(&objects.names)
  }
}

extension V8Nodes {
  /// A node in the columns.
  private struct Node {
    var type: Int32
    var kind: Int32
    var marks: ObjectMarks
    var name: Int32
  }

  /// The numbers of a row.
  private struct Record {
    var type: Int
    var name: Int
    var id: Int
    var size: Int
    var edgeCount: Int
    var detachedness = 0
  }

  /// The columns written row by row.
  private struct Output {
    var ids: V8Column<Int64>
    var types: V8Column<Int32>
    var kinds: V8Column<Int32>
    var sizes: V8Column<Int64>
    var marks: V8Column<ObjectMarks>
    var names: V8Column<Int32>
    var edgeCounts: V8Column<Int32>

    @inline(__always)
    func set(_ node: Node, _ record: Record, at row: Int) {
      ids.set(Int64(record.id), at: row)
      types.set(node.type, at: row)
      kinds.set(node.kind, at: row)
      sizes.set(Int64(record.size), at: row)
      marks.set(node.marks, at: row)
      names.set(node.name, at: row)
      edgeCounts.set(Int32(truncatingIfNeeded: record.edgeCount), at: row)
    }
  }

  /// Fills the columns in the order of the file.
  ///
  /// - Returns: The edges of each row.
  private mutating func fill(
    _ columns: inout GraphColumns, count: Int, edgeCount: Int
  ) throws(InputFailure) -> [Int32] {
    var result = columns
    let edgeCounts = try V8Column<Int32>.array(count) { edgeCounts throws(InputFailure) in
      result.ids = try V8Column<Int64>.array(count) { ids throws(InputFailure) in
        result.objects.types = try V8Column<Int32>.array(count) { types throws(InputFailure) in
          result.objects.kinds = try V8Column<Int32>.array(count) { kinds throws(InputFailure) in
            result.objects.sizes = try V8Column<Int64>.array(count) { sizes throws(InputFailure) in
              result.objects.marks = try V8Column<ObjectMarks>.array(count) {
                marks throws(InputFailure) in
                result.objects.names = try V8Column<Int32>.array(count) {
                  names throws(InputFailure) in
                  let output = Output(
                    ids: ids, types: types, kinds: kinds, sizes: sizes, marks: marks,
                    names: names, edgeCounts: edgeCounts)
                  try fill(output, count: count, edgeCount: edgeCount)
                }
              }
            }
          }
        }
      }
    }
    columns = result
    return edgeCounts
  }

  private mutating func fill(
    _ output: Output, count: Int, edgeCount: Int
  ) throws(InputFailure) {
    let hasUsualStart = layout.node.hasUsualStart
    let row = V8Row(count: hasUsualStart ? layout.node.count - 5 : layout.node.count)
    var numbers = numbers.numbers(in: text)
    var edge = 0
    for rows in WorkCounter.pieces(of: 0..<count) {
      try fill(output, rows, from: &numbers, row, edge: &edge, of: edgeCount)
      counter.add(rows.count)
    }
    guard edge == edgeCount else {
      throw InputFailure(
        offset: self.numbers.end, problem: "the nodes have \(edge) edges together",
        expected: "\(edgeCount), the rows of \"edges\"")
    }
  }

  /// Fills `rows`; `edge` counts the edges of all rows so far.
  private mutating func fill(
    _ output: Output, _ rows: Range<Int>, from numbers: inout V8Integers, _ row: V8Row,
    edge: inout Int, of edgeCount: Int
  ) throws(InputFailure) {
    let hasUsualStart = layout.node.hasUsualStart
    for index in rows {
      let record =
        try hasUsualStart
        ? usualRecord(from: &numbers, row) : record(from: &numbers, row)
      guard record.type < rules.count, record.name < names.strings.count else {
        throw rangeFailure(at: index, type: record.type)
      }
      let node = node(of: record)
      if index == layout.root { rootName = names.object(record.name) }
      if node.marks.contains(.expectedGone) { detached.append(index) }
      output.set(node, record, at: index)
      guard record.edgeCount <= edgeCount &- edge else {
        throw edgesFailure(at: index, edgeCount: edgeCount)
      }
      edge &+= record.edgeCount
    }
  }

  /// The next row, whose five fields begin as they always have; `row` takes the others.
  @inline(__always)
  private func usualRecord(
    from numbers: inout V8Integers, _ row: V8Row
  ) throws(InputFailure) -> Record {
    var record = Record(
      type: try numbers.nextDigit(), name: try numbers.next(), id: try numbers.next(),
      size: try numbers.next(), edgeCount: try numbers.nextDigit())
    try row.read(from: &numbers)
    if let field = layout.node.detachedness { record.detachedness = row[field - 5] }
    return record
  }

  /// The next row, whatever its fields.
  private func record(from numbers: inout V8Integers, _ row: V8Row) throws(InputFailure) -> Record {
    let fields = layout.node
    try row.read(from: &numbers)
    return Record(
      type: row[fields.type], name: row[fields.name], id: row[fields.id],
      size: row[fields.size], edgeCount: row[fields.edgeCount],
      detachedness: fields.detachedness.map { row[$0] } ?? 0)
  }

  @inline(__always)
  private mutating func node(of record: Record) -> Node {
    let (type, name) = (record.type, record.name)
    let text = names.object(name)
    var marks = marks[type]
    guard rules[type].isNamedByType, text != 0 else {
      if record.detachedness == 2 { marks.insert(.expectedGone) }
      return Node(type: types[type], kind: kinds[type], marks: marks, name: text)
    }
    let traits = traits(ofClass: name)
    if traits.contains(.framework) { marks.insert(.framework) }
    let isNamedDetached = traits.contains(.detached) && rules[type].canBeDetached
    if isNamedDetached || record.detachedness == 2 && !traits.contains(.wrapper) {
      marks.insert(.expectedGone)
    }
    let kind =
      traits.contains(.box) ? boxKind : traits.contains(.collection) ? collectionKind : kinds[type]
    return Node(type: text, kind: kind, marks: marks, name: 0)
  }

  @inline(__always)
  private func traits(ofClass name: Int) -> V8ClassTraits {
    let known = classes[name]
    return known >= 0 ? V8ClassTraits(rawValue: known) : addTraits(ofClass: name)
  }

  @inline(never)
  private func addTraits(ofClass name: Int) -> V8ClassTraits {
    let text = String(decoding: names.strings.name(name), as: UTF8.self)
    let traits = V8ClassTraits(ofClass: text)
    classes[name] = traits.rawValue
    return traits
  }
}

extension V8Nodes {
  private func rangeFailure(at index: Int, type: Int) -> InputFailure {
    let isType = type >= rules.count
    let field = isType ? layout.node.type : layout.node.name
    let bound = isType ? rules.count : names.strings.count
    return InputFailure(
      offset: numbers.offset(of: index * layout.node.count + field, in: text),
      problem: "node \(index) has \(isType ? "a type" : "a string") that is not there",
      expected: "a number below \(bound)")
  }

  private func edgesFailure(at index: Int, edgeCount: Int) -> InputFailure {
    InputFailure(
      offset: numbers.offset(of: index * layout.node.count + layout.node.edgeCount, in: text),
      problem: "node \(index) has edges beyond the last",
      expected: "\(edgeCount) edges together, the rows of \"edges\"")
  }
}
