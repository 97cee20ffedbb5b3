internal import LeakCheckGraph
import LeakCheckText

/// The index from the first pass over a heap dump: the place of everything.
///
/// Objects are columns in the order of the file; the few thousand classes, roots and frames are values.
struct HPROFIndex: ~Copyable {
  let header: HPROFHeader
  let bytes: HPROFBytes

  /// The texts: id, and where the bytes begin and end.
  var strings = HPROFTexts()
  /// The text with the name of each loaded class, by the class object's id.
  var classNames: [UInt64: UInt64] = [:]
  /// The text with the name of each loaded class, by serial number, as frames know it.
  var classNamesBySerial: [UInt32: UInt64] = [:]
  /// Where the records of frames are, by id.
  var frames: [UInt64: Int] = [:]
  /// Where the records of stack traces are, by serial number.
  var traces: [UInt32: Int] = [:]
  /// The text with the name of a thread, by serial number.
  var threadNames: [UInt32: UInt64] = [:]

  /// Where the sub-records of classes are.
  var classes: [Int] = []
  /// The roots, in the order of the file.
  var roots: [HPROFRoot] = []
  /// The stack trace of each thread, by the thread's serial number.
  var threadTraces: [UInt32: UInt32] = [:]
  /// The object of each thread, by the thread's serial number.
  var threadObjects: [UInt32: UInt64] = [:]

  /// The id of each object: classes, instances and arrays.
  var objects: ReservedColumn<UInt64>
  /// Where the sub-record of each object begins.
  var offsets: ReservedColumn<Int>
  /// The most references there can be: elements, classes of objects, and fields, were all references.
  var referenceBound = 0
  /// The bytes of all fields.
  var fieldBytes = 0
  /// Whether some object begins inside an array of objects, were its elements as wide as ids.
  var hasNarrowReferences = false
  /// Whether an object was found where a header with a class pointer as wide as ids would leave no room for it.
  var hasNarrowClassPointers = false
  /// Whether the heap is in segments, behind which its end is told.
  var isSegmented = false
  /// Whether the dump tells its end.
  var hasEnd = false
  private var heapCount = 0
  /// Counts the bytes that are read.
  var counter = WorkCounter.none

  private init(_ bytes: HPROFBytes, _ header: HPROFHeader) {
    self.header = header
    self.bytes = bytes
    // The smallest object is an empty primitive array: tag, id, trace, length, type.
    let most = min(bytes.count / (10 + header.idSize) + 1, Int(Int32.max))
    objects = ReservedColumn(capacity: most)
    offsets = ReservedColumn(capacity: most)
  }

  /// Reads all records of `dump`, and the heads of all sub-records.
  ///
  /// - Throws: ``InputFailure`` for the first record that is cut short, unknown or beyond the file.
  /// - Complexity: O(records); the bytes of arrays are not touched.
  static func reading(
    _ dump: DumpFile, _ counter: WorkCounter = .none
  ) throws(InputFailure) -> HPROFIndex {
    var bytes = HPROFBytes(dump)
    let header = try HPROFHeader(bytes)
    bytes.idSize = header.idSize
    var index = HPROFIndex(bytes, header)
    index.counter = counter
    var offset = header.end
    while offset < bytes.count { offset = try index.readRecord(at: offset) }
    index.referenceBound += index.fieldBytes / header.idSize
    guard index.heapCount > 0 else {
      throw InputFailure(
        offset: offset, problem: "no heap dump in the file", expected: "a heap dump record")
    }
    guard index.hasEnd || !index.isSegmented else {
      // A JVM that was killed leaves whole segments; the roots stand in the last one.
      throw InputFailure(
        offset: offset, problem: "the file ends before the heap dump does",
        expected: "another segment or a record 0x2c: the whole file")
    }
    return index
  }

