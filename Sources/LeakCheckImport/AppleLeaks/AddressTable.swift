import LeakCheckGraph

/// A table that finds the row of an address: open addressing in one flat array, so that a lookup is one cache miss.
struct AddressTable {
  private struct Slot {
    var address: Int64
    var row: Int32
  }

  private static let free = Slot(address: 0, row: -1)
  private var slots = [Slot](repeating: free, count: 64)
  private var count = 0
  private let key = HashKey.process

  /// The row of `address`, which becomes `newRow` when the table does not know it.
  ///
  /// - Complexity: O(1), amortised.
  mutating func row(of address: Int64, orAdd newRow: Int32) -> Int32 {
    if count * 2 >= slots.count { grow() }
    let place = place(of: address)
    let row = slots[place].row
    if row >= 0 { return row }
    slots[place] = Slot(address: address, row: newRow)
    count += 1
    return newRow
  }

  private func place(of address: Int64) -> Int {
    let mask = slots.count - 1
    // The high bits of the hash depend on all of the address, and the shift brings them down.
    var place = Int(truncatingIfNeeded: key.hash(address) &>> 20) & mask
    while true {
      let slot = slots[place]
      if slot.row < 0 || slot.address == address { return place }
      place = (place + 1) & mask
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Self.free, count: old.count * 2)
    for slot in old where slot.row >= 0 { slots[place(of: slot.address)] = slot }
  }
}
