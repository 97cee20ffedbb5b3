/// The checksum of the binary form: eight lanes of multiply-with-carry over words of eight bytes.
///
/// A step multiplies the low half of a word and adds the high half, which every processor does for several
/// lanes at once: the checksum is as fast as memory is read. It finds damage, not malice. A change of one half
/// of a word always changes its lane; that the rest of the bytes hides it again has a chance of about one in
/// 2^60.
struct BinaryChecksum {
  /// What low halves are multiplied by: the prime next to 2^32 divided by the golden ratio.
  static let multiplier: UInt64 = 0x9e37_79b1
  /// What lanes begin with, times their number from 1, and what they are mixed by at the end.
  static let finisher: UInt64 = 0x9e37_79b9_7f4a_7c15
  /// The bytes that the lanes take at a time.
  static let blockLength = MemoryLayout<Lanes>.size

  private typealias Lanes = SIMD8<UInt64>

  private var lanes = Lanes(1, 2, 3, 4, 5, 6, 7, 8) &* Lanes(repeating: finisher)
  private var count = 0

  /// Adds bytes; only the last ones may be no multiple of ``blockLength``.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    precondition(count % Self.blockLength == 0, "bytes behind the last ones")
    var lanes = lanes
    var offset = 0
    while offset &+ Self.blockLength <= bytes.count {
      let words = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
      lanes = Self.mixed(lanes, words)
      offset &+= Self.blockLength
    }
    if offset < bytes.count {
      var rest = [UInt8](repeating: 0, count: Self.blockLength)
      for index in offset..<bytes.count { rest[index &- offset] = unsafe bytes[index] }
      lanes = unsafe rest.withUnsafeBytes {
        Self.mixed(lanes, unsafe $0.loadUnaligned(as: Lanes.self))
      }
    }
    self.lanes = lanes
    count += bytes.count
  }

  /// The lanes with one more word each.
  @inline(__always)
  private static func mixed(_ lanes: Lanes, _ words: Lanes) -> Lanes {
    let mixed = lanes ^ words
    return (mixed & Lanes(repeating: 0xffff_ffff)) &* Lanes(repeating: multiplier) &+ mixed &>> 32
  }

  /// One number of all lanes and the count of bytes.
  var value: UInt64 {
    var sum = UInt64(count)
    for lane in lanes.indices {
      let product = (sum ^ lanes[lane]) &* Self.finisher
      sum = product &<< 29 | product &>> 35
    }
    return (sum ^ sum &>> 32) &* Self.finisher
  }

  /// The checksum of `bytes`.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = BinaryChecksum()
    unsafe checksum.add(bytes)
    return checksum.value
  }

  /// The checksum of `bytes`.
  static func checksum(of bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe checksum(of: $0) }
  }
}
