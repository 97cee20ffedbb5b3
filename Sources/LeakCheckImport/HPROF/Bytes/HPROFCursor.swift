import LeakCheckText

/// A cursor that reads the parts of a record and never leaves it.
struct HPROFCursor {
  let bytes: HPROFBytes
  /// The next byte to be read.
  private(set) var offset: Int
  /// Where the record ends.
  let end: Int
  /// What is being read, for messages.
  var what: String

  init(_ bytes: HPROFBytes, _ range: Range<Int>, what: String) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
    self.what = what
  }

  /// The offset before `count` bytes, which are passed.
  @discardableResult
  mutating func skip(_ count: Int) throws(InputFailure) -> Int {
    guard count <= end - offset else {
      throw .truncated(at: offset, inside: what, needs: count, has: end - offset)
    }
    defer { offset += count }
    return offset
  }

  mutating func u1() throws(InputFailure) -> UInt8 { bytes[try skip(1)] }

  mutating func u2() throws(InputFailure) -> Int {
    Int(bytes.load(UInt16.self, at: try skip(2)))
  }

  mutating func u4() throws(InputFailure) -> UInt32 {
    bytes.load(UInt32.self, at: try skip(4))
  }

  mutating func id() throws(InputFailure) -> UInt64 { bytes.id(at: try skip(bytes.idSize)) }

  /// A basic type and the bytes of its values.
  mutating func basicType() throws(InputFailure) -> (type: UInt8, size: Int) {
    let type = try u1()
    guard let size = HPROFFormat.size(ofType: type, idSize: bytes.idSize) else {
      throw InputFailure(
        offset: offset - 1, problem: "unknown basic type \(type) in a \(what)",
        expected: HPROFFormat.expectedType)
    }
    return (type, size)
  }
}
