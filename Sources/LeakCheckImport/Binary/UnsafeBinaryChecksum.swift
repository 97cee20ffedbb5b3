/// The checksum of the binary form: eight lanes of multiply and rotate, a word of eight bytes each.
///
/// It finds damage, not malice. Each step is a bijection of its lane, and each lane of the result, so that
/// bytes which differ only in words of one lane's step never have the same checksum. One multiplication a
/// word and eight lanes that do not wait for one another: as fast as memory is read.
enum BinaryChecksum {
  static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15
  static let finisher: UInt64 = 0xd6e8_feb8_6659_fd93
  static let rotation: UInt64 = 29
  static let laneCount = 8

  /// The checksum of `bytes`.
  static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes = Lanes()
    let whole = bytes.count & ~(blockLength &- 1)
    if let start = bytes.baseAddress { unsafe lanes.mix(start, count: whole) }
    if whole < bytes.count {
      var rest = [UInt8](repeating: 0, count: blockLength)
      for index in whole..<bytes.count { rest[index &- whole] = unsafe bytes[index] }
      unsafe rest.withUnsafeBytes { rest in
        if let start = rest.baseAddress { unsafe lanes.mix(start, count: rest.count) }
      }
    }
    return lanes.result(count: bytes.count)
  }

  /// The checksum of `bytes`.
  static func checksum(of bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe checksum(of: $0) }
  }

  /// The checksum with one more word.
  @inline(__always)
  static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let product = (lane ^ word) &* multiplier
    return product &<< rotation | product &>> (64 &- rotation)
  }

  private static let blockLength = laneCount * MemoryLayout<UInt64>.size

  private struct Lanes {
    // Eight variables and not an array: they stay in registers.
    var a = multiplier
    var b = multiplier &* 2
    var c = multiplier &* 3
    var d = multiplier &* 4
    var e = multiplier &* 5
    var f = multiplier &* 6
    var g = multiplier &* 7
    var h = multiplier &* 8

    /// Mixes `count` bytes, a multiple of a block.
    mutating func mix(_ start: UnsafeRawPointer, count: Int) {
      var lanes = self
      var offset = 0
      while offset < count {
        let words = unsafe start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
        lanes.a = mixed(lanes.a, UInt64(littleEndian: words[0]))
        lanes.b = mixed(lanes.b, UInt64(littleEndian: words[1]))
        lanes.c = mixed(lanes.c, UInt64(littleEndian: words[2]))
        lanes.d = mixed(lanes.d, UInt64(littleEndian: words[3]))
        lanes.e = mixed(lanes.e, UInt64(littleEndian: words[4]))
        lanes.f = mixed(lanes.f, UInt64(littleEndian: words[5]))
        lanes.g = mixed(lanes.g, UInt64(littleEndian: words[6]))
        lanes.h = mixed(lanes.h, UInt64(littleEndian: words[7]))
        offset &+= blockLength
      }
      self = lanes
    }

    /// One number of all lanes and the count of bytes.
    func result(count: Int) -> UInt64 {
      var sum = UInt64(count) &* finisher
      for lane in [a, b, c, d, e, f, g, h] { sum = mixed(sum, lane) }
      sum = (sum ^ sum &>> 32) &* finisher
      return sum ^ sum &>> 29
    }
  }
}
