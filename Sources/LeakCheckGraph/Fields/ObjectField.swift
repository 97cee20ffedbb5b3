// Everything that follows from the list of an object's fields stands in this file: the keys, a row, the columns
// while a graph is made, and the columns that it keeps. A field without its line in one of them does not compile;
// `FieldTests` sees what the compiler cannot.

/// The fields of an object in a dump, in output order; the names are the keys.
///
/// `expect` and `because` are one expectation; `root`, `owner` and `expect` are ``ObjectMarks``.
package enum ObjectField: Int, CaseIterable, CodingKey, Sendable {
  case id, type, kind, size, name, file, line, root, owner, retainCount, expect, because
}

/// An object of ``GraphColumns``: only numbers, with texts as indices and 0 for missing values.
package struct ObjectRow: BitwiseCopyable, Sendable {
  package var id: PackedID
  package var type: Int32
  package var kind: Int32
  package var size: Int64 = 0
  package var marks: ObjectMarks = []
  package var name: Int32 = 0
  package var file: Int32 = 0
  package var line: Int32 = 0
  package var retainCount: Int32 = 0
  package var rootReason: Int32 = 0
  package var expectationReason: Int32 = 0
  package var extensions: Int32 = 0

  /// An object of which the id, the type and the kind are known.
  package init(id: PackedID, type: Int32, kind: Int32) {
    self.id = id
    self.type = type
    self.kind = kind
  }

  /// An object as a dump describes it; `intern` gives the index of a text.
  init(
    _ object: ObjectDescription, id: PackedID, intern: (String) -> Int32
  ) {
    self.init(id: id, type: intern(object.type), kind: intern(object.kind.rawValue))
    size = object.size
    marks = ObjectMarks(of: object)
    name = intern(object.name)
    file = intern(object.file)
    line = object.line
    retainCount = object.retainCount ?? 0
    rootReason = intern(object.root ?? "")
    expectationReason = intern(object.expectation?.reason ?? "")
    extensions = intern(object.extensions)
  }
}

/// The objects of a graph under construction, without ids: one column per field, one row per object, texts as indices.
package struct ObjectColumns: Sendable {
  package var types: [Int32] = []
  package var kinds: [Int32] = []
  package var sizes: [Int64] = []
  package var marks: [ObjectMarks] = []
  /// Empty where every value is 0.
  package var names: [Int32] = []
  /// Empty where every value is 0.
  package var files: [Int32] = []
  /// Empty where every value is 0.
  package var lines: [Int32] = []
  /// Empty where every value is 0.
  package var retainCounts: [Int32] = []
  package var rootReasons = SparseColumn<Int32>()
  package var expectationReasons = SparseColumn<Int32>()
  /// The `x-` members.
  package var extensions = SparseColumn<Int32>()

  package init() {}

  /// Whether the columns that every object needs have a row for each of `count`.
  func haveRows(_ count: Int) -> Bool {
    [types.count, kinds.count, sizes.count, marks.count].allSatisfy { $0 == count }
  }

  /// Makes room for so many objects in the columns that all of them have a row in.
  mutating func reserveCapacity(_ count: Int) {
    types.reserveCapacity(count)
    kinds.reserveCapacity(count)
    sizes.reserveCapacity(count)
    marks.reserveCapacity(count)
  }

  /// Appends objects behind the `start` that are there already.
  mutating func append(_ rows: some Collection<ObjectRow>, at start: Int) {
    types.append(contentsOf: rows.lazy.map({ $0.type }))
    kinds.append(contentsOf: rows.lazy.map({ $0.kind }))
    sizes.append(contentsOf: rows.lazy.map({ $0.size }))
    marks.append(contentsOf: rows.lazy.map({ $0.marks }))
    names.append(optional: rows.lazy.map({ $0.name }), at: start)
    files.append(optional: rows.lazy.map({ $0.file }), at: start)
    lines.append(optional: rows.lazy.map({ $0.line }), at: start)
    retainCounts.append(optional: rows.lazy.map({ $0.retainCount }), at: start)
    rootReasons.append(texts: rows.lazy.map({ $0.rootReason }), at: start)
    expectationReasons.append(texts: rows.lazy.map({ $0.expectationReason }), at: start)
    extensions.append(texts: rows.lazy.map({ $0.extensions }), at: start)
  }
}

