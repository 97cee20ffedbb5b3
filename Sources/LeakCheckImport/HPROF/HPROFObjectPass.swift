internal import LeakCheckGraph
import LeakCheckText

/// The second pass: types, sizes and references of all objects, in the order of the graph.
///
/// Objects are visited by id, not by place in the file: their references then come out grouped and ordered
/// as the graph has them, and nothing is sorted. A VM dumps its heap by address, so that order is nearly
/// the file's.
@unsafe struct HPROFObjectPass<ID: FixedWidthInteger & BitwiseCopyable, Finder: RowFinder> {
  private let base: UnsafeRawPointer
  private let limit: Int
  private let finder: Finder
  private let out: ReferenceBuffers
  private(set) var cursor = 0
  /// References to objects that are not in the dump.
  private(set) var dangling = 0
  private var table: HPROFClassTable
  private let classReference: Int32

  init(
    base: UnsafeRawPointer, limit: Int, finder: Finder, out: ReferenceBuffers,
    table: HPROFClassTable
  ) {
    unsafe self.base = unsafe base
    unsafe self.limit = limit
    unsafe self.finder = finder
    unsafe self.out = unsafe out
    unsafe self.table = table
    unsafe classReference = table.classReference
  }

  private var idSize: Int { MemoryLayout<ID>.size }

  /// Visits all objects; `objects` gets their columns and `names` the texts of their references.
  mutating func run(
    _ objects: inout HPROFObjects, names: inout HPROFNames, _ counter: WorkCounter = .none
  ) throws(InputFailure) {
    for rows in WorkCounter.pieces(of: 0..<objects.count) {
      unsafe try visit(rows, &objects, &names)
      counter.add(rows.count)
    }
  }

  private mutating func visit(
    _ rows: Range<Int>, _ objects: inout HPROFObjects, _ names: inout HPROFNames
  ) throws(InputFailure) {
    for row in rows {
      let offset = objects.offsets[row]
      switch unsafe load(UInt8.self, offset) {
      case HPROFFormat.SubTag.instance:
        unsafe try visitInstance(Int32(row), offset, &objects, &names)
      case HPROFFormat.SubTag.objectArray:
        unsafe try visitArray(Int32(row), offset, &objects, &names)
      case HPROFFormat.SubTag.classDump: unsafe try visitClass(Int32(row), offset, &objects, &names)
      default: unsafe visitPrimitiveArray(row, offset, &objects)
      }
    }
  }

