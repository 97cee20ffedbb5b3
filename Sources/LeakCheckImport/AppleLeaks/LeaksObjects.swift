import LeakCheckGraph

/// The objects and references read so far, as rows of columns.
///
/// An object is what an address stands for; it may be named often and is kept once, under the first type
/// and size that the text gives it. Objects without an address (grouped by type, or the roots of a trace)
/// have texts for ids.
struct LeaksObjects {
  private(set) var columns = GraphColumns()
  /// The ids of the rows that have no address, in rising order of rows.
  private(set) var textIDs: [(row: Int32, id: String)] = []
  /// Rows that were printed as objects of a leak, not only referred to.
  private(set) var isPrinted: [Bool] = []
  /// Why roots are ones, in the order of the text.
  private var rootReasons: [(row: Int32, value: Int32)] = []
  /// The objects with which trees of cycles begin.
  private var cycleStarts: [Int32] = []
  /// The objects of trees that are said to be on a cycle that is closed nowhere.
  private var openCycles: Set<Int32> = []
  /// Printed rows that stand in a leak, not only below a root.
  private var isLeaked: [Bool] = []
  /// The rows that are printed.
  private(set) var printedCount: Int64 = 0
  /// The printed rows that stand in a leak.
  private(set) var leakedCount: Int64 = 0
  /// The objects that have an address and no type.
  private(set) var unnamedCount: Int64 = 0

  private var addresses = AddressTable()
  private var typeWords = PlaceInterner()
  private var types: [TypeRow] = []
  private var labelWords = PlaceInterner()
  private var labels: [(name: Int32, strength: Strength)] = []
  private let closureKind: Int32
  private let collectionKind: Int32
  private var unnamed = TypeRow(type: 0, kind: 0, marks: [])

  /// A type in the columns.
  struct TypeRow: Equatable {
    var type: Int32
    var kind: Int32
    var marks: ObjectMarks
  }

  init() {
    closureKind = columns.strings.intern(ObjectKind.closure.rawValue)
    collectionKind = columns.strings.intern(ObjectKind.collection.rawValue)
    unnamed = typeRow(of: .unnamed)
  }

  /// The number of rows.
  var count: Int { columns.ids.count }

  /// The type at `place`, or that of unnamed memory for an empty place.
  mutating func type(at place: Range<Int>, in text: Span<UInt8>) -> TypeRow {
    if place.isEmpty { return unnamed }
    let index = typeWords.index(of: place, in: text)
    if index == types.count { types.append(typeRow(of: LeaksType(text.string(place)))) }
    return types[index]
  }

  private mutating func typeRow(of type: LeaksType) -> TypeRow {
    TypeRow(
      type: columns.strings.intern(type.name),
      kind: columns.strings.intern(type.kind.rawValue),
      marks: type.owner == .framework ? .framework : [])
  }

  /// The row of the object at an address, which is added when it is new.
  mutating func row(of address: Int64, type place: Range<Int>, in text: Span<UInt8>) -> Int32 {
    let new = Int32(count)
    let row = addresses.row(of: address, orAdd: new)
    let isNamed = !place.isEmpty
    if row == new {
      if !isNamed { unnamedCount += 1 }
      append(id: address, type: type(at: place, in: text))
    } else if isNamed, columns.objects.types[Int(row)] == unnamed.type {
      unnamedCount -= 1
      setType(type(at: place, in: text), of: row)
    }
    return row
  }

  /// Adds an object without an address.
  mutating func append(id: String, type: TypeRow, root: String?) -> Int32 {
    let row = Int32(count)
    textIDs.append((row, id))
    append(id: 0, type: type)
    if let root { setRoot(row, because: root) }
    return row
  }

  private mutating func append(id: Int64, type: TypeRow) {
    columns.ids.append(id)
    columns.objects.types.append(type.type)
    columns.objects.kinds.append(type.kind)
    columns.objects.sizes.append(0)
    columns.objects.marks.append(type.marks)
    isPrinted.append(false)
    isLeaked.append(false)
  }

