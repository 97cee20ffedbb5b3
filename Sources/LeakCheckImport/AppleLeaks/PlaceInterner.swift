import LeakCheckGraph

/// An interner that numbers the distinct words of a text by their first place, without copying words.
struct PlaceInterner {
  private var places: [Range<Int>] = []
  private var hashes: [UInt64] = []
  private var slots = [Int32](repeating: -1, count: 64)
  private let key = HashKey.process

  /// The number of the word at `place`, counted from 0 in the order of first use.
  ///
  /// - Complexity: O(length), amortised.
  mutating func index(of place: Range<Int>, in text: Span<UInt8>) -> Int {
    if places.count * 2 >= slots.count { grow() }
    let hash = unsafe text.extracting(place).withUnsafeBytes { unsafe key.hash($0) }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash &>> 20) & mask
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if hashes[index] == hash, Self.areEqual(places[index], place, in: text) { return index }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(places.count)
    places.append(place)
    hashes.append(hash)
    return places.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash &>> 20) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(index)
    }
  }

  private static func areEqual(
    _ left: Range<Int>, _ right: Range<Int>, in text: Span<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    let distance = right.lowerBound - left.lowerBound
    for index in left where text[index] != text[index + distance] { return false }
    return true
  }
}