  /// The offset behind the record at `offset`.
  private mutating func readRecord(at offset: Int) throws(InputFailure) -> Int {
    var head = HPROFCursor(bytes, offset..<bytes.count, what: "record")
    let tag = try head.u1()
    try head.skip(4)
    let length = Int(try head.u4())
    let body = head.offset
    guard length <= bytes.count - body else {
      throw .truncated(
        at: offset, inside: "record 0x\(String(tag, radix: 16))", needs: length,
        has: bytes.count - body)
    }
    var cursor = HPROFCursor(bytes, body..<(body + length), what: "record")
    switch tag {
    case HPROFFormat.Tag.heapDump, HPROFFormat.Tag.heapDumpSegment:
      heapCount += 1
      if tag == HPROFFormat.Tag.heapDumpSegment { (isSegmented, hasEnd) = (true, false) }
      try scanHeap(body..<(body + length))
    case HPROFFormat.Tag.heapDumpEnd: hasEnd = true
    default: try readRecord(tag, &cursor, at: offset)
    }
    return body + length
  }

  private mutating func readRecord(
    _ tag: UInt8, _ cursor: inout HPROFCursor, at offset: Int
  ) throws(InputFailure) {
    switch tag {
    case HPROFFormat.Tag.string:
      let id = try cursor.id()
      strings.append(id: id, cursor.offset..<cursor.end)
    case HPROFFormat.Tag.loadClass: try readLoadedClass(&cursor)
    case HPROFFormat.Tag.stackFrame: frames[try cursor.id()] = cursor.offset - header.idSize
    case HPROFFormat.Tag.stackTrace: try readTrace(&cursor)
    case HPROFFormat.Tag.startThread: try readThread(&cursor)
    case HPROFFormat.Tag.unloadClass: try cursor.skip(4)
    case _ where HPROFFormat.Tag.withoutObjects.contains(tag): break
    default:
      throw InputFailure(
        offset: offset, problem: "unknown record 0x\(String(tag, radix: 16))",
        expected: "a record of HPROF 1.0.2, 0x01 to 0x0e, 0x1c or 0x2c")
    }
  }

  private mutating func readLoadedClass(_ cursor: inout HPROFCursor) throws(InputFailure) {
    cursor.what = "record of a loaded class"
    let serial = try cursor.u4()
    let object = try cursor.id()
    try cursor.skip(4)
    let name = try cursor.id()
    classNames[object] = name
    classNamesBySerial[serial] = name
  }

  private mutating func readTrace(_ cursor: inout HPROFCursor) throws(InputFailure) {
    cursor.what = "stack trace"
    let start = cursor.offset
    let serial = try cursor.u4()
    try cursor.skip(4)
    let count = Int(try cursor.u4())
    try cursor.skip(count * header.idSize)
    traces[serial] = start
  }

  private mutating func readThread(_ cursor: inout HPROFCursor) throws(InputFailure) {
    cursor.what = "record of a started thread"
    let serial = try cursor.u4()
    let object = try cursor.id()
    try cursor.skip(4)
    threadNames[serial] = try cursor.id()
    threadObjects[serial] = object
  }

  /// Reads the sub-record of a root whose id begins at `offset` and returns where it ends.
  mutating func readRoot(_ kind: HPROFRoot.Kind, in range: Range<Int>) throws(InputFailure) -> Int {
    var cursor = HPROFCursor(bytes, range, what: "root")
    var root = HPROFRoot(kind: kind, object: try cursor.id())
    switch kind.tail {
    case .nothing: break
    case .id: try cursor.skip(header.idSize)
    case .thread: root.thread = try cursor.u4()
    case .threadAndFrame:
      root.thread = try cursor.u4()
      root.frame = Int32(bitPattern: try cursor.u4())
    case .threadAndTrace:
      root.thread = try cursor.u4()
      threadTraces[root.thread] = try cursor.u4()
      threadObjects[root.thread] = root.object
    }
    roots.append(root)
    return cursor.offset
  }
}
