/// The address of an object in a form that neither retains it nor looks like a pointer.
///
/// A plain address in memory is a word that a heap walk may take for a reference.
struct MaskedAddress: Hashable, Sendable {
  private static let mask: UInt = 0xA5C3_96E1_5A3C_691E
  private let word: UInt

  /// The masked address of `object`.
  init(of object: AnyObject) { self.init(plain: UInt(bitPattern: ObjectIdentifier(object))) }

  /// The masked form of an address.
  init(plain: UInt) { word = plain ^ Self.mask }

  /// The plain address, to be used at once and not kept.
  var plain: UInt { word ^ Self.mask }
}
