import CLeakCheckCapture

/// A type name as the compiler writes it for the runtime, with references to other types in it.
///
/// Source: Swift's `docs/ABI/Mangling.rst`, symbolic references.
@safe
struct EncodedTypeName {
  let address: UInt
  /// The number of bytes, including references.
  let byteCount: Int

  init(address: UInt) {
    self.address = address
    var count = 0
    while let byte = Self.byte(address + UInt(count)), byte != 0 {
      count += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
    }
    byteCount = count
  }

  private init(address: UInt, byteCount: Int) {
    self.address = address
    self.byteCount = byteCount
  }

  private static func byte(_ address: UInt) -> UInt8? {
    unsafe UnsafePointer<UInt8>(bitPattern: address).map { unsafe $0.pointee }
  }

  /// Whether it ends with `suffix`.
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let count = suffix.utf8CodeUnitCount
    guard byteCount >= count else { return false }
    for index in 0..<count {
      let byte = unsafe suffix.utf8Start[index]
      if Self.byte(address + UInt(byteCount - count + index)) != byte { return false }
    }
    return true
  }

  /// Whether it is `name`.
  func equals(_ name: StaticString) -> Bool {
    byteCount == name.utf8CodeUnitCount && hasSuffix(name)
  }

  /// Whether it may name a generic parameter: `x` and `q`, which also occur in identifiers.
  var mayNeedArguments: Bool {
    containsLetter { byte, _, _ in
      ["x", "q", "Q"].contains(where: { UInt8(ascii: $0) == byte })
    }
  }

  /// Whether it may name the type of a block: `XB` and `XzB`, which also occur in identifiers.
  ///
  /// Source: Swift's `docs/ABI/Mangling.rst`.
  private var mayNameBlock: Bool {
    let block = UInt8(ascii: "B")
    return containsLetter { byte, next, last in
      byte == UInt8(ascii: "X") && (next == block || next == UInt8(ascii: "z") && last == block)
    }
  }

  /// Whether some byte, with the two that follow, meets `condition`.
  ///
  /// References to types, of 5 or 9 bytes, are skipped.
  private func containsLetter(where condition: (UInt8, UInt8?, UInt8?) -> Bool) -> Bool {
    var index = 0
    while let byte = byte(at: index) {
      if byte < 0x20 {
        index += byte < 0x18 ? 5 : 9
        continue
      }
      if condition(byte, self.byte(at: index + 1), self.byte(at: index + 2)) { return true }
      index += 1
    }
    return false
  }

  private func byte(at index: Int) -> UInt8? {
    index < byteCount ? Self.byte(address + UInt(index)) : nil
  }

  /// For a generic argument's source, the number of the word that holds it: `B` and digits.
  var bindingNumber: Int? {
    guard byteCount >= 2, Self.byte(address) == UInt8(ascii: "B") else { return nil }
    var number = 0
    for index in 1..<byteCount {
      guard let digit = Self.byte(address + UInt(index)), digit >= 0x30, digit <= 0x39,
        number < 4096
      else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }

  /// Whether both have the same bytes.
  func isEqual(to other: EncodedTypeName) -> Bool {
    byteCount == other.byteCount
      && (0..<UInt(byteCount)).allSatisfy {
        Self.byte(address + $0) == Self.byte(other.address + $0)
      }
  }

  /// Whether it names functions as in the compiler's intermediate language, with a context.
  ///
  /// Such a name ends with `I`, `e` for escaping, the convention of the context, and more until `_`.
  var isEscapingFunction: Bool {
    guard hasSuffix("_") else { return false }
    var index = byteCount - 2
    while index >= 0, byteCount - index < 64 {
      if Self.byte(address + UInt(index)) == UInt8(ascii: "I") {
        return Self.byte(address + UInt(index) + 1) == UInt8(ascii: "e")
          && hasContext(from: index + 2)
      }
      index -= 1
    }
    return false
  }

  /// Whether it names an optional function of this kind, as in the box of a captured variable.
  var isOptionalFunction: Bool {
    hasSuffix("Sg") && dropLast(2).isEscapingFunction
  }

  /// Whether the convention of the context, after attributes in capitals, is one with a context.
  private func hasContext(from index: Int) -> Bool {
    for position in index..<byteCount {
      switch Self.byte(address + UInt(position)) {
      case UInt8(ascii: "g"), UInt8(ascii: "x"), UInt8(ascii: "y"): return true
      case UInt8(ascii: "A"), UInt8(ascii: "d"), UInt8(ascii: "l"), UInt8(ascii: "r"): continue
      default: return false
      }
    }
    return false
  }

  /// The name without its last `count` bytes.
  func dropLast(_ count: Int) -> EncodedTypeName {
    EncodedTypeName(address: address, byteCount: byteCount - count)
  }

  /// The metadata of the named type, in the generic type `owner` if there is one, or `nil`.
  ///
  /// Without Objective-C, blocks have no value witnesses, and the runtime crashes where it makes a type of them, such as
  /// an optional or a tuple.
  func metadata(in owner: Metadata?) -> Metadata? {
    guard !mayNameBlock else { return nil }
    let name = unsafe UnsafePointer<CChar>(bitPattern: address)
    let context = owner?.declaration.map(\.address) ?? 0
    let arguments = owner?.genericArguments ?? 0
    let metadata = unsafe swift_getTypeByMangledNameInContext(
      name, byteCount, UnsafeRawPointer(bitPattern: context),
      UnsafeRawPointer(bitPattern: arguments))
    guard let metadata = unsafe metadata else { return nil }
    let found = Metadata(address: UInt(bitPattern: metadata))
    return found.isComplete ? found : nil
  }
}