  private mutating func setType(_ type: TypeRow, of row: Int32) {
    columns.objects.types[Int(row)] = type.type
    columns.objects.kinds[Int(row)] = type.kind
    columns.objects.marks[Int(row)].formUnion(type.marks)
  }

  /// Notes that the object itself stands in the text, with its size if that is known, and whether in a leak.
  mutating func setPrinted(_ row: Int32, size: Int64?, isLeaked: Bool) {
    let place = Int(row)
    if !isPrinted[place] { printedCount += 1 }
    isPrinted[place] = true
    if let size, columns.objects.sizes[place] == 0 { columns.objects.sizes[place] = size }
    guard isLeaked, !self.isLeaked[place] else { return }
    self.isLeaked[place] = true
    leakedCount += 1
  }

  /// The bytes of all leaks, as far as they are printed.
  var leakedBytes: Int64 {
    zip(isLeaked, columns.objects.sizes).reduce(into: 0) { sum, object in
      if object.0 { sum = sum.addingReportingOverflow(object.1).partialValue }
    }
  }

  /// Notes that a tree of a cycle begins with the object.
  mutating func setCycleStart(_ row: Int32) { cycleStarts.append(row) }

  /// Notes that an object below others is on a cycle whose end is not printed.
  mutating func setOpenCycle(_ row: Int32) { openCycles.insert(row) }

  /// The name of an object, such as the function of a block.
  mutating func setName(_ name: String, of row: Int32) {
    let missing = count - columns.objects.names.count
    columns.objects.names.append(contentsOf: repeatElement(0, count: missing))
    columns.objects.names[Int(row)] = columns.strings.intern(name)
  }

  /// Makes an object a root.
  mutating func setRoot(_ row: Int32, because reason: String) {
    guard !columns.objects.marks[Int(row)].contains(.root) else { return }
    columns.objects.marks[Int(row)].insert(.root)
    rootReasons.append((row, columns.strings.intern(reason)))
  }

  /// Whether the object is a closure's context or a block.
  func isClosure(_ row: Int32) -> Bool {
    columns.objects.kinds[Int(row)] == closureKind
  }

  /// The number of the label at `place`; an empty one for no place.
  mutating func label(at place: Range<Int>?, in text: Span<UInt8>) -> Int {
    let place = place ?? 0..<0
    let index = labelWords.index(of: place, in: text)
    if index == labels.count {
      let label = LeaksLabel(text.string(place))
      labels.append((columns.strings.intern(label.name), label.strength))
    }
    return index
  }

  /// Adds a reference under a label of ``label(at:in:)``.
  mutating func refer(from source: Int32, to target: Int32, label: Int) {
    let (name, strength) = labels[label]
    columns.references.sources.append(source)
    columns.references.targets.append(target)
    columns.references.names.append(name)
    let holder = columns.objects.kinds[Int(source)]
    let kind: ReferenceKind =
      holder == closureKind ? .capture : holder == collectionKind ? .element : .property
    columns.references.marks.append(ReferenceMarks(strength: strength, kind: kind, end: .unknown))
  }
}

extension LeaksObjects {
  /// Says of every object of a leak that nothing retains, and that is no root, that it has leaked; without roots in
  /// the text, of every such object.
  ///
  /// `leaks` looked through the whole process and found nothing that refers to it, so it is expected gone;
  /// it is there all the same, so somebody has retained it once more than the references tell. Without the
  /// first it would pass for held from outside, without the second for freed.
  mutating func markLeaked() {
    var isRetained = [Bool](repeating: false, count: count)
    for (target, marks) in zip(columns.references.targets, columns.references.marks)
    where marks.isStrong {
      isRetained[Int(target)] = true
    }
    var reasons = [Int32](repeating: columns.strings.intern(Self.unreferenced), count: count)
    let cut = columns.strings.intern(Self.openCycle)
    for row in cycleStarts { reasons[Int(row)] = cut }
    columns.objects.retainCounts = [Int32](repeating: 0, count: count)
    let hasRoots = columns.objects.marks.contains { $0.contains(.root) }
    for row in 0..<count
    where !isRetained[row] && !columns.objects.marks[row].contains(.root)
      && (isLeaked[row] || !hasRoots)
    {
      columns.objects.marks[row].formUnion([.expectedGone, .hasRetainCount])
      // Who retained it once too often is not known, so its leak is nobody else's.
      columns.objects.marks[row].remove(.framework)
      columns.objects.retainCounts[row] = 1
      columns.objects.expectationReasons.append(text: reasons[row], at: row)
    }
    markOpenCycles(because: cut)
  }

