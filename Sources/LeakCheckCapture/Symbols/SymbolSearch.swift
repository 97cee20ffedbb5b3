/// A search for the symbol that contains each of some addresses, or else the nearest symbol that begins below.
///
/// The loop runs once for each symbol of a file, 100,000 times in a large test program. It uses pointers so that it
/// takes milliseconds in a debug build as well; the loop checks every access against a count.
@safe struct SymbolSearch: ~Copyable {
  // Symbol numbers are one too high, so that 0 means none; each array has one word per address.
  private let count: Int
  private var holders: WordBuffer
  private var holderStarts: WordBuffer
  private var nearest: WordBuffer
  private var nearestStarts: WordBuffer

  init(count: Int) {
    self.count = count
    holders = WordBuffer(count: count, repeating: 0)
    holderStarts = WordBuffer(count: count, repeating: 0)
    nearest = WordBuffer(count: count, repeating: 0)
    nearestStarts = WordBuffer(count: count, repeating: 0)
  }

  /// Looks at each symbol of `records`, three words each, once.
  ///
  /// - Complexity: O(symbols), if they do not overlap
  mutating func pass(over records: FileWords, for index: borrowing AddressIndex) {
    precondition(index.count == count, "the search is for another number of addresses")
    guard count > 0 else { return }
    let (lowest, highest, shift) = (index.lowest, index.highest, index.shift)
    // Valid in this function: `index` is borrowed, `records` holds its owner, and `self` is alive.
    let pieces = unsafe index.pieces.base
    let sorted = unsafe index.sorted.base
    let starts = unsafe nearestStarts.base
    let end = records.count / 3 * 3
    var word = 0
    while word < end {
      let start = unsafe records.base[word + 1]
      // No address is above `highest`, so the steps to the right end before `count`.
      if start <= highest, unsafe Self.isPlace(records.base[word]) {
        let piece = start > lowest ? Int((start - lowest) >> shift) : 0
        var position = unsafe Int(truncatingIfNeeded: pieces[piece])
        while unsafe sorted[position] < start { position += 1 }
        if unsafe starts[position] < start {
          unsafe starts[position] = start
          nearest[position] = UInt64(word / 3 + 1)
        }
        let size = unsafe records.base[word + 2]
        if unsafe sorted[position] - start < size {
          unsafe hold(from: position, word, records, sorted)
        }
      }
      word += 3
    }
  }

  /// Whether the symbol names an address here: it is defined, and not a section, file or thread-local variable.
  private static func isPlace(_ word: UInt64) -> Bool {
    let type = (word >> 32) & 0xf
    let section = word >> 48
    return section > 0 && section < 0xff00 && type != 3 && type != 4 && type != 6
  }

  private mutating func hold(
    from first: Int, _ word: Int, _ records: FileWords, _ sorted: UnsafeMutablePointer<UInt64>
  ) {
    let start = records[word + 1]
    let size = records[word + 2]
    var position = first
    while position < count, unsafe sorted[position] - start < size {
      if holders[position] == 0 || holderStarts[position] < start {
        holders[position] = UInt64(word / 3 + 1)
        holderStarts[position] = start
      }
      position += 1
    }
  }

  /// For each address, the number of its symbol: the one that contains it, or the nearest below it.
  func best() -> [(number: Int, isAround: Bool)?] {
    var below: UInt64 = 0
    return (0..<count).map { position in
      if nearest[position] > 0 { below = nearest[position] }
      if holders[position] > 0 { return (Int(holders[position]) - 1, true) }
      return below > 0 ? (Int(below) - 1, false) : nil
    }
  }
}

/// The first symbol for each of some offsets in the table of names.
@safe struct SymbolNumbers: ~Copyable {
  private let index: AddressIndex
  // Numbers are one too high, so that 0 means none.
  private var numbers: WordBuffer

  /// - Complexity: O(symbols + n log n) for n offsets
  init(of offsets: [UInt64], in records: FileWords) {
    index = AddressIndex(offsets)
    numbers = WordBuffer(count: index.count, repeating: 0)
    let (lowest, highest) = (index.lowest, index.highest)
    let end = index.count > 0 ? records.count / 3 * 3 : 0
    var word = 0
    while word < end {
      // Valid because `records` holds its owner, and `word` is below its count.
      let first = unsafe records.base[word]
      let name = first & 0xffff_ffff
      if name >= lowest, name <= highest, first >> 48 > 0, let position = index.position(of: name) {
        if numbers[position] == 0 { numbers[position] = UInt64(word / 3 + 1) }
      }
      word += 3
    }
  }

  func number(ofNameAt offset: UInt64) -> Int? {
    guard let position = index.position(of: offset), numbers[position] > 0 else { return nil }
    return Int(numbers[position]) - 1
  }
}
