/// Shows objects of a test to code that the optimizer does not see through.
///
/// An object that nothing else sees is made on the stack in a release build, or not at all.
package enum Escape {
  /// The address of the last object, masked: a plain one is a word that a heap walk may take for a reference.
  nonisolated(unsafe) package static var last: UInt = 0

  /// Shows `object`, without retaining it.
  @inline(never) package static func show(_ object: AnyObject) {
    unsafe last = UInt(bitPattern: ObjectIdentifier(object)) ^ 0xA5C3_96E1_5A3C_691E
  }
}
