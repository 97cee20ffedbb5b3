/// Distinct strings in one flat buffer, each known by a dense index.
///
/// Ten million objects name a few thousand types; the table keeps each text once, and a text costs its
/// UTF-8 bytes and eight bytes of offset, with no allocation of its own. Index 0 is the empty string.
package struct StringTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  /// The number of distinct strings, the empty one included.
  package var count: Int { ends.count }

  /// The bytes that all strings take together, offsets included.
  package var byteCount: Int { bytes.count + ends.count * MemoryLayout<Int>.stride }

  package init() {}

  /// The string at `index`.
  package subscript(index: Int32) -> String {
    String(decoding: bytes[range(of: index)], as: UTF8.self)
  }

  /// Whether the string at `index` stands before `other` in byte order.
  func precedes(_ index: Int32, _ other: Int32) -> Bool {
    index != other
      && bytes[range(of: index)].lexicographicallyPrecedes(bytes[range(of: other)])
  }

  fileprivate func range(of index: Int32) -> Range<Int> {
    let position = Int(index)
    return (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  fileprivate func holds(_ text: some Collection<UInt8>, at index: Int32) -> Bool {
    bytes[range(of: index)].elementsEqual(text)
  }

  fileprivate mutating func append(_ text: some Collection<UInt8>) -> Int32 {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    return Int32(ends.count - 1)
  }

  /// The order of every string among all of them, by bytes.
  package func ranks() -> [Int32] { ranks(of: Array(0..<Int32(count))) }

  /// The order of some strings among themselves, by bytes; 0 for the others.
  package func ranks(of indices: [Int32]) -> [Int32] {
    let sorted = indices.sorted { precedes($0, $1) }
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, index) in sorted.enumerated() { ranks[Int(index)] = Int32(rank) }
    return ranks
  }
}

/// Finds or adds strings of a ``StringTable`` while a graph is being built.
///
/// Open addressing over a power-of-two array of indices: a look-up touches one slot and one text.
package struct StringInterner: Sendable {
  package private(set) var table = StringTable()
  private var slots = [Int32](repeating: -1, count: 64)

  package init() { _ = intern("") }

  /// The index of `text`, which is added when it is new.
  ///
  /// - Complexity: O(length), amortised.
  package mutating func intern(_ text: String) -> Int32 {
    if text.isEmpty { return 0 }
    var text = text
    return text.withUTF8 { unsafe intern(Array($0)) }
  }

  private mutating func intern(_ text: [UInt8]) -> Int32 {
    if table.count * 2 > slots.count { grow() }
    let slot = slot(of: text, in: slots)
    if slots[slot] >= 0 { return slots[slot] }
    let index = table.append(text)
    slots[slot] = index
    return index
  }

  private func slot(of text: some Collection<UInt8>, in slots: [Int32]) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: FNV1a.hash(text)) & mask
    while slots[slot] >= 0, !table.holds(text, at: slots[slot]) { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var larger = [Int32](repeating: -1, count: slots.count * 2)
    for index in 1..<Int32(table.count) {
      larger[slot(of: table.bytes(of: index), in: larger)] = index
    }
    slots = larger
  }
}

extension StringTable {
  fileprivate func bytes(of index: Int32) -> ArraySlice<UInt8> { bytes[range(of: index)] }
}
