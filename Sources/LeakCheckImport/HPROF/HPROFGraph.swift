internal import LeakCheckGraph
import LeakCheckText

/// The passes over a heap dump: the places of everything, then the objects, then their annotations.
enum HPROFGraph {
  /// The graph of an indexed dump.
  static func graph(of index: consuming HPROFIndex) throws(InputFailure) -> ObjectGraph {
    index.strings.close()
    var names = HPROFNames(index)
    let classes = try HPROFClasses(index)
    var objects = try HPROFObjects(index)
    var dangling = 0
    let references = try references(index, classes, &objects, &names, dangling: &dangling)
    let heap = HPROFHeap(index: index, classes: classes, objects: objects)
    let columns = columns(of: heap, strings: names.strings, dangling: dangling)
    return try graph(of: columns, references)
  }

  private static func graph(
    of columns: consuming GraphColumns, _ references: consuming ReferenceArrays
  ) throws(InputFailure) -> ObjectGraph {
    swap(&columns.references.sources, &references.sources)
    swap(&columns.references.targets, &references.targets)
    swap(&columns.references.names, &references.names)
    swap(&columns.references.marks, &references.marks)
    // The rows have been told apart already.
    do throws(GraphError) { return try columns.takeGraph() } catch {
      throw InputFailure(
        offset: 0, problem: "objects with one id", expected: "an id for each object")
    }
  }

  /// The second pass, made for the width of the ids and the way that rows are found.
  private static func references(
    _ index: borrowing HPROFIndex, _ classes: HPROFClasses, _ objects: inout HPROFObjects,
    _ names: inout HPROFNames, dangling: inout Int
  ) throws(InputFailure) -> ReferenceArrays {
    switch (index.header.idSize, objects.rows.isPaged) {
    case (8, true):
      let finder = unsafe ObjectRows.Pages(objects.rows)
      return try run(UInt64.self, finder, index, classes, &objects, &names, &dangling)
    case (8, false):
      let finder = unsafe ObjectRows.Buckets(objects.rows)
      return try run(UInt64.self, finder, index, classes, &objects, &names, &dangling)
    case (_, true):
      let finder = unsafe ObjectRows.Pages(objects.rows)
      return try run(UInt32.self, finder, index, classes, &objects, &names, &dangling)
    default:
      let finder = unsafe ObjectRows.Buckets(objects.rows)
      return try run(UInt32.self, finder, index, classes, &objects, &names, &dangling)
    }
  }

  private static func run<ID: FixedWidthInteger & BitwiseCopyable>(
    _ width: ID.Type, _ finder: some RowFinder, _ index: borrowing HPROFIndex,
    _ classes: HPROFClasses, _ objects: inout HPROFObjects, _ names: inout HPROFNames,
    _ dangling: inout Int
  ) throws(InputFailure) -> ReferenceArrays {
    let table = HPROFClassTable(classes, index, names: &names)
    let bytes = index.bytes
    return try unsafe ReferenceArrays(capacity: index.referenceBound + 1) {
      out throws(InputFailure) in
      var count = 0
      _ = try unsafe bytes.withPointer { base throws(InputFailure) in
        var pass = unsafe HPROFObjectPass<ID, _>(
          base: base, limit: bytes.count, finder: finder, out: out, table: table)
        try WorkStage.readObjects.run(of: objects.count) { counter throws(InputFailure) in
          try unsafe pass.run(&objects, names: &names, counter)
        }
        count = unsafe pass.cursor
        dangling = unsafe pass.dangling
      }
      return count
    }
  }
}

extension HPROFGraph {
  /// The columns of the objects: what they are, which are roots and why, and which should be gone.
  private static func columns(
    of heap: consuming HPROFHeap, strings: StringInterner, dangling: Int
  ) -> GraphColumns {
    var columns = GraphColumns()
    columns.heading.collector = .tracing
    columns.strings = strings
    columns.ids = heap.objects.ids
    columns.objects.types = heap.objects.types
    columns.objects.kinds = heap.objects.kinds
    columns.objects.sizes = heap.objects.sizes
    columns.objects.marks = heap.objects.marks
    let danglingRoots = markRoots(&columns, in: heap)
    // In the order of their keys, in which a graph that is written and read again has them.
    columns.heading.extensions = """
      "x-bytesPerReference": \(heap.classes.sizes.reference), \
      "x-danglingReferences": \(dangling), "x-danglingRoots": \(danglingRoots), \
      "x-rootRecords": \(heap.index.roots.count)
      """
    let lifetimes = AndroidLifetimes(heap)
    for ending in lifetimes.endings() {
      columns.objects.marks[ending.row].insert(.expectedGone)
      columns.objects.expectationReasons.append(
        text: columns.strings.intern(ending.reason), at: ending.row)
    }
    return columns
  }

  /// Marks the roots and returns how many name no object.
  private static func markRoots(
    _ columns: inout GraphColumns, in heap: borrowing HPROFHeap
  ) -> Int {
    let (roots, dangling) = HPROFRootReasons.chosen(in: heap)
    var reasons = HPROFRootReasons()
    for (row, root) in roots {
      columns.objects.marks[row].insert(.root)
      let reason = columns.strings.intern(reasons.text(of: root, in: heap))
      columns.objects.rootReasons.append(text: reason, at: row)
    }
    return dangling
  }
}