/// Which of the columns of a graph one is.
package typealias ColumnPath<Contents, Column> = any WritableKeyPath<Contents, Column> & Sendable

/// The objects of a graph, without ids: one column per field.
package struct ObjectContents: Sendable {
  package var marks: Column<ObjectMarks>
  package var types: TextColumn
  package var kinds: TextColumn
  package var names: TextColumn
  package var files: TextColumn
  package var sizes: IntegerColumn
  package var lines: IntegerColumn
  package var retainCounts: IntegerColumn
  package var rootReasons = SparseColumn<Int32>()
  package var expectationReasons = SparseColumn<Int32>()
  package var extensions = SparseColumn<Int32>()

  /// The columns with a text for each object.
  package static let texts: [ColumnPath<ObjectContents, TextColumn>] = [
    \.types, \.kinds, \.names, \.files,
  ]
  /// The columns with a number for each object.
  package static let numbers: [ColumnPath<ObjectContents, IntegerColumn>] = [
    \.sizes, \.lines, \.retainCounts,
  ]
  /// The columns with a text for few objects.
  package static let notes: [ColumnPath<ObjectContents, SparseColumn<Int32>>] = [
    \.rootReasons, \.expectationReasons, \.extensions,
  ]

  /// Objects of which only the marks are known.
  package init(marks: Column<ObjectMarks>) {
    self.marks = marks
    let zeros = IntegerColumn(zeros: marks.count)
    let empty = TextColumn(zeros)
    (types, kinds, names, files) = (empty, empty, empty, empty)
    (sizes, lines, retainCounts) = (zeros, zeros, zeros)
  }

  /// The objects of `columns` in the order `rows`, or as they are; each column is left empty as soon as it is taken.
  init(taking columns: inout ObjectColumns, in rows: [Int32]?) {
    self.init(marks: Column(columns.marks.taken(in: rows)))
    types = TextColumn(columns.types.taken(in: rows))
    kinds = TextColumn(columns.kinds.taken(in: rows))
    sizes = IntegerColumn(columns.sizes.taken(in: rows))
    names = TextColumn(IntegerColumn(optional: columns.names.taken(in: rows), count: marks.count))
    files = TextColumn(IntegerColumn(optional: columns.files.taken(in: rows), count: marks.count))
    lines = IntegerColumn(optional: columns.lines.taken(in: rows), count: marks.count)
    retainCounts = IntegerColumn(optional: columns.retainCounts.taken(in: rows), count: marks.count)
    (rootReasons, expectationReasons, extensions) = (
      columns.rootReasons, columns.expectationReasons, columns.extensions
    )
    guard let position = rows?.inverted() else { return }
    for notes in Self.notes { self[keyPath: notes] = self[keyPath: notes].reordered(by: position) }
  }

  /// The bytes that the columns take, but for those of few objects.
  var byteCount: Int {
    Self.texts.reduce(marks.byteCount) { $0 + self[keyPath: $1].byteCount }
      + Self.numbers.reduce(0) { $0 + self[keyPath: $1].byteCount }
  }
}

// What analyses ask for often, by a shorter way.
extension ObjectGraph.Storage {
  @inlinable package var types: TextColumn { contents.objects.types }
  @inlinable package var kinds: TextColumn { contents.objects.kinds }
  @inlinable package var names: TextColumn { contents.objects.names }
  @inlinable package var files: TextColumn { contents.objects.files }
  @inlinable package var sizes: IntegerColumn { contents.objects.sizes }
  @inlinable package var lines: IntegerColumn { contents.objects.lines }
  @inlinable package var retainCounts: IntegerColumn { contents.objects.retainCounts }
  @inlinable package var marks: Column<ObjectMarks> { contents.objects.marks }
}
