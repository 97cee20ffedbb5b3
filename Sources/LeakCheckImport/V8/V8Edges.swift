internal import LeakCheckGraph

/// Reads the edges of a snapshot into the columns of references.
struct V8Edges {
  private let text: V8Text
  private let layout: V8Layout
  private let numbers: V8Numbers
  private var names: V8Names
  private let rules: [V8EdgeRule]
  private let marks: [ReferenceMarks]
  /// The edges that retain or not by where they come from; `table` is the id of a `WeakMap`'s table,
  /// or `nil` for a shortcut.
  private var conditional: [(edge: Int, table: Int64?)] = []

  /// The rows of the array.
  let count: Int

  init(
    _ numbers: V8Numbers, of text: V8Text, as layout: V8Layout, naming names: V8Names
  ) throws(V8Failure) {
    self.numbers = numbers
    self.text = text
    self.layout = layout
    self.names = names
    rules = layout.edgeTypes.map { V8EdgeRule(edgeType: $0) }
    marks = rules.map { ReferenceMarks(strength: $0.strength, kind: $0.kind, end: .unknown) }
    count = try numbers.rows(
      of: layout.edge.count, expecting: layout.edgeCount, named: "\"edges\"")
  }

  /// Adds the references to the columns of all objects and sources.
  ///
  /// - Complexity: O(length of the array).
  consuming func fill(_ columns: inout GraphColumns) throws(V8Failure) {
    let objectCount = columns.ids.count
    var result = columns
    result.targets = try V8Column<Int32>.array(count) { targets throws(V8Failure) in
      result.referenceNames = try V8Column<Int32>.array(count) { texts throws(V8Failure) in
        result.referenceMarks = try V8Column<ReferenceMarks>.array(count) {
          marks throws(V8Failure) in
          try fill(targets, texts, marks, objectCount: objectCount)
        }
      }
    }
    weakenConditional(in: &result)
    result.strings = names.interner
    columns = result
  }

  private mutating func fill(
    _ targets: V8Column<Int32>, _ texts: V8Column<Int32>, _ column: V8Column<ReferenceMarks>,
    objectCount: Int
  ) throws(V8Failure) {
    let fields = layout.edge
    let row = V8Row(count: fields.count)
    let divider = V8Divider(by: layout.node.count)
    var numbers = numbers.numbers(in: text)
    for index in 0..<count {
      try row.read(from: &numbers)
      let (type, name) = (row[fields.type], row[fields.name])
      guard let target = divider.quotient(of: row[fields.target]), target < objectCount else {
        throw targetFailure(at: index, objectCount: objectCount)
      }
      guard type < rules.count else { throw rangeFailure(at: index, type: type) }
      let rule = rules[type]
      guard rule.naming == .position || name < names.strings.count else {
        throw rangeFailure(at: index, type: type)
      }
      let text = self.text(name, rule.naming)
      if text == names.pairText || rule.isShortcut { addConditional(index, rule, name) }
      targets.set(Int32(truncatingIfNeeded: target), at: index)
      texts.set(text, at: index)
      column.set(marks[type], at: index)
    }
  }

  @inline(__always)
  private mutating func text(_ name: Int, _ naming: V8EdgeRule.Naming) -> Int32 {
    switch naming {
    case .property: names.property(name)
    case .position: names.element(name)
    case .runtime: names.runtime(name)
    }
  }

  @inline(never)
  private mutating func addConditional(_ index: Int, _ rule: V8EdgeRule, _ name: Int) {
    if rule.isShortcut {
      conditional.append((index, nil))
    } else if rule.naming == .runtime, rule.strength == .strong,
      let table = names.table(ofPair: name)
    {
      conditional.append((index, table))
    }
  }

  /// Makes the edges weak that do not keep their target alone.
  ///
  /// As in Chrome's developer tools, a shortcut retains from the root only, and the value of a pair in a
  /// `WeakMap`, which table and key retain together, is retained by the key.
  private func weakenConditional(in columns: inout GraphColumns) {
    for (edge, table) in conditional {
      let source = Int(columns.sources[edge])
      let isWeak = table.map { $0 == columns.ids[source] } ?? (source != layout.root)
      guard isWeak else { continue }
      let kind = columns.referenceMarks[edge].kind
      columns.referenceMarks[edge] = ReferenceMarks(strength: .weak, kind: kind, end: .unknown)
    }
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
