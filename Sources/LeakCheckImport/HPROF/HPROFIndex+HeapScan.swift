internal import LeakCheckGraph
import LeakCheckText

extension HPROFIndex {
  /// Walks over the sub-records of one heap dump record or segment.
  ///
  /// One head is read of each; what it says of its length is checked before the step.
  mutating func scanHeap(_ range: Range<Int>) throws(InputFailure) {
    var offset = range.lowerBound
    var counted = offset
    defer { counter.add(range.upperBound - counted) }
    var array = WideArray.none
    while offset < range.upperBound {
      if offset &- counted > 1 << 20 {
        counter.add(offset - counted)
        counted = offset
      }
      let tag = bytes[offset]
      let end: Int
      switch tag {
      case HPROFFormat.SubTag.instance:
        end = try instanceEnd(offset, range.upperBound)
      case HPROFFormat.SubTag.objectArray:
        end = try objectArrayEnd(offset, range.upperBound)
      case HPROFFormat.SubTag.primitiveArray, HPROFFormat.SubTag.primitiveArrayWithoutData:
        end = try primitiveArrayEnd(offset, range.upperBound)
      case HPROFFormat.SubTag.classDump:
        end = try HPROFClassDump.end(of: offset, before: range.upperBound, in: bytes)
        fieldBytes += end - offset
        classes.append(offset)
      default:
        offset = try scanOther(tag, offset..<range.upperBound)
        continue
      }
      let id = bytes.id(at: offset + 1)
      if id > array.start, id < array.end {
        hasNarrowClassPointers = true
        if id < array.leastEnd { hasNarrowReferences = true }
      }
      array = wideArray(id, tag, at: offset)
      try addObject(id, at: offset)
      offset = end
    }
  }

  @inline(__always) private mutating func addObject(
    _ id: UInt64, at offset: Int
  ) throws(InputFailure) {
    guard objects.count < objects.capacity, id != 0 else {
      throw InputFailure(
        offset: offset, problem: id == 0 ? "object with the id 0" : "too many objects",
        expected: id == 0 ? "an id, as 0 is null" : "at most \(Int32.max)")
    }
    objects.append(id)
    offsets.append(offset)
  }

  /// The addresses that an array would take in a VM whose references and class pointers are 8 bytes: what begins
  /// among them shows that they are not.
  private struct WideArray {
    let start: UInt64
    /// The end where only the class pointer is narrow.
    let leastEnd: UInt64
    let end: UInt64

    static let none = WideArray(start: .max, leastEnd: .max, end: .max)
  }

  /// The array with this id, or ``WideArray/none`` where the sub-record is of no array.
  @inline(__always)
  private func wideArray(_ id: UInt64, _ tag: UInt8, at offset: Int) -> WideArray {
    let isOfObjects = tag == HPROFFormat.SubTag.objectArray
    guard header.idSize == 8, isOfObjects || tag == HPROFFormat.SubTag.primitiveArray else {
      return .none
    }
    let length = UInt64(bytes.load(UInt32.self, at: offset + 13))
    let width = isOfObjects ? 8 : HPROFFormat.size(ofType: bytes[offset + 17], idSize: 8) ?? 0
    let elements = id &+ length &* UInt64(width)
    return WideArray(start: id, leastEnd: isOfObjects ? elements &+ 16 : id, end: elements &+ 24)
  }

  @inline(__always) private mutating func instanceEnd(
    _ offset: Int, _ limit: Int
  ) throws(InputFailure) -> Int {
    let data = offset + 9 + 2 * header.idSize
    guard data <= limit else { throw cut("instance", offset, needs: data - offset, limit) }
    let length = Int(bytes.load(UInt32.self, at: data - 4))
    guard length <= limit - data else { throw cut("instance", offset, needs: length, limit) }
    fieldBytes += length
    referenceBound += 1
    return data + length
  }

  private mutating func objectArrayEnd(_ offset: Int, _ limit: Int) throws(InputFailure) -> Int {
    let data = offset + 9 + 2 * header.idSize
    guard data <= limit else { throw cut("array of objects", offset, needs: data - offset, limit) }
    let length = Int(bytes.load(UInt32.self, at: offset + 5 + header.idSize))
    guard length * header.idSize <= limit - data else {
      throw cut("array of objects", offset, needs: length * header.idSize, limit)
    }
    referenceBound += length + 1
    return data + length * header.idSize
  }

  private func primitiveArrayEnd(_ offset: Int, _ limit: Int) throws(InputFailure) -> Int {
    let data = offset + 10 + header.idSize
    guard data <= limit else { throw cut("primitive array", offset, needs: data - offset, limit) }
    let type = bytes[data - 1]
    guard HPROFFormat.primitiveTypes.contains(type),
      let size = HPROFFormat.size(ofType: type, idSize: header.idSize)
    else {
      throw InputFailure(
        offset: data - 1, problem: "unknown type \(type) of a primitive array", expected: "4 to 11")
    }
    if bytes[offset] == HPROFFormat.SubTag.primitiveArrayWithoutData { return data }
    let length = Int(bytes.load(UInt32.self, at: data - 5)) * size
    guard length <= limit - data else { throw cut("primitive array", offset, needs: length, limit) }
    return data + length
  }

  private func cut(_ what: String, _ offset: Int, needs: Int, _ limit: Int) -> InputFailure {
    .truncated(at: offset, inside: what, needs: needs, has: limit - offset)
  }

  /// Roots, and what Android adds; returns where the sub-record ends.
  private mutating func scanOther(_ tag: UInt8, _ range: Range<Int>) throws(InputFailure) -> Int {
    let body = (range.lowerBound + 1)..<range.upperBound
    if let kind = HPROFRoot.Kind(tag: tag) { return try readRoot(kind, in: body) }
    var cursor = HPROFCursor(bytes, body, what: "sub-record 0x\(String(tag, radix: 16))")
    switch tag {
    case HPROFFormat.SubTag.heapInfo: try cursor.skip(4 + header.idSize)
    case HPROFFormat.SubTag.unreachable: try cursor.skip(header.idSize)
    default:
      throw InputFailure(
        offset: range.lowerBound,
        problem: "unknown sub-record 0x\(String(tag, radix: 16)) in a heap dump",
        expected: "a root, a class, an instance or an array")
    }
    return cursor.offset
  }
}
