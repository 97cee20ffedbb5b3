internal import LeakCheckGraph

/// Reads the nodes of a snapshot into the columns of objects, and the sources of all references.
///
/// The edges of a node follow those of the node before it, so a node's count of edges says where they end.
struct V8Nodes {
  private let text: V8Text
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
  private var detached: [(row: Int32, text: Int32)] = []

  /// Why an object that left its document should be gone.
  static let detachedReason = "detached DOM node"
  /// The type of the root, which V8 gives no name.
  static let rootType = "(root)"

  init(_ numbers: V8Numbers, of text: V8Text, as layout: V8Layout, naming names: V8Names) {
    self.numbers = numbers
    self.text = text
    self.layout = layout
    var names = names
    rules = layout.nodeTypes.map { V8NodeRule(nodeType: $0) }
    types = rules.map { names.interner.intern($0.type) }
    kinds = rules.map { names.interner.intern($0.kind.rawValue) }
    marks = rules.map { $0.owner == .framework ? .framework : [] }
    collectionKind = names.interner.intern(ObjectKind.collection.rawValue)
    boxKind = names.interner.intern(ObjectKind.box.rawValue)
    classes = IndexTable(count: names.strings.count)
    self.names = names
  }

  /// The columns of the objects and of the references' sources; those of the references else are empty.
  ///
  /// - Complexity: O(length of the array + references).
  consuming func columns(
    edgeCount: Int
  ) throws(V8Failure) -> (columns: GraphColumns, names: V8Names) {
    let count = try numbers.rows(
      of: layout.node.count, expecting: layout.nodeCount, named: "\"nodes\"")
    var columns = GraphColumns()
    columns.collector = .tracing
    try fill(&columns, count: count, edgeCount: edgeCount)
    columns.expectationReasons = detached
    if layout.root < count {
      columns.marks[layout.root].insert(.root)
      if rootName == 0 { columns.types[layout.root] = names.interner.intern(Self.rootType) }
    }
    return (columns, names)
  }
}

extension V8Nodes {
  /// One node as the columns have it.
  private struct Node {
    var type: Int32
    var kind: Int32
    var marks: ObjectMarks
    var name: Int32
  }

  /// The columns that are written row by row.
  private struct Output {
    var ids: V8Column<Int64>
    var types: V8Column<Int32>
    var kinds: V8Column<Int32>
    var sizes: V8Column<Int64>
    var marks: V8Column<ObjectMarks>
    var names: V8Column<Int32>
    var sources: V8Column<Int32>
  }

  private mutating func fill(
    _ columns: inout GraphColumns, count: Int, edgeCount: Int
  ) throws(V8Failure) {
    var result = columns
    result.ids = try V8Column<Int64>.array(count) { ids throws(V8Failure) in
      result.types = try V8Column<Int32>.array(count) { types throws(V8Failure) in
        result.kinds = try V8Column<Int32>.array(count) { kinds throws(V8Failure) in
          result.sizes = try V8Column<Int64>.array(count) { sizes throws(V8Failure) in
            result.marks = try V8Column<ObjectMarks>.array(count) { marks throws(V8Failure) in
              result.names = try V8Column<Int32>.array(count) { names throws(V8Failure) in
                result.sources = try V8Column<Int32>.array(edgeCount) { sources throws(V8Failure) in
                  try fill(
                    Output(
                      ids: ids, types: types, kinds: kinds, sizes: sizes, marks: marks,
                      names: names, sources: sources),
                    count: count, edgeCount: edgeCount)
                }
              }
            }
          }
        }
      }
    }
    columns = result
  }

  private mutating func fill(
    _ output: Output, count: Int, edgeCount: Int
  ) throws(V8Failure) {
    let fields = layout.node
    let row = V8Row(count: fields.count)
    var numbers = numbers.numbers(in: text)
    var edge = 0
    for index in 0..<count {
      try row.read(from: &numbers)
      let (type, name) = (row[fields.type], row[fields.name])
      guard type < rules.count, name < names.strings.count else {
        throw rangeFailure(at: index, type: type)
      }
      var node = node(type: type, name: name)
      if index == layout.root { rootName = names.object(name) }
      if let field = fields.detachedness, row[field] == 2 { node.marks.insert(.expectedGone) }
      if node.marks.contains(.expectedGone) { addDetached(index) }
      output.ids.set(Int64(row[fields.id]), at: index)
      output.types.set(node.type, at: index)
      output.kinds.set(node.kind, at: index)
      output.sizes.set(Int64(row[fields.size]), at: index)
      output.marks.set(node.marks, at: index)
      output.names.set(node.name, at: index)
      let edges = row[fields.edgeCount]
      guard edges <= edgeCount - edge else { throw edgesFailure(at: index, edgeCount: edgeCount) }
      output.sources.set(Int32(truncatingIfNeeded: index), count: edges, at: edge)
      edge += edges
    }
    guard edge == edgeCount else {
      throw V8Failure(
        offset: self.numbers.end, problem: "the nodes have \(edge) edges together",
        expected: "\(edgeCount), the rows of \"edges\"")
    }
  }

  private mutating func addDetached(_ index: Int) {
    detached.append((Int32(index), names.interner.intern(Self.detachedReason)))
  }

  @inline(__always)
  private mutating func node(type: Int, name: Int) -> Node {
    let text = names.object(name)
    guard rules[type].isNamedByType, text != 0 else {
      return Node(type: types[type], kind: kinds[type], marks: marks[type], name: text)
    }
    let traits = traits(ofClass: name)
    var marks = marks[type]
    if traits.contains(.framework) { marks.insert(.framework) }
    if traits.contains(.detached), rules[type].canBeDetached { marks.insert(.expectedGone) }
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
  private func rangeFailure(at index: Int, type: Int) -> V8Failure {
    let isType = type >= rules.count
    let field = isType ? layout.node.type : layout.node.name
    let bound = isType ? rules.count : names.strings.count
    return V8Failure(
      offset: numbers.offset(of: index * layout.node.count + field, in: text),
      problem: "node \(index) has \(isType ? "a type" : "a string") that is not there",
      expected: "a number below \(bound)")
  }

  private func edgesFailure(at index: Int, edgeCount: Int) -> V8Failure {
    V8Failure(
      offset: numbers.offset(of: index * layout.node.count + layout.node.edgeCount, in: text),
      problem: "node \(index) has edges beyond the last",
      expected: "\(edgeCount) edges together, the rows of \"edges\"")
  }
}
