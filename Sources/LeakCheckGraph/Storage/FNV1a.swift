/// The 64-bit FNV-1a hash, which is short, well known and equal on every run and machine.
///
/// `Hasher` is seeded anew in each process, so nothing that is printed or stored may come from it.
/// Constants: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm" (IETF draft).
package enum FNV1a {
  /// The hash of `bytes`, in their order, after those of which `hash` is the hash.
  package static func hash(
    _ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xcbf2_9ce4_8422_2325
  ) -> UInt64 {
    var hash = hash
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }

  /// The hash of `bytes` after others.
  ///
  /// A generic sequence takes many times as long when it is called from another module.
  package static func hash(_ bytes: [UInt8], after hash: UInt64) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
