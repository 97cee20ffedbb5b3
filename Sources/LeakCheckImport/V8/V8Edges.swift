internal import LeakCheckGraph

/// Reads the edges of a snapshot into the columns of references.
struct V8Edges {
  private let text: V8Text
  private let layout: V8Layout
  private let numbers: V8Numbers
  private let order: V8Order
  private var names: V8Names
  private let rules: [V8EdgeRule]
  private let marks: [ReferenceMarks]
  /// The references that retain or not by where they come from; `table` is the id of a `WeakMap`'s table,
  /// or `nil` for a shortcut.
  private var conditional: [(reference: Int, table: Int64?)] = []

  init(
    _ numbers: V8Numbers, of text: V8Text, as layout: V8Layout,
    between nodes: borrowing V8Nodes.Result
  ) {
    self.numbers = numbers
    self.text = text
    self.layout = layout
    order = nodes.order
    names = nodes.names
    rules = layout.edgeTypes.map { V8EdgeRule(edgeType: $0) }
    marks = rules.map { ReferenceMarks(strength: $0.strength, kind: $0.kind, end: .unknown) }
  }

  /// Adds the references to the columns of all objects.
  ///
  /// - Complexity: O(length of the array).
  consuming func fill(
    _ columns: inout GraphColumns, edgeCounts: [Int32]
  ) throws(V8Failure) {
    let count = numbers.count / layout.edge.count
    let runs = V8EdgeRun.runs(of: edgeCounts, in: order)
    var result = columns
    result.targets = try V8Column<Int32>.array(count) { targets throws(V8Failure) in
      result.referenceNames = try V8Column<Int32>.array(count) { texts throws(V8Failure) in
        result.referenceMarks = try V8Column<ReferenceMarks>.array(count) {
          marks throws(V8Failure) in
          try fill(Output(targets: targets, texts: texts, marks: marks), runs, edgeCounts.count)
        }
      }
    }
    result.sources = try sources(edgeCounts, count: count)
    weakenConditional(in: &result)
    result.strings = names.interner
    columns = result
  }

  /// The columns that are written edge by edge.
  private struct Output {
    var targets: V8Column<Int32>
    var texts: V8Column<Int32>
    var marks: V8Column<ReferenceMarks>
  }

  private mutating func fill(
    _ output: Output, _ runs: [V8EdgeRun], _ objectCount: Int
  ) throws(V8Failure) {
    let row = layout.edge == .usual ? nil : V8Row(count: layout.edge.count)
    let divider = V8Divider(by: layout.node.count)
    var numbers = numbers.numbers(in: text)
    var edge = 0
    for run in runs {
      for reference in run.references {
        let (type, name, node) = try self.edge(from: &numbers, by: row)
        guard let target = divider.quotient(of: node), target < objectCount else {
          throw targetFailure(at: edge, objectCount: objectCount)
        }
        guard type < rules.count, rules[type].naming == .position || name < names.strings.count
        else { throw rangeFailure(at: edge, type: type) }
        let text = text(name, rules[type].naming)
        if text == names.pairText || rules[type].isShortcut {
          addConditional(reference, rules[type], name)
        }
        output.targets.set(Int32(truncatingIfNeeded: order.position(of: target)), at: reference)
        output.texts.set(text, at: reference)
        output.marks.set(marks[type], at: reference)
        edge &+= 1
      }
    }
  }

  /// The type, the name and the target of the next edge; `row` is `nil` for the usual fields.
  @inline(__always)
  private func edge(
    from numbers: inout V8Integers, by row: V8Row?
  ) throws(V8Failure) -> (type: Int, name: Int, target: Int) {
    guard let row else { return (try numbers.next(), try numbers.next(), try numbers.next()) }
    try row.read(from: &numbers)
    return (row[layout.edge.type], row[layout.edge.name], row[layout.edge.target])
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
  private func sources(_ edgeCounts: [Int32], count: Int) throws(V8Failure) -> [Int32] {
    try V8Column<Int32>.array(count) { sources throws(V8Failure) in
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
  private func weakenConditional(in columns: inout GraphColumns) {
    guard !conditional.isEmpty else { return }
    let root = order.position(of: layout.root)
    for (reference, table) in conditional {
      let source = Int(columns.sources[reference])
      guard table.map({ $0 == columns.ids[source] }) ?? (source != root) else { continue }
      let kind = columns.referenceMarks[reference].kind
      columns.referenceMarks[reference] = ReferenceMarks(
        strength: .weak, kind: kind, end: .unknown)
    }
  }
}

/// Edges that stand together in the file and in the graph.
struct V8EdgeRun: Equatable {
  /// The row of the first node that they leave.
  var row: Int
  /// The references that they become.
  var references: Range<Int>

  /// All edges in the order of the file.
  ///
  /// - Complexity: O(nodes), and a sort of the runs.
  static func runs(of edgeCounts: [Int32], in order: V8Order) -> [V8EdgeRun] {
    var runs: [V8EdgeRun] = []
    var start = 0
    for rows in order.runs {
      let count = edgeCounts[rows].reduce(0) { $0 + Int($1) }
      runs.append(V8EdgeRun(row: rows.lowerBound, references: start..<start + count))
      start += count
    }
    return runs.sorted { $0.row < $1.row }
  }
}

extension V8Edges {
  private func targetFailure(at index: Int, objectCount: Int) -> V8Failure {
    let width = layout.node.count
    return V8Failure(
      offset: numbers.offset(of: index * layout.edge.count + layout.edge.target, in: text),
      problem: "edge \(index) leads to no node",
      expected: "a multiple of \(width) below \(objectCount * width)")
  }

  private func rangeFailure(at index: Int, type: Int) -> V8Failure {
    let isType = type >= rules.count
    let field = isType ? layout.edge.type : layout.edge.name
    let bound = isType ? rules.count : names.strings.count
    return V8Failure(
      offset: numbers.offset(of: index * layout.edge.count + field, in: text),
      problem: "edge \(index) has \(isType ? "a type" : "a string") that is not there",
      expected: "a number below \(bound)")
  }
}

/// Divides by a small number that is known only at run time, by a multiplication.
///
/// Source: Granlund, Montgomery, "Division by Invariant Integers using Multiplication", 1994: exact for
/// every dividend below 2⁵⁶ where the divisor is below 2⁸.
struct V8Divider {
  private let divisor: UInt64
  private let reciprocal: UInt64

  init(by divisor: Int) {
    self.divisor = UInt64(divisor)
    reciprocal = divisor == 1 ? .max : UInt64.max / UInt64(divisor) + 1
  }

  /// The quotient, or `nil` when `number` is no multiple of the divisor or not below 2⁵⁶.
  @inline(__always)
  func quotient(of number: Int) -> Int? {
    let dividend = UInt64(bitPattern: Int64(number))
    guard dividend < 1 << 56 else { return nil }
    if divisor == 1 { return number }
    let quotient = dividend.multipliedFullWidth(by: reciprocal).high
    return quotient &* divisor == dividend ? Int(truncatingIfNeeded: quotient) : nil
  }
}
