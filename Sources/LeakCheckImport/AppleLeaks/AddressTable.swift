/// Finds the row of an address: open addressing over two flat arrays.
struct AddressTable {
  private var keys = [Int64](repeating: 0, count: 64)
  private var rows = [Int32](repeating: -1, count: 64)
  private var count = 0

  /// The row of `address`, which becomes `newRow` when the table does not know it.
  ///
  /// - Complexity: O(1), amortised, for addresses that nobody chose to collide.
  mutating func row(of address: Int64, orAdd newRow: Int32) -> Int32 {
    if count * 2 >= keys.count { grow() }
    let slot = slot(of: address)
    if rows[slot] >= 0 { return rows[slot] }
    (keys[slot], rows[slot]) = (address, newRow)
    count += 1
    return newRow
  }

  private func slot(of address: Int64) -> Int {
    let mask = keys.count - 1
    // Addresses share their low bits, so the bits that differ are mixed into all (SplitMix64's finish).
    var hash = UInt64(bitPattern: address)
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 31)) & mask
    while rows[slot] >= 0, keys[slot] != address { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldRows) = (keys, rows)
    keys = [Int64](repeating: 0, count: oldKeys.count * 2)
    rows = [Int32](repeating: -1, count: oldRows.count * 2)
    for (key, row) in zip(oldKeys, oldRows) where row >= 0 {
      let slot = slot(of: key)
      (keys[slot], rows[slot]) = (key, row)
    }
  }
}
