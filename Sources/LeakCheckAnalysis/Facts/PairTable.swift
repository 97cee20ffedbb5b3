import LeakCheckGraph

/// Numbers pairs of numbers in the order in which they come first.
///
/// Open addressing over one flat array, at most half full: a reference costs one look-up in one cache line, and there are
/// millions.
package struct PairTable {
  private struct Slot: BitwiseCopyable {
    var first: Int64
    var second: Int64
    /// The number of the pair, or -1 where there is none.
    var number: Int32

    static let free = Slot(first: 0, second: 0, number: -1)
  }

  private var slots = [Slot](repeating: .free, count: 1024)
  private let key = HashKey.process

  /// How many different pairs came.
  package private(set) var count: Int32 = 0

  /// The pairs in the order of their numbers.
  package var all: [(Int64, Int64)] {
    var pairs = [(Int64, Int64)](repeating: (0, 0), count: Int(count))
    for slot in slots where slot.number >= 0 { pairs[Int(slot.number)] = (slot.first, slot.second) }
    return pairs
  }

  /// The place of each pair when they are sorted, by its number.
  ///
  /// - Complexity: O(pairs, times their logarithm).
  package var ranks: [Int32] {
    let pairs = all
    return pairs.indices.sorted { pairs[$0] < pairs[$1] }.map(Int32.init).inverted()
  }

  /// An empty table.
  package init() {}

  /// The number of a pair.
  package mutating func number(of first: Int64, _ second: Int64) -> Int32 {
    var known = count
    let key = key
    let number = unsafe slots.withUnsafeMutableBufferPointer { slots in
      unsafe Self.number(of: first, second, in: slots, known: &known, key)
    }
    if known > count {
      count = known
      growAsNeeded()
    }
    return number
  }

  /// The number of a pair, which is the next one where it was not known.
  @inline(__always)
  private static func number(
    of first: Int64, _ second: Int64, in slots: UnsafeMutableBufferPointer<Slot>,
    known: inout Int32, _ key: HashKey
  ) -> Int32 {
    let place = unsafe Self.place(of: first, second, in: slots, key)
    if unsafe slots[place].number < 0 {
      unsafe slots[place] = Slot(first: first, second: second, number: known)
      known &+= 1
    }
    return unsafe slots[place].number
  }

  /// How many pairs ahead a place is loaded.
  private static let distance = 16

  /// The numbers of many pairs, the same as when each is asked for.
  ///
  /// Of many different pairs the table is larger than the caches: places are loaded before they are needed.
  ///
  /// - Parameters:
  ///   - count: how many pairs there are.
  ///   - pair: the pair at a position, asked for twice.
  /// - Returns: the number of each.
  @inline(__always)
  mutating func numbers(
    count: Int, of pair: (Int) -> (first: Int64, second: Int64)
  ) -> [Int32] {
    let key = key
    return unsafe [Int32](unsafeUninitializedCapacity: count) { numbers, written in
      while written < count {
        var known = self.count
        // The slots are found once for as long as the table need not grow.
        unsafe slots.withUnsafeMutableBufferPointer { slots in
          while written < count, !Self.mustGrow(known, in: slots.count) {
            if written &+ Self.distance < count {
              let ahead = pair(written &+ Self.distance)
              unsafe slots.prefetch(Self.hash(ahead.first, ahead.second, key) & (slots.count &- 1))
            }
            let pair = pair(written)
            let number = unsafe Self.number(
              of: pair.first, pair.second, in: slots, known: &known, key)
            unsafe numbers.initializeElement(at: written, to: number)
            written &+= 1
          }
        }
        self.count = known
        growAsNeeded()
      }
    }
  }

  /// Whether so many pairs fill more than half of the slots.
  private static func mustGrow(_ count: Int32, in slotCount: Int) -> Bool {
    Int(count) * 2 > slotCount
  }

  private mutating func growAsNeeded() {
    guard Self.mustGrow(count, in: slots.count) else { return }
    var larger = [Slot](repeating: .free, count: slots.count * 2)
    let key = key
    unsafe larger.withUnsafeMutableBufferPointer { larger in
      for slot in slots where slot.number >= 0 {
        unsafe larger[Self.place(of: slot.first, slot.second, in: larger, key)] = slot
      }
    }
    slots = larger
  }

  /// Where a pair is, or where it would be put: a slot is always free.
  @inline(__always)
  private static func place(
    of first: Int64, _ second: Int64, in slots: UnsafeMutableBufferPointer<Slot>, _ key: HashKey
  ) -> Int {
    let mask = slots.count &- 1
    var place = hash(first, second, key) & mask
    while true {
      let slot = unsafe slots[place]
      if slot.number < 0 || slot.first == first && slot.second == second { return place }
      place = (place &+ 1) & mask
    }
  }

  @inline(__always)
  private static func hash(_ first: Int64, _ second: Int64, _ key: HashKey) -> Int {
    // The high bits depend on all of both; 44 of them are more than any table needs.
    Int(truncatingIfNeeded: key.hash(first, second) &>> 20)
  }
}
