/// Distinct strings in one flat buffer, each with a dense index.
///
/// Ten million objects name a few thousand types; the table keeps each text once, and a text costs its
/// UTF-8 bytes and eight bytes of offset, with no allocation of its own. Index 0 is the empty string.
package struct StringTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// Texts in their order that somebody else keeps, instead of `bytes` and `ends`.
  private var stored: (bytes: Column<UInt8>, ends: IntegerColumn)?

  /// The number of distinct strings, the empty one included.
  package var count: Int { stored?.ends.count ?? ends.count }

  /// The bytes that all strings take together, offsets included.
  package var byteCount: Int {
    stored.map { $0.bytes.byteCount + $0.ends.byteCount }
      ?? bytes.count + ends.count * MemoryLayout<Int>.stride
  }

  package init() {}

  /// The texts that end at `ends` of `bytes`.
  ///
  /// - Precondition: They are valid UTF-8 and rise in byte order; the ends rise and fit.
  package init(bytes: Column<UInt8>, ends: IntegerColumn) { stored = (bytes, ends) }

  /// The string at `index`.
  package subscript(index: Int32) -> String {
    unsafe withBytes(of: index) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the string at `index` stands before `other` in byte order.
  func precedes(_ index: Int32, _ other: Int32) -> Bool {
    guard index != other else { return false }
    return unsafe withBytes(of: index) { left in
      unsafe withBytes(of: other) { right in unsafe left.lexicographicallyPrecedes(right) }
    }
  }

  /// Calls `body` with the UTF-8 of the string at `index`, which is valid only in it.
  package func withBytes<Result>(
    of index: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let range = range(of: index)
    if let stored {
      return unsafe stored.bytes.withUnsafeBufferPointer { bytes in
        let text = unsafe UnsafeBufferPointer(rebasing: bytes[range])
        return unsafe body(UnsafeRawBufferPointer(text))
      }
    }
    return unsafe bytes.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The first eight bytes of the string at `index` as a number that is ordered as they are.
  func prefix(of index: Int32) -> UInt64 {
    unsafe withBytes(of: index) { text in
      var prefix: UInt64 = 0
      for position in 0..<min(8, text.count) {
        prefix = prefix << 8 | UInt64(unsafe text[position])
      }
      return prefix << UInt64(8 * (8 - min(8, text.count)))
    }
  }

  private func range(of index: Int32) -> Range<Int> {
    let position = Int(index)
    if let ends = stored?.ends {
      return (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
    }
    return (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  fileprivate mutating func append(_ text: UnsafeRawBufferPointer) -> Int32 {
    precondition(ends.count < Int32.max, "more than 2147483647 distinct texts")
    unsafe bytes.append(contentsOf: text)
    ends.append(bytes.count)
    return Int32(ends.count - 1)
  }

  /// The index of `text`, or `nil` when it is not here: for few texts, since it looks at all strings.
  ///
  /// - Complexity: O(strings).
  package func index(of text: String) -> Int32? {
    var text = text
    return text.withUTF8 { text in
      (0..<Int32(count)).first { index in
        unsafe range(of: index).count == text.count
          && withBytes(of: index) { unsafe $0.elementsEqual(text) }
      }
    }
  }

  /// The index of `text`, which is added when it is new: for few texts, as ``index(of:)``.
  ///
  /// - Complexity: O(strings); all are copied when somebody else keeps them.
  mutating func index(adding text: String) -> Int32 {
    if let known = index(of: text) { return known }
    if let stored {
      (bytes, ends) = (stored.bytes.array, stored.ends.indices.map { Int(stored.ends[$0]) })
      self.stored = nil
    }
    var text = text
    return text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// The order of every string among all of them, by bytes.
  package func ranks() -> [Int32] {
    let indices = Array(0..<Int32(count))
    return stored == nil ? ranks(of: indices) : indices
  }

  /// The order of some strings among one another, by bytes; 0 for all others.
  ///
  /// - Complexity: O(k log k) for k strings.
  package func ranks(of indices: [Int32]) -> [Int32] {
    // The prefix decides nearly always, so few texts are compared byte by byte.
    var keyed = indices.map { (prefix: prefix(of: $0), index: $0) }
    keyed.sort { left, right in
      left.prefix == right.prefix
        ? precedes(left.index, right.index) : left.prefix < right.prefix
    }
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, key) in keyed.enumerated() { ranks[Int(key.index)] = Int32(rank) }
    return ranks
  }
}

/// The name of an array's element: its position in brackets.
private enum ElementName {
  /// Calls `body` with `[position]`.
  static func withText<Result>(
    of position: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // Two brackets and the digits of the largest number.
    unsafe withUnsafeTemporaryAllocation(byteCount: 21, alignment: 1) { bytes in
      var start = bytes.count - 1
      unsafe bytes[start] = UInt8(ascii: "]")
      var rest = position
      repeat {
        start -= 1
        unsafe bytes[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      start -= 1
      unsafe bytes[start] = UInt8(ascii: "[")
      return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// The position in a text of this form, without leading zeros and below 2³¹; `nil` for other texts.
  static func position(in text: UnsafeRawBufferPointer) -> Int? {
    guard text.count >= 3, text.count <= 12, unsafe text[0] == UInt8(ascii: "["),
      unsafe text[text.count - 1] == UInt8(ascii: "]"),
      unsafe text[1] != UInt8(ascii: "0") || text.count == 3
    else { return nil }
    var position = 0
    for place in 1..<text.count - 1 {
      let digit = unsafe text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      position = position * 10 + Int(digit)
    }
    return position <= Int32.max ? position : nil
  }
}

/// An interner that finds or adds strings of a ``StringTable`` during the construction of a graph.
///
/// Open addressing over a power-of-two array of slots, at most half full; a look-up touches one slot, and
/// one text when that is long.
package struct StringInterner: Sendable {
  private struct Slot {
    var hash: UInt64
    /// The length of the text, or the highest number for one that is longer still.
    var length: UInt32
    var index: Int32

    static let free = Slot(hash: 0, length: 0, index: -1)
  }

  package private(set) var table = StringTable()
  private let key: HashKey
  private var slots = [Slot](repeating: .free, count: 64)
  /// The texts that have a slot.
  private var slotted = 0
  /// The index of each `[position]` that has none, or 0: large arrays have millions of elements.
  private var elements: [Int32] = []
  /// The largest position of a `[position]` that has a slot, or -1: from there on, none is looked for.
  private var largestSlottedElement = -1
  /// The bits of a hash that are not its place: 64 less those of the number of slots.
  private var shift: UInt64 = 58

  /// An interner of no text but the empty one.
  package init(key: HashKey = .process) {
    self.key = key
    _ = intern("")
  }

  /// The index of `text`, which is added when it is new.
  ///
  /// - Complexity: O(length), amortised.
  package mutating func intern(_ text: String) -> Int32 {
    var text = text
    return text.withUTF8 { unsafe intern(UnsafeRawBufferPointer($0)) }
  }

  /// The index of the text with the UTF-8 `bytes`, which is added when it is new.
  ///
  /// - Complexity: O(length), amortised.
  package mutating func intern(utf8 bytes: [UInt8]) -> Int32 {
    unsafe bytes.withUnsafeBytes { unsafe intern($0) }
  }

  /// The index of a text given by its UTF-8, which is added when it is new.
  package mutating func intern(_ text: UnsafeRawBufferPointer) -> Int32 {
    unsafe intern(text, hash: key.hash(text))
  }

  /// Adds every text of a table; gives its index here for each index there.
  package mutating func intern(all other: StringTable) -> [Int32] {
    (0..<Int32(other.count)).map { index in
      unsafe other.withBytes(of: index) { unsafe intern($0) }
    }
  }

  /// The index of a text whose hash is known.
  private mutating func intern(_ text: UnsafeRawBufferPointer, hash: UInt64) -> Int32 {
    let element = unsafe ElementName.position(in: text)
    if let element, element < elements.count, elements[element] != 0 { return elements[element] }
    let position = unsafe slot(of: text, hash: hash)
    if slots[position].index >= 0 { return slots[position].index }
    slotted += 1
    largestSlottedElement = max(largestSlottedElement, element ?? -1)
    if unsafe text.isEmpty, table.count == 1 {
      slots[position] = Slot(hash: hash, length: 0, index: 0)
      return 0
    }
    let index = unsafe table.append(text)
    slots[position] = Slot(hash: hash, length: UInt32(clamping: text.count), index: index)
    if slotted * 2 > slots.count { grow() }
    return index
  }

  /// The index of the text `[position]`, which is added when it is new: the name of an array's element.
  ///
  /// - Precondition: `position` is not negative. Four bytes are taken for each position up to the largest.
  @inline(__always) package mutating func element(_ position: Int) -> Int32 {
    if position < elements.count, elements[position] != 0 { return elements[position] }
    return addElement(position)
  }

  @inline(never) private mutating func addElement(_ position: Int) -> Int32 {
    if position >= elements.count {
      let count = max(1024, position + 1, 2 * elements.count)
      elements += [Int32](repeating: 0, count: count - elements.count)
    }
    elements[position] = unsafe ElementName.withText(of: position) { text in
      if position <= largestSlottedElement {
        let known = unsafe slots[slot(of: text, hash: key.hash(text))].index
        if known >= 0 { return known }
      }
      return unsafe table.append(text)
    }
    return elements[position]
  }

  /// Where the text is looked for first: the high bits of its hash depend on every byte.
  private func home(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> shift) }

  private func slot(of text: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    let mask = slots.count &- 1
    let length = UInt32(clamping: text.count)
    var position = home(of: hash)
    while slots[position].index >= 0 {
      let slot = slots[position]
      if slot.hash == hash, slot.length == length {
        if text.count <= HashKey.exactLength { return position }
        let isSame = unsafe table.withBytes(of: slot.index) { unsafe $0.elementsEqual(text) }
        if isSame { return position }
      }
      position = (position &+ 1) & mask
    }
    return position
  }

  /// The most slots that a look-up of a text may look at.
  package var longestProbe: Int {
    var (longest, run) = (0, 0)
    // Twice around, since a run may go over the end.
    for position in 0..<2 * slots.count {
      run = slots[position & (slots.count - 1)].index < 0 ? 0 : run + 1
      longest = max(longest, min(run, slots.count))
    }
    return longest
  }

  private mutating func grow() {
    let smaller = slots
    slots = [Slot](repeating: .free, count: smaller.count * 2)
    shift -= 1
    let mask = slots.count - 1
    for slot in smaller where slot.index >= 0 {
      var position = home(of: slot.hash)
      while slots[position].index >= 0 { position = (position &+ 1) & mask }
      slots[position] = slot
    }
  }
}
