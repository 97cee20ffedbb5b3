/// The buckets of a dictionary or a set.
@safe
struct BucketTable {
  /// The place of the buckets, as the type describes it.
  struct Place {
    let isSet: Bool
    let alignmentMask: Int

    init(_ shape: TypeLayout.Shape, alignmentMask: Int) {
      isSet = shape == .set
      self.alignmentMask = alignmentMask
    }
  }

  /// The number of buckets, a power of 2.
  let count: Int
  /// The offset of the keys from the start of the storage.
  let keys: Int
  /// The offset of the values.
  let values: Int
  private let bits: UnsafeMutablePointer<UInt64>

  init?(_ place: Place, at base: UnsafeMutableRawPointer, usableSize: Int) {
    let bitmap = place.isSet ? 56 : 64
    guard usableSize >= bitmap + 8 else { return nil }
    let scale = unsafe base.assumingMemoryBound(to: UInt8.self)[32]
    guard scale < 40 else { return nil }
    count = 1 << Int(scale)
    let end = bitmap + max(1, count / 64) * 8
    guard end <= usableSize else { return nil }
    unsafe bits = (base + bitmap).assumingMemoryBound(to: UInt64.self)
    // The keys follow the bits, then the values.
    keys = (end + place.alignmentMask) & ~place.alignmentMask
    let fields = unsafe base.assumingMemoryBound(to: UInt.self)
    values = place.isSet ? -1 : keys &+ Int(bitPattern: unsafe fields[7] &- fields[6])
  }

  func isOccupied(_ bucket: Int) -> Bool {
    unsafe bits[bucket >> 6] >> UInt64(bucket & 63) & 1 != 0
  }
}
