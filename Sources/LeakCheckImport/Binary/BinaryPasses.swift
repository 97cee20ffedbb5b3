internal import LeakCheckGraph

// The passes over all values of a section: without branches, so that the compiler makes vectors of them.

extension StoredNumbers {
  /// The number at `index`.
  subscript(index: Int) -> Int64 { column[index] }

  /// All numbers, each of which is known to be an index.
  func indices() -> [Int32] {
    let column = column
    return column.indices.map { Int32(truncatingIfNeeded: column[$0]) }
  }

  /// The first index whose number is not from 0 to `most`.
  func firstIndex(above most: Int) -> Int? {
    let isAllBelow =
      switch width {
      case 1: unsafe most >= 0 && Self.isAll(upTo: most, of: values(as: UInt8.self))
      case 2: unsafe most >= 0 && Self.isAll(upTo: most, of: values(as: UInt16.self))
      case 4 where most <= Int32.max: unsafe Self.isAll(upTo: most, of: values(as: Int32.self))
      case 4: true
      default: unsafe Self.isAll(upTo: most, of: values(as: Int64.self))
      }
    let column = column
    return isAllBelow ? nil : column.indices.first { column[$0] < 0 || column[$0] > most }
  }

  /// Whether all values are from 0 to `most`: of one that is not, or of its distance, the sign is set.
  @inline(__always)
  private static func isAll<Number: FixedWidthInteger & SignedInteger>(
    upTo most: Int, of values: UnsafeBufferPointer<Number>
  ) -> Bool {
    let most = Number(clamping: most)
    if most < 0 { return values.isEmpty }
    var signs: Number = 0
    for index in 0..<values.count { unsafe signs |= values[index] | (most &- values[index]) }
    return signs >= 0
  }

  @inline(__always)
  private static func isAll<Number: FixedWidthInteger & UnsignedInteger>(
    upTo most: Int, of values: UnsafeBufferPointer<Number>
  ) -> Bool {
    if most >= Int(Number.max) { return true }
    var greatest: Number = 0
    for index in 0..<values.count { greatest = unsafe max(greatest, values[index]) }
    return Int(greatest) <= most
  }

  /// The first index whose number is below the one before, or equal to it where they must rise `strictly`.
  func firstFall(strictly: Bool) -> Int? {
    switch width {
    case 1: unsafe Self.firstFall(in: values(as: UInt8.self), strictly)
    case 2: unsafe Self.firstFall(in: values(as: UInt16.self), strictly)
    case 4: unsafe Self.firstFall(in: values(as: UInt32.self), strictly)
    default: unsafe Self.firstFall(in: values(as: Int64.self), strictly)
    }
  }

  @inline(__always)
  private static func firstFall<Number: FixedWidthInteger>(
    in values: UnsafeBufferPointer<Number>, _ strictly: Bool
  ) -> Int? {
    var falls: Number = 0
    for index in 0..<max(0, values.count &- 1) {
      let value = unsafe values[index]
      let next = unsafe values[index &+ 1]
      falls |= (value > next ? 1 : 0) | (strictly && value == next ? 1 : 0)
    }
    guard falls != 0 else { return nil }
    return (1..<values.count).first { index in
      let last = unsafe values[index &- 1]
      let value = unsafe values[index]
      return last > value || strictly && last == value
    }
  }
}

extension Column<ObjectMarks> {
  /// The first object whose marks contradict one another or are unknown.
  func firstWrong() -> Int? {
    var wrong: UInt8 = 0
    unsafe withUnsafeBufferPointer { marks in
      for index in 0..<marks.count { unsafe wrong |= marks[index].wrongBits }
    }
    return wrong == 0 ? nil : firstIndex { $0.wrongBits != 0 }
  }
}

extension ObjectMarks {
  /// Bits beyond the known ones, and pairs that exclude each other.
  @inline(__always)
  fileprivate var wrongBits: UInt8 {
    let exclusive = ObjectMarks.expectedGone.rawValue | ObjectMarks.framework.rawValue
    return rawValue & 0xc0 | rawValue & rawValue &>> 1 & exclusive
  }
}

extension Column<ReferenceMarks> {
  /// The first reference whose marks have no meaning.
  func firstWrong() -> Int? {
    var wrong: UInt8 = 0
    unsafe withUnsafeBufferPointer { marks in
      for index in 0..<marks.count { unsafe wrong |= marks[index].wrongBits }
    }
    return wrong == 0 ? nil : firstIndex { $0.wrongBits != 0 }
  }

  /// The number of references that somebody ends: none in most dumps, which one quick pass shows.
  func endedCount() -> Int {
    unsafe withUnsafeBufferPointer { marks in
      var bits: UInt8 = 0
      for index in 0..<marks.count { unsafe bits |= marks[index].rawValue }
      if bits < 0x20 { return 0 }
      var count = 0
      for index in 0..<marks.count { count &+= unsafe marks[index].rawValue >= 0x20 ? 1 : 0 }
      return count
    }
  }
}

extension ReferenceMarks {
  /// The highest bit, and kinds of reference above the last: 1-bits where they are, otherwise 0.
  @inline(__always)
  fileprivate var wrongBits: UInt8 {
    rawValue & 0x80 | rawValue &>> 4 & (rawValue &>> 3 | rawValue &>> 2) & 1
  }
}
