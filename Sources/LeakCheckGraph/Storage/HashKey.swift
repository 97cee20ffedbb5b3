/// The seed for hashing texts and numbers in tables, different in every process.
///
/// A dump whose author chose its texts or ids so that they collide would take time by the square of its
/// length; with a key that nobody knows they cannot be chosen. Hashes are never printed or stored, and no table is walked
/// in the order of its slots, so equal runs give equal bytes although no two hash alike.
package struct HashKey: Sendable {
  /// The hash before anything was mixed.
  private let seed: UInt64
  /// What the words of a long text are multiplied by.
  private let multiplier: UInt64
  /// What the rest of a text, or a number, is multiplied by; odd.
  private let finisher: UInt64

  /// The key of this process.
  package static let process = HashKey(using: SystemRandomNumberGenerator())

  /// The key that a generator gives.
  package init(using generator: some RandomNumberGenerator) {
    var generator = generator
    seed = generator.next()
    multiplier = generator.next() | 1
    finisher = generator.next() | 1
  }

  /// The longest text whose length and hash together are the text.
  package static let exactLength = 7

  /// The hash of a text, eight bytes at a time.
  ///
  /// The rest behind the last whole word, padded with zeros, is mixed always, so also when it is empty.
  package func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    var offset = 0
    while offset &+ 8 <= text.count {
      let word = unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mixed(hash, UInt64(littleEndian: word))
      offset &+= 8
    }
    var rest: UInt64 = 0
    for index in stride(from: text.count &- 1, through: offset, by: -1) {
      rest = rest << 8 | UInt64(unsafe text[index])
    }
    return finished(hash ^ rest)
  }

  /// The hash of a number: its high bits depend on all of it, and its low half as well.
  @inline(__always)
  package func hash(_ number: Int64) -> UInt64 { finished(seed ^ UInt64(bitPattern: number)) }

  /// The hash of a pair of numbers, the same way.
  @inline(__always)
  package func hash(_ first: Int64, _ second: Int64) -> UInt64 {
    finished(mixed(seed, UInt64(bitPattern: first)) ^ UInt64(bitPattern: second))
  }

  /// The hash with one more word: both halves of the product, so that no difference between two texts keeps
  /// its form whatever the key is, as that of the highest bit would in the lower half alone.
  @inline(__always)
  private func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  /// A bijection, so that texts of one length up to ``exactLength`` have different hashes.
  @inline(__always)
  private func finished(_ hash: UInt64) -> UInt64 {
    let product = hash &* finisher
    return product ^ (product &>> 32)
  }
}
