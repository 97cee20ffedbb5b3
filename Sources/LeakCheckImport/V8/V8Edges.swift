internal import LeakCheckGraph
import LeakCheckText

/// A reader of a snapshot's edges into the reference columns.
struct V8Edges {
  private let text: TextBytes
  private let layout: V8Layout
  private let numbers: V8Numbers
  private let order: V8Order
  /// Makes the row of a node of its index in the array.
  private let divider: V8Divider
  private var names: V8Names
  private let rules: [V8EdgeRule]
  private let marks: [ReferenceMarks]
  /// The references that retain or not by where they come from; `table` is that of a `WeakMap`, or `nil` for a
  /// shortcut.
  private var conditional: [(reference: Int, table: V8Names.Table?)] = []
  private var counter = WorkCounter.none

  init(
    _ numbers: V8Numbers, of text: TextBytes, as layout: V8Layout,
    between nodes: borrowing V8Nodes.Result
  ) {
    self.numbers = numbers
    self.text = text
    self.layout = layout
    order = nodes.order
    divider = V8Divider(by: layout.node.count)
    names = nodes.names
    rules = layout.edgeTypes.map { V8EdgeRule(edgeType: $0) }
    marks = rules.map { ReferenceMarks(strength: $0.strength, kind: $0.kind, end: .unknown) }
  }

  /// Adds the references to the columns of all objects.
  ///
  /// - Complexity: O(length of the array).
  consuming func fill(
    _ columns: inout GraphColumns, edgeCounts: [Int32], _ counter: WorkCounter = .none
  ) throws(InputFailure) {
    self.counter = counter
    let count = numbers.count / layout.edge.count
    let runs = V8EdgeRun.runs(of: edgeCounts, in: order)
    var result = columns
    result.references.targets = try V8Column<Int32>.array(count) { targets throws(InputFailure) in
      result.references.names = try V8Column<Int32>.array(count) { texts throws(InputFailure) in
        result.references.marks = try V8Column<ReferenceMarks>.array(count) {
          marks throws(InputFailure) in
          try fill(Output(targets: targets, texts: texts, marks: marks), runs, edgeCounts.count)
        }
      }
    }
    result.references.sources = try sources(edgeCounts, count: count)
    weakenConditional(in: &result)
    result.strings = names.interner
    columns = result
  }

  /// The numbers of a row.
  private struct Record {
    var type: Int
    var name: Int
    var target: Int
  }

  /// The columns written edge by edge.
  private struct Output {
    var targets: V8Column<Int32>
    var texts: V8Column<Int32>
    var marks: V8Column<ReferenceMarks>
  }

  private mutating func fill(
    _ output: Output, _ runs: [V8EdgeRun], _ objectCount: Int
  ) throws(InputFailure) {
    let row = V8Row(count: layout.edge.count)
    let fields = layout.edge
    let isUsual = fields == .usual
    var numbers = numbers.numbers(in: text)
    var edge = 0
    for references in runs.lazy.flatMap({ WorkCounter.pieces(of: $0.references) }) {
      defer { counter.add(references.count) }
      for reference in references {
        if isUsual {
          let (type, name) = (try numbers.nextDigit(), try numbers.next())
          let record = Record(type: type, name: name, target: try numbers.next())
          try set(record, edge, in: output, at: reference, objectCount)
        } else {
          try row.read(from: &numbers)
          let record = Record(
            type: row[fields.type], name: row[fields.name], target: row[fields.target])
          try set(record, edge, in: output, at: reference, objectCount)
        }
        edge &+= 1
      }
    }
  }

  /// Writes an edge as the reference that it becomes.
  @inline(__always)
  private mutating func set(
    _ record: Record, _ edge: Int, in output: Output, at reference: Int, _ objectCount: Int
  ) throws(InputFailure) {
    guard let target = divider.quotient(of: record.target), target < objectCount else {
      throw targetFailure(at: edge, objectCount: objectCount)
    }
    guard record.type < rules.count,
      rules[record.type].naming == .position || record.name < names.strings.count
    else { throw rangeFailure(at: edge, type: record.type) }
    let rule = rules[record.type]
    let text = text(record.name, rule.naming)
    if text == names.pairText || rule.isShortcut { addConditional(reference, rule, record.name) }
    output.targets.set(Int32(truncatingIfNeeded: order.position(of: target)), at: reference)
    output.texts.set(text, at: reference)
    output.marks.set(marks[record.type], at: reference)
  }

  @inline(__always)
  private mutating func text(_ name: Int, _ naming: V8EdgeRule.Naming) -> Int32 {
    switch naming {
    case .property: names.property(name)
    case .position: names.element(name)
    case .runtime: names.runtime(name)
    }
  }

  /// The source of each reference.
  private func sources(_ edgeCounts: [Int32], count: Int) throws(InputFailure) -> [Int32] {
    try V8Column<Int32>.array(count) { sources throws(InputFailure) in
      var (object, reference) = (0, 0)
      for run in order.runs {
        for row in run {
          let edges = Int(edgeCounts[row])
          sources.set(Int32(truncatingIfNeeded: object), count: edges, at: reference)
          (object, reference) = (object &+ 1, reference &+ edges)
        }
      }
    }
  }

  @inline(never)
  private mutating func addConditional(_ reference: Int, _ rule: V8EdgeRule, _ name: Int) {
    if rule.isShortcut {
      conditional.append((reference, nil))
    } else if rule.naming == .runtime, rule.strength == .strong,
      let table = names.table(ofPair: name)
    {
      conditional.append((reference, table))
    }
  }

  /// Makes the references weak that do not keep their target alone.
  ///
  /// As in Chrome's developer tools, a shortcut retains from the root only, and the value of a pair in a
  /// `WeakMap`, which table and key retain together, is retained by the key.
  private mutating func weakenConditional(in columns: inout GraphColumns) {
    guard !conditional.isEmpty else { return }
    let (arrayType, collection) = (
      names.interner.intern("array"), names.interner.intern(ObjectKind.collection.rawValue)
    )
    let root = order.position(of: layout.root)
    for (reference, table) in conditional {
      let source = Int(columns.references.sources[reference])
      let isWeak =
        switch table {
        case nil: source != root
        case .id(let id): id == columns.ids[source]
        // A key is a value of the program, which no array of V8 itself is.
        case .untold:
          columns.objects.types[source] == arrayType && columns.objects.kinds[source] == collection
        }
      guard isWeak else { continue }
      let kind = columns.references.marks[reference].kind
      columns.references.marks[reference] = ReferenceMarks(
        strength: .weak, kind: kind, end: .unknown)
    }
  }
}

extension V8Edges {
  private func targetFailure(at index: Int, objectCount: Int) -> InputFailure {
    let width = layout.node.count
    return InputFailure(
      offset: numbers.offset(of: index * layout.edge.count + layout.edge.target, in: text),
      problem: "edge \(index) leads to no node",
      expected: "a multiple of \(width) below \(objectCount * width)")
  }

  private func rangeFailure(at index: Int, type: Int) -> InputFailure {
    let isType = type >= rules.count
    let field = isType ? layout.edge.type : layout.edge.name
    let bound = isType ? rules.count : names.strings.count
    return InputFailure(
      offset: numbers.offset(of: index * layout.edge.count + field, in: text),
      problem: "edge \(index) has \(isType ? "a type" : "a string") that is not there",
      expected: "a number below \(bound)")
  }
}
