/// The indices of an array in the order of their names' bytes: `[0]`, `[10]`, `[11]`, `[1]`, `[2]`.
///
/// The graph orders references by name, and `]` follows the digits: an index comes behind all that it is
/// the beginning of. That is the tree of decimal prefixes, walked so that each is visited after those it
/// begins. Leaves come in runs of up to ten, which lie side by side in the array.
///
/// - Complexity: O(count) for all, and no memory.
struct ElementOrder {
  private let count: Int
  private var pending: Range<Int>
  /// The last index given out, or -1 at the end.
  private var last = 0

  init(count: Int) {
    self.count = count
    pending = 0..<min(1, count)
  }

  /// The next indices, in their order, or `nil` at the end.
  mutating func next() -> Range<Int>? {
    guard pending.isEmpty else {
      defer { pending = 0..<0 }
      last = pending.upperBound - 1
      return pending
    }
    guard last >= 0, last < count else { return nil }
    if last == 0 { return count > 1 ? leaves(from: 1) : end() }
    let isLastOfTen = last % 10 == 9 || last + 1 >= count
    if !isLastOfTen { return leaves(from: last + 1) }
    guard last >= 10 else { return end() }
    last /= 10
    return last..<(last + 1)
  }

  private mutating func end() -> Range<Int>? {
    last = -1
    return nil
  }

  /// The run of leaves that comes first under `index`.
  private mutating func leaves(from index: Int) -> Range<Int>? {
    var first = index
    while first < (count + 9) / 10 { first *= 10 }
    let run = first..<min(count, (first / 10 + 1) * 10)
    last = run.upperBound - 1
    return run
  }
}
