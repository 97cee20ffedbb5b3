internal import LeakCheckGraph

/// A single pass over all references of a file that verifies checksums, the range of every value, and their order.
///
/// A few thousand references at a time, so that all that is done with them finds them in the cache.
struct ReferenceWalk {
  let starts: Column<Int32>
  let targets: StoredNumbers
  /// The names in any numbers that are ordered as the texts are; `nil` when all have one name.
  let names: StoredNumbers?
  let marks: StoredNumbers
  /// The highest target and the highest name that there are.
  let most: (target: Int, name: Int)

  /// The result.
  struct Result {
    var targets = BinaryChecksum()
    var names = BinaryChecksum()
    var marks = BinaryChecksum()
    /// Whether a target or a name is not there.
    var isOutside = false
    /// References that are not behind the one in front of them, of the same object, by name and target:
    /// with both the same, or out of order.
    var suspects: [Int] = []
  }

  /// The references that are looked at together: a multiple of a checksum's block at every width.
  static let stride = 2048

  /// Walks over all references.
  ///
  /// - Precondition: The starts rise from 0 to the number of targets; the columns are of one length.
  func result() -> Result {
    guard let names else {
      let one = [UInt8](repeating: 0, count: targets.count)
      return unsafe one.withUnsafeBufferPointer { unsafe result(names: $0) }
    }
    return switch names.width {
    case 1: unsafe result(names: names.values(as: UInt8.self))
    case 2: unsafe result(names: names.values(as: UInt16.self))
    case 4: unsafe result(names: names.values(as: UInt32.self))
    default: unsafe result(names: names.values(as: UInt64.self))
    }
  }

  private func result<Name: FixedWidthInteger>(names: UnsafeBufferPointer<Name>) -> Result {
    var result = Result()
    var order = OrderFlags()
    unsafe starts.withUnsafeBufferPointer { starts in
      let targets = unsafe targets.values(as: Int32.self)
      for start in Swift.stride(from: 0, to: self.targets.count, by: Self.stride) {
        let rows = start..<min(start + Self.stride, self.targets.count)
        addChecksums(of: rows, to: &result)
        unsafe order.set(for: rows, names: names, targets: targets)
        unsafe order.clear(at: starts)
        order.collect(into: &result)
      }
    }
    return result
  }

  private func addChecksums(of rows: Range<Int>, to result: inout Result) {
    unsafe result.targets.add(targets.bytes(of: rows))
    unsafe result.marks.add(marks.bytes(of: rows))
    let hasTargets = targets.rows(rows).firstIndex(above: most.target) == nil
    result.isOutside = result.isOutside || !hasTargets
    guard let names else { return }
    unsafe result.names.add(names.bytes(of: rows))
    let hasNames = names.rows(rows).firstIndex(above: most.name) == nil
    result.isOutside = result.isOutside || !hasNames
  }
}

/// The flags that say whether each of some references is in order with the previous one, by name and target.
private struct OrderFlags {
  /// 1 for those, otherwise 0.
  private var flags = [UInt8](repeating: 0, count: ReferenceWalk.stride)
  /// The same by target alone.
  private var targetFlags = [UInt8](repeating: 0, count: ReferenceWalk.stride)
  private var rows = 0..<0
  /// The next object whose references begin in these rows or behind them.
  private var object = 0

  /// Compares each reference with the one in front of it, whose object it may have or not.
  ///
  /// Two loops, since one over values of two widths becomes no vectors.
  mutating func set<Name: FixedWidthInteger>(
    for rows: Range<Int>, names: UnsafeBufferPointer<Name>, targets: UnsafeBufferPointer<Int32>
  ) {
    self.rows = rows
    flags[0] = 0
    // The first reference of all has none in front of it.
    let skipped = rows.lowerBound == 0 ? 1 : 0
    guard let firstName = names.baseAddress, let firstTarget = targets.baseAddress else { return }
    let names = unsafe firstName + rows.lowerBound
    let targets = unsafe firstTarget + rows.lowerBound
    unsafe targetFlags.withUnsafeMutableBufferPointer { targetFlags in
      for index in skipped..<max(skipped, rows.count) {
        // The sign of a distance that is not above 0; wrong only for targets that are not there.
        let distance = unsafe targets[index] &- targets[index &- 1] &- 1
        unsafe targetFlags[index] = UInt8(truncatingIfNeeded: distance &>> 31)
      }
      unsafe flags.withUnsafeMutableBufferPointer { flags in
        for index in skipped..<max(skipped, rows.count) {
          let left = unsafe names[index &- 1]
          let right = unsafe names[index]
          let flag = unsafe (left == right ? 1 : 0) & targetFlags[index]
          unsafe flags[index] = (left > right ? 1 : 0) | flag
        }
      }
    }
  }

  /// Takes back what was said of the first reference of each object.
  mutating func clear(at starts: UnsafeBufferPointer<Int32>) {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    var object = object
    unsafe flags.withUnsafeMutableBufferPointer { flags in
      while object < starts.count {
        let start = unsafe Int(starts[object])
        if start >= end { break }
        unsafe flags[start &- first] = 0
        object &+= 1
      }
    }
    self.object = object
  }

  /// Adds the references whose flag is still set.
  func collect(into result: inout ReferenceWalk.Result) {
    var all: UInt8 = 0
    for index in 0..<rows.count { all |= flags[index] }
    guard all != 0 else { return }
    for index in 0..<rows.count where flags[index] != 0 {
      result.suspects.append(rows.lowerBound + index)
    }
  }
}
