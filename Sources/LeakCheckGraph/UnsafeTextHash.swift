/// The hash by which texts are interned, eight bytes at a time.
///
/// Never printed or stored: the indices of texts depend on their order only.
///
/// Every word up to the last whole one is mixed, then the rest, padded with zeros: always, so also when it
/// is empty. Each step is a bijection, so texts of one length up to 8 have different hashes.
enum TextHash {
  /// The hash before any word was mixed.
  static let seed: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The longest text whose length and hash together are the text.
  static let exactLength = 8

  /// The hash with one more word.
  @inline(__always)
  static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xd6e8_feb8_6659_fd93
    return product ^ (product >> 32)
  }

  /// The hash of a text.
  static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    var offset = 0
    while offset &+ 8 <= text.count {
      hash = mixed(
        hash,
        UInt64(littleEndian: unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    var rest: UInt64 = 0
    for index in stride(from: text.count &- 1, through: offset, by: -1) {
      rest = rest << 8 | UInt64(unsafe text[index])
    }
    return mixed(hash, rest)
  }
}