  /// Says of objects on cycles whose ends are not printed that something retains them besides what is printed.
  private mutating func markOpenCycles(because reason: Int32) {
    let open = openCycles.filter {
      columns.objects.retainCounts[Int($0)] == 0 && !columns.objects.marks[Int($0)].contains(.root)
    }
    guard !open.isEmpty else { return }
    for (target, marks) in zip(columns.references.targets, columns.references.marks)
    where marks.isStrong && open.contains(target) {
      columns.objects.retainCounts[Int(target)] += 1
    }
    for row in open {
      columns.objects.marks[Int(row)].formUnion([.expectedGone, .hasRetainCount])
      columns.objects.marks[Int(row)].remove(.framework)
      columns.objects.retainCounts[Int(row)] += 1
    }
    columns.objects.expectationReasons.set(open.sorted().map { ($0, reason) })
  }

  private static let unreferenced = "leaks found nothing that refers to it"
  private static let openCycle = "leaks found it on a cycle, whose end the text does not have"

  /// The graph of all rows.
  consuming func graph(named name: String, extensions: String) throws(GraphError) -> ObjectGraph {
    columns.heading.name = name
    columns.heading.extensions = extensions
    columns.objects.rootReasons = SparseColumn(rootReasons)
    if !columns.objects.names.isEmpty {
      columns.objects.names.append(
        contentsOf: repeatElement(0, count: count - columns.objects.names.count))
    }
    return textIDs.isEmpty ? try columns.graph() : try builtGraph()
  }

  /// The graph where some ids are texts, which columns do not take: for texts of groups and traces, which
  /// are short.
  private func builtGraph() throws(GraphError) -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.heading = columns.heading
    var ids = columns.ids.map(ObjectID.number)
    for (row, id) in textIDs { ids[Int(row)] = .text(id) }
    let (texts, objects) = (columns.strings.table, columns.objects)
    for row in 0..<count {
      var object = description(of: row, id: ids[row])
      object.root = objects.rootReasons[Int32(row)].map { texts[$0] }
      object.expectation = objects.expectationReasons[Int32(row)].map {
        LifetimeExpectation(.gone, because: texts[$0])
      }
      builder.add(object)
    }
    for edge in columns.references.sources.indices {
      var reference = ReferenceDescription(
        from: ids[Int(columns.references.sources[edge])],
        to: ids[Int(columns.references.targets[edge])])
      reference.name = columns.strings.table[columns.references.names[edge]]
      reference.strength = columns.references.marks[edge].strength
      reference.kind = columns.references.marks[edge].kind
      builder.add(reference)
    }
    return try builder.build()
  }

  private func description(of row: Int, id: ObjectID) -> ObjectDescription {
    let marks = columns.objects.marks[row]
    var object = ObjectDescription(id: id, type: columns.strings.table[columns.objects.types[row]])
    object.kind = ObjectKind(rawValue: columns.strings.table[columns.objects.kinds[row]])
    object.size = columns.objects.sizes[row]
    if !columns.objects.names.isEmpty {
      object.name = columns.strings.table[columns.objects.names[row]]
    }
    if marks.contains(.framework) { object.owner = .framework }
    if marks.contains(.hasRetainCount) { object.retainCount = columns.objects.retainCounts[row] }
    return object
  }
}