  @inline(__always) private func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, _ offset: Int
  ) -> Number {
    unsafe Number(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: type))
  }

  @inline(__always) private func id(at offset: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: unsafe load(ID.self, offset))
  }

  /// Writes a reference and keeps it when its target is there.
  @inline(__always) private mutating func emit(
    _ row: Int32, _ id: UInt64, _ name: Int32, _ marks: ReferenceMarks
  ) {
    let target = unsafe finder.row(of: id)
    unsafe out.sources[cursor] = row
    unsafe out.targets[cursor] = target
    unsafe out.names[cursor] = name
    unsafe out.marks[cursor] = marks
    unsafe cursor &+= target >= 0 ? 1 : 0
    unsafe dangling &+= target < 0 && id != 0 ? 1 : 0
  }

  /// Makes sure that `count` references more fit, as they do unless the file changes while it is read.
  @inline(__always) private func checkRoom(for count: Int, at offset: Int) throws(InputFailure) {
    if unsafe count >= out.capacity - cursor { throw .changed(at: offset) }
    if unsafe count > Int(Int32.max) - cursor {
      throw InputFailure(
        offset: offset, problem: "too many references", expected: "at most \(Int32.max)")
    }
  }

  private mutating func visitInstance(
    _ row: Int32, _ offset: Int, _ objects: inout HPROFObjects, _ names: inout HPROFNames
  ) throws(InputFailure) {
    let data = unsafe offset + 9 + 2 * idSize
    let length = unsafe Int(load(UInt32.self, data - 4))
    let index = unsafe table.index(of: id(at: data - 4 - idSize))
    let item = unsafe try table.instanceClass(index, length: length, at: offset, &names)
    objects.set(Int(row), item)
    let steps = item.steps
    unsafe try checkRoom(for: steps.count, at: offset)
    let start = unsafe cursor
    for position in steps {
      let step = unsafe table.step(position)
      unsafe emit(row, id(at: data + Int(step.offset)), step.name, step.marks)
    }
    if item.hasTies { unsafe orderTies(from: start) }
  }

  /// Orders the references of one name by target: two classes of an object may have fields of one name.
  private mutating func orderTies(from start: Int) {
    let end = unsafe cursor
    for index in start..<max(start, end) {
      var hole = index
      while hole > start, unsafe out.names[hole - 1] == out.names[hole],
        unsafe (out.targets[hole], out.marks[hole].rawValue)
          < (out.targets[hole - 1], out.marks[hole - 1].rawValue)
      {
        unsafe swap(&out.targets[hole], &out.targets[hole - 1])
        unsafe swap(&out.marks[hole], &out.marks[hole - 1])
        hole -= 1
      }
    }
  }

  private mutating func visitArray(
    _ row: Int32, _ offset: Int, _ objects: inout HPROFObjects, _ names: inout HPROFNames
  ) throws(InputFailure) {
    let data = unsafe offset + 9 + 2 * idSize
    let count = unsafe Int(load(UInt32.self, offset + 5 + idSize))
    guard unsafe count * idSize <= limit - data else { throw .changed(at: offset) }
    let classID = unsafe id(at: data - idSize)
    let index = unsafe table.index(of: classID)
    var item = unsafe try table.arrayClass(index, classID, at: offset, &names)
    item.size = unsafe table.sizes.objectArray(count: count)
    objects.set(Int(row), item)
    unsafe try checkRoom(for: count + 1, at: offset)
    var order = ElementOrder(count: count)
    while let run = order.next() {
      for element in run {
        let target = unsafe id(at: data + element * idSize)
        if target == 0 { continue }
        unsafe emit(row, target, names.element(element), HPROFFieldPrograms.element)
      }
    }
    if unsafe !table.isRoot(index) {
      unsafe emit(row, classID, classReference, HPROFFieldPrograms.runtime)
    }
  }

  private func visitPrimitiveArray(_ row: Int, _ offset: Int, _ objects: inout HPROFObjects) {
    let type = unsafe load(UInt8.self, offset + 9 + idSize)
    let count = unsafe Int(load(UInt32.self, offset + 5 + idSize))
    var item = unsafe table.primitiveArray(type)
    item.size = unsafe table.sizes.primitiveArray(ofType: type, count: count)
    objects.set(row, item)
  }

  private mutating func visitClass(
    _ row: Int32, _ offset: Int, _ objects: inout HPROFObjects, _ names: inout HPROFNames
  ) throws(InputFailure) {
    let index = unsafe Int(table.index(of: id(at: offset + 1)))
    objects.set(Int(row), unsafe table.classObject(index, &names))
    let references = unsafe try table.classReferences(of: index, &names)
    unsafe try checkRoom(for: references.count, at: offset)
    let start = unsafe cursor
    for reference in references {
      unsafe emit(row, reference.id, reference.name, reference.marks)
    }
    unsafe orderTies(from: start)
  }
}

extension InputFailure {
  static func changed(at offset: Int) -> InputFailure {
    InputFailure(
      offset: offset, problem: "the file changed while it was read", expected: "a finished dump")
  }
}

extension HPROFObjects {
  /// Writes what the class says of the object at `row`.
  @inline(__always) fileprivate mutating func set(_ row: Int, _ item: HPROFClassTable.Item) {
    types[row] = item.type
    kinds[row] = item.kind
    sizes[row] = item.size
    marks[row] = item.marks
  }
}
