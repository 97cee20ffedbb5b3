/// A set of vertices or edges as one bit each.
///
/// A hash set of a million vertices costs some forty megabytes, this one 125 kilobytes.
package struct VertexSet: Sendable, Equatable {
  /// Member `m` is bit `m % 64` of the word `m / 64`.
  @usableFromInline var words: [UInt64]

  /// The set of these words.
  init(words: [UInt64]) { self.words = words }

  /// An empty set that can hold `0..<capacity`.
  @inlinable package init(capacity: Int) {
    words = [UInt64](repeating: 0, count: (capacity + 63) >> 6)
  }

  /// The set of `members` among `0..<capacity`.
  @inlinable package init(_ members: some Sequence<Int32>, capacity: Int) {
    self.init(capacity: capacity)
    for member in members { insert(member) }
  }

  /// The set of `members` among `0..<capacity`: what a generic sequence takes, called from another module, is many
  /// times as slow as a list.
  package init(_ members: [Int32], capacity: Int) {
    self.init(capacity: capacity)
    for member in members { insert(member) }
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of members.
  ///
  /// - Complexity: O(capacity / 64).
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inlinable package func contains(_ member: Int32) -> Bool {
    words[Int(member) >> 6] & (1 << (UInt64(member) & 63)) != 0
  }

  /// Adds `member`; whether it was new.
  @discardableResult
  @inlinable package mutating func insert(_ member: Int32) -> Bool {
    let bit: UInt64 = 1 << (UInt64(member) & 63)
    let isNew = words[Int(member) >> 6] & bit == 0
    words[Int(member) >> 6] |= bit
    return isNew
  }

  @inlinable package mutating func remove(_ member: Int32) {
    words[Int(member) >> 6] &= ~(1 << (UInt64(member) & 63))
  }

  package mutating func formUnion(_ other: VertexSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  package mutating func subtract(_ other: VertexSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// What of `0..<capacity` is no member; `capacity` is the one that the set was made with.
  ///
  /// - Complexity: O(capacity / 64).
  package func complement(capacity: Int) -> VertexSet {
    var words = words.map(~)
    if capacity & 63 != 0 { words[words.count - 1] &= 1 << UInt64(capacity & 63) - 1 }
    return VertexSet(words: words)
  }

  /// The members in rising order.
  package var members: [Int32] {
    var (index, word) = (-1, 0 as UInt64)
    return [Int32](count: count) { _ in
      while word == 0 {
        index += 1
        word = words[index]
      }
      defer { word &= word - 1 }
      return Int32(index << 6 | word.trailingZeroBitCount)
    }
  }
}
