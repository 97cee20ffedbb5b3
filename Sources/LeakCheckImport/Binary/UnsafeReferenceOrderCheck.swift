internal import LeakCheckGraph

/// Finds references that are not in the graph's order: by object, then name, then target.
///
/// Falls are counted over all neighbours, and again over those where one object's references end and
/// another's begin, where a fall means nothing: what is wrong is the difference. So the long loop has no
/// branches and never asks where an object's references begin.
struct ReferenceOrderCheck {
  let starts: Column<Int32>
  let targets: Column<Int32>
  /// The names in any numbers that are ordered as the texts are; `nil` when all have one name.
  let names: StoredNumbers?

  /// What was found.
  struct Result {
    /// Whether a reference belongs before the one in front of it, of the same object.
    var hasFall = false
    /// The references with the name and target of the one in front of them, which may be another object's.
    var ties: [Int] = []
  }

  /// Where references are out of order by name and target, or have the same.
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
    unsafe targets.withUnsafeBufferPointer { targets in
      unsafe starts.withUnsafeBufferPointer { starts in
        guard let first = targets.baseAddress, let names = names.baseAddress else {
          return Result()
        }
        return unsafe Pass(names: names, targets: first, count: targets.count).result(starts)
      }
    }
  }

  /// The loops, for names of one width.
  @safe private struct Pass<Name: FixedWidthInteger> {
    // Both are owned by columns that outlive the pass.
    let names: UnsafePointer<Name>
    let targets: UnsafePointer<Int32>
    let count: Int

    /// Falls and ties are counted for so many references at a time; few blocks have a tie.
    private static var blockLength: Int { 512 }

    func result(_ starts: UnsafeBufferPointer<Int32>) -> Result {
      var result = Result()
      var falls = 0
      var start = 1
      while start < count {
        let end = min(count, start &+ Self.blockLength)
        let found = orders(in: start..<end)
        falls &+= found.falls
        if found.ties > 0 {
          result.ties.append(contentsOf: (start..<end).filter { order(at: $0).tie > 0 })
        }
        start = end
      }
      result.hasFall = unsafe falls != fallsBetweenObjects(starts)
      return result
    }

    private func orders(in range: Range<Int>) -> (falls: Int, ties: Int) {
      var (falls, ties): (Int32, Int32) = (0, 0)
      for index in range {
        let order = order(at: index)
        falls &+= order.fall
        ties &+= order.tie
      }
      return (Int(falls), Int(ties))
    }

    private func fallsBetweenObjects(_ starts: UnsafeBufferPointer<Int32>) -> Int {
      var falls = 0
      for object in 1..<max(1, starts.count) {
        let start = unsafe Int(starts[object])
        if unsafe starts[object &- 1] == starts[object] || start == count { continue }
        falls &+= Int(order(at: start).fall)
      }
      return falls
    }

    /// Whether the reference belongs before the one in front of it, and whether name and target are alike.
    @inline(__always)
    private func order(at index: Int) -> (fall: Int32, tie: Int32) {
      let left = Int32(truncatingIfNeeded: unsafe names[index &- 1])
      let right = Int32(truncatingIfNeeded: unsafe names[index])
      let from = unsafe targets[index &- 1]
      let to = unsafe targets[index]
      let isSame: Int32 = left == right ? 1 : 0
      let fall = (left > right ? 1 : 0) | isSame & (from > to ? 1 : 0)
      return (fall, isSame & (from == to ? 1 : 0))
    }
  }
}
