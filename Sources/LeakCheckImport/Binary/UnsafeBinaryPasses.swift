internal import LeakCheckGraph

// The passes over all values of a section: without branches, so that the compiler makes vectors of them.

extension StoredNumbers {
  /// The number at `index`.
  subscript(index: Int) -> Int64 { column[index] }

  /// The first index whose number is not from 0 to `most`.
  func firstIndex(above most: Int) -> Int? {
    guard most < 0 || greatest > UInt64(most) else { return nil }
    return column.firstIndex { $0 < 0 || $0 > most }
  }

  /// The greatest number; a negative one counts as greater than all others.
  private var greatest: UInt64 {
    switch width {
    case 1: UInt64(unsafe Self.greatest(of: values(as: UInt8.self)))
    case 2: UInt64(unsafe Self.greatest(of: values(as: UInt16.self)))
    case 4: UInt64(unsafe Self.greatest(of: values(as: UInt32.self)))
    default: unsafe Self.greatest(of: values(as: UInt64.self))
    }
  }

  @inline(__always)
  private static func greatest<Number: FixedWidthInteger>(
    of values: UnsafeBufferPointer<Number>
  ) -> Number {
    var greatest: Number = 0
    for index in 0..<values.count { greatest = unsafe max(greatest, values[index]) }
    return greatest
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

  /// The number of references that somebody ends.
  func endedCount() -> Int {
    var count = 0
    unsafe withUnsafeBufferPointer { marks in
      for index in 0..<marks.count { count &+= unsafe marks[index].rawValue >= 0x20 ? 1 : 0 }
    }
    return count
  }
}

extension ReferenceMarks {
  /// The highest bit, and kinds of reference above the last: 1-bits where they are, otherwise 0.
  @inline(__always)
  fileprivate var wrongBits: UInt8 {
    rawValue & 0x80 | rawValue &>> 4 & (rawValue &>> 3 | rawValue &>> 2) & 1
  }
}

/// Finds references that are not in the graph's order: by object, then name, then target.
struct ReferenceOrderCheck {
  let starts: Column<Int32>
  let targets: Column<Int32>
  /// The names in any numbers that are ordered as the texts are; `nil` when all have one name.
  let names: StoredNumbers?

  /// What was found.
  struct Result {
    /// Whether a reference stands before the one in front of it, of the same object.
    var hasFall = false
    /// Whether two neighbours of one object have the same name and target.
    var hasTie = false
  }

  /// Whether any reference is out of order, and whether any name and target occur twice.
  ///
  /// Falls and ties are counted over all neighbours, and again over those of two objects, where they mean
  /// nothing: the difference is what is wrong. Both counts are without branches in the inner loop.
  func result() -> Result {
    switch names?.width {
    case nil: result { _ in 0 }
    case 1: unsafe result(names: names?.values(as: UInt8.self))
    case 2: unsafe result(names: names?.values(as: UInt16.self))
    case 4: unsafe result(names: names?.values(as: UInt32.self))
    default: unsafe result(names: names?.values(as: UInt64.self))
    }
  }

  @inline(__always)
  private func result<Name: FixedWidthInteger>(names: UnsafeBufferPointer<Name>?) -> Result {
    guard let names = unsafe names?.baseAddress else { return Result() }
    return result { UInt32(truncatingIfNeeded: unsafe names[$0]) }
  }

  @inline(__always)
  private func result(name: (Int) -> UInt32) -> Result {
    unsafe targets.withUnsafeBufferPointer { targets in
      unsafe starts.withUnsafeBufferPointer { starts in
        guard let targets = targets.baseAddress, let starts = starts.baseAddress else {
          return Result()
        }
        let count = self.targets.count
        var (falls, ties): (UInt32, UInt32) = (0, 0)
        for index in 1..<max(1, count) {
          let (fall, tie) = unsafe Self.order(index, name, targets)
          falls &+= fall
          ties &+= tie
        }
        for object in 1..<max(1, self.starts.count) {
          let start = unsafe Int(starts[object])
          if unsafe starts[object &- 1] == starts[object] || start == count { continue }
          let (fall, tie) = unsafe Self.order(start, name, targets)
          falls &-= fall
          ties &-= tie
        }
        return Result(hasFall: falls != 0, hasTie: ties != 0)
      }
    }
  }

  /// Whether the reference at `index` belongs before the one in front of it, and whether they are alike.
  @inline(__always)
  private static func order(
    _ index: Int, _ name: (Int) -> UInt32, _ targets: UnsafePointer<Int32>
  ) -> (fall: UInt32, tie: UInt32) {
    let (left, right) = (name(index &- 1), name(index))
    let (from, to) = unsafe (targets[index &- 1], targets[index])
    let same: UInt32 = left == right ? 1 : 0
    let fall = (left > right ? 1 : 0) | same & (from > to ? 1 : 0)
    return (fall, same & (from == to ? 1 : 0))
  }
}
