/// A search for the range that contains an address.
///
/// Flat, because every word of every object is looked up, in debug builds as well.
struct RegionIndex {
  private var starts: PageArray<UInt>
  private var ends: PageArray<UInt>

  /// An index of ranges in rising order, in `pages`, which must outlive it.
  init(of ranges: some Sequence<Range<UInt>>, in pages: Pages) {
    starts = PageArray(in: pages)
    ends = PageArray(in: pages)
    for range in ranges {
      starts.append(range.lowerBound)
      ends.append(range.upperBound)
    }
  }

  /// The position of the range that contains all `count` bytes at `address`, or -1.
  ///
  /// - Complexity: O(log ranges).
  func position(of address: UInt, count: Int = 1) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low &+ high) / 2
      if ends[middle] <= address { low = middle &+ 1 } else { high = middle }
    }
    guard low < ends.count, starts[low] <= address, ends[low] &- address >= UInt(count)
    else { return -1 }
    return low
  }
}
