/// A map from addresses to numbers: a dictionary that is fast in debug builds as well.
///
/// Open addressing with linear probing; it grows at half full.
struct AddressMap {
  private var keys: PageArray<UInt>
  private var values: PageArray<Int32>
  private var mask: Int
  private(set) var count = 0

  private let pages: Pages

  init(in pages: Pages, capacity: Int = 1024) {
    self.pages = pages
    keys = PageArray(in: pages, count: capacity)
    values = PageArray(in: pages, count: capacity)
    mask = capacity - 1
  }

  /// The number for `key`, or `nil`; a key is never 0.
  subscript(key: UInt) -> Int32? {
    var slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while true {
      let found = keys[slot]
      if found == key { return values[slot] }
      if found == 0 { return nil }
      slot = (slot &+ 1) & mask
    }
  }

  mutating func insert(_ value: Int32, for key: UInt) {
    precondition(key != 0, "no number for the address 0")
    if count * 2 > mask { grow() }
    var slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while keys[slot] != 0, keys[slot] != key { slot = (slot &+ 1) & mask }
    if keys[slot] == 0 { count += 1 }
    keys[slot] = key
    values[slot] = value
  }

  private mutating func grow() {
    var larger = AddressMap(in: pages, capacity: (mask + 1) * 4)
    for slot in 0...mask where keys[slot] != 0 { larger.insert(values[slot], for: keys[slot]) }
    self = larger
  }
}
