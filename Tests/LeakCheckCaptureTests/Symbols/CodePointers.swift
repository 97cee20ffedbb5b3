#if os(Linux)
/// The address of a closure's code.
func codeAddress(of closure: @escaping () -> Void) -> UInt64 {
  struct Holder { var closure: () -> Void }
  return unsafe withUnsafeBytes(of: Holder(closure: closure)) { bytes in
    unsafe bytes.load(as: UInt64.self)
  }
}

/// A variable that the linker gives an address.
enum Counters {
  // Only its address is asked for.
  nonisolated(unsafe) static var shared = Int.random(in: 0...9)

  static func address() -> UInt64 {
    unsafe withUnsafeMutablePointer(to: &shared) { UInt64(UInt(bitPattern: $0)) }
  }
}

/// The address of an object.
func objectAddress(of object: AnyObject) -> UInt64 {
  UInt64(UInt(bitPattern: unsafe Unmanaged.passUnretained(object).toOpaque()))
}
#endif
