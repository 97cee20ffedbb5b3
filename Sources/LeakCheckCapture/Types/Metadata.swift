import CLeakCheckCapture

/// The metadata of a type in this process: constant once created, and never freed.
///
/// Source of the layout: Swift's `include/swift/ABI/Metadata.h` and `MetadataValues.h`; stable since Swift 5.
@safe
struct Metadata: Hashable {
  /// The address; for a type's metadata, ``TypeTable`` has checked it.
  let address: UInt

  /// The kind of the described type.
  enum Kind: UInt {
    case classType = 0
    case structType = 0x200
    case enumType = 0x201
    case optional = 0x202
    case foreignClass = 0x203
    case opaque = 0x300
    case tuple = 0x301
    case function = 0x302
    case existential = 0x303
    case metatype = 0x304
    case existentialMetatype = 0x306
    case extendedExistential = 0x307
    case fixedArray = 0x308
    case context = 0x400
    case genericBox = 0x500
    case error = 0x501
    case task = 0x502
  }

  var kind: Kind? { Kind(rawValue: word(0)) }

  /// The word at `offset` bytes from the start.
  @inline(__always)
  func word(_ offset: Int) -> UInt {
    unsafe pointer.load(fromByteOffset: offset, as: UInt.self)
  }

  @inline(__always)
  func word32(_ offset: Int) -> UInt32 {
    unsafe pointer.load(fromByteOffset: offset, as: UInt32.self)
  }

  private var pointer: UnsafeRawPointer {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      preconditionFailure("metadata at null")
    }
    return unsafe pointer
  }

  /// The type as Swift code knows it.
  var type: Any.Type { unsafe unsafeBitCast(address, to: Any.Type.self) }

  // MARK: Value witnesses

  private func witness(_ offset: Int) -> UInt {
    unsafe UnsafeRawPointer(bitPattern: word(-8)).map {
      unsafe $0.load(fromByteOffset: offset, as: UInt.self)
    } ?? 0
  }

  /// The size of a value in bytes.
  var size: Int { Int(witness(64)) }
  /// The distance between values in a collection, in bytes.
  var stride: Int { Int(witness(72)) }
  /// The alignment of a value, minus 1.
  var alignmentMask: Int { Int(witness(80) & 0xff) }
  /// Whether a value is more than bytes, because it holds references.
  var isManaged: Bool { witness(80) & 0x10000 != 0 }
  /// Whether an existential stores a value inline.
  var isInline: Bool { witness(80) & 0x20000 == 0 }

  /// The case number of the enum value at `value`.
  func tag(of value: UnsafeRawPointer) -> Int {
    typealias GetTag = @convention(c) (UnsafeRawPointer, UInt) -> UInt32
    let function = unsafe unsafeBitCast(witness(88), to: GetTag.self)
    return Int(unsafe function(value, address))
  }

  /// Turns the enum value at `value` into its payload.
  func projectPayload(of value: UnsafeMutableRawPointer) {
    typealias Project = @convention(c) (UnsafeMutableRawPointer, UInt) -> Void
    let function = unsafe unsafeBitCast(witness(96), to: Project.self)
    unsafe function(value, address)
  }

  /// Whether values of the type can be described, because its table of witnesses exists.
  ///
  /// The runtime may return metadata of an argument that is not a type, such as a number or a pack, or of a type still
  /// being created. Then the lowest bits say so, or nothing is at the table's address, or the table contradicts itself.
  var isComplete: Bool {
    guard address & 7 == 0, Self.isReadable(address &- 8, 16), word(-8) & 7 == 0 else {
      return false
    }
    return Self.isReadable(word(-8), 88) && hasConsistentWitnesses
  }

  /// Whether the stride follows from the size and the alignment, and the table is not marked incomplete.
  ///
  /// Source: Swift's `ValueWitnessFlags` in `include/swift/ABI/MetadataValues.h`.
  private var hasConsistentWitnesses: Bool {
    let (size, flags) = (witness(64), witness(80))
    let mask = flags & 0xff
    guard size < 1 << 40, mask & (mask + 1) == 0, flags & 0x400000 == 0 else { return false }
    return witness(72) == max(1, (size + mask) & ~mask)
  }

  private static func isReadable(_ address: UInt, _ count: Int) -> Bool {
    #if os(Linux)
    leakcheck_is_readable(address, count) != 0
    #else
    address > 4096
    #endif
  }

  // MARK: Classes

  /// The superclass.
  var superclass: Metadata? { word(8) == 0 ? nil : Metadata(address: word(8)) }
  /// The size of an instance in bytes, without tail allocations.
  var instanceSize: Int { Int(word32(24)) }

  /// The declaration of a class, struct or enum.
  var declaration: TypeDeclaration? {
    let address =
      switch kind {
      case .classType: word(40)
      case .structType, .enumType, .optional: word(8)
      default: UInt(0)
      }
    return address == 0 ? nil : TypeDeclaration(address: address)
  }

  /// The start of a generic type's arguments.
  var genericArguments: UInt {
    guard kind == .classType, let declaration else { return address + 16 }
    return UInt(bitPattern: Int(address) + declaration.immediateMembers * 8)
  }

  // MARK: Structural types

  /// The elements of a tuple and their offsets.
  var tupleElements: [(type: Metadata, offset: Int)] {
    (0..<Int(word(8))).map { (Metadata(address: word(24 + $0 * 16)), Int(word32(32 + $0 * 16))) }
  }

  /// The number and the type of a fixed array's elements.
  var fixedArray: (count: Int, element: Metadata) {
    (Int(bitPattern: word(8)), Metadata(address: word(16)))
  }

  /// Whether a function value is code with a context, not a C function or a thin one.
  var isThickFunction: Bool { word(8) >> 16 & 0xff == 0 }

  /// The operation at the start of an existential's value.
  var existentialOperation: Step.Operation? {
    guard kind == .existential else {
      guard let shape = unsafe UnsafeRawPointer(bitPattern: word(8)) else { return nil }
      switch unsafe shape.load(as: UInt32.self) & 0xff {
      case 0: return .existential
      case 1: return .strong
      default: return nil
      }
    }
    let flags = word32(8)
    if flags & 0x3f00_0000 == 0x0100_0000 { return .strong }
    return flags & 0x8000_0000 == 0 ? .strong : .existential
  }
}

/// The compiler's description of a class, struct or enum.
///
/// Source: Swift's `TargetTypeContextDescriptor` and `FieldDescriptor`.
@safe
struct TypeDeclaration: Hashable {
  let address: UInt

  private func word32(_ offset: Int) -> UInt32 {
    unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe $0.load(fromByteOffset: offset, as: UInt32.self)
    } ?? 0
  }

  /// The target of the relative address at `offset`, or `nil` for null.
  private func relative(_ offset: Int) -> UInt? {
    let distance = Int32(bitPattern: word32(offset))
    return distance == 0 ? nil : UInt(Int(address) + offset + Int(distance))
  }

  /// Whether it is a class.
  var isClass: Bool { word32(0) & 0x1f == 16 }
  var isActor: Bool { isClass && word32(0) >> 16 & 0x80 != 0 }
  var isEnum: Bool { word32(0) & 0x1f == 18 }
  /// Whether the superclass may change its size later, in which case offsets are found differently.
  var hasResilientSuperclass: Bool { isClass && word32(0) >> 16 & 0x2000 != 0 }
  /// The name without modules and enclosing types.
  var name: String {
    unsafe relative(8).flatMap { unsafe UnsafePointer<CChar>(bitPattern: $0) }
      .map { unsafe String(cString: $0) } ?? ""
  }

  /// The number of words from the start of a class's metadata to its generic arguments, methods and offsets.
  var immediateMembers: Int {
    if hasResilientSuperclass {
      // The runtime has recorded their start, in bytes.
      let bounds = unsafe relative(24).flatMap { unsafe UnsafePointer<Int>(bitPattern: $0) }
      return unsafe bounds.map { unsafe $0.pointee / 8 } ?? 0
    }
    // With negative members, they end at the start of the metadata.
    return word32(0) >> 16 & 0x1000 != 0 ? -Int(word32(24)) : Int(word32(28)) - Int(word32(32))
  }

  /// The number of properties, or of cases with a payload.
  var fieldCount: Int {
    isClass ? Int(word32(36)) : Int(word32(20) & (isEnum ? 0xff_ffff : .max))
  }
  /// The number of words from the start of the metadata to the offsets of the fields.
  var offsetVector: Int {
    let words = Int(word32(isClass ? 40 : 24))
    return hasResilientSuperclass ? immediateMembers + words : words
  }

  /// The properties or cases; empty if the program was built without them.
  var fields: [FieldDeclaration] {
    guard let list = relative(16), let pointer = unsafe UnsafeRawPointer(bitPattern: list)
    else { return [] }
    let size = Int(unsafe pointer.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(unsafe pointer.load(fromByteOffset: 12, as: UInt32.self))
    guard size >= 12 else { return [] }
    return (0..<count).map { FieldDeclaration(address: list + 16 + UInt($0 * size)) }
  }
}

/// A property or a case: its name and its type.
@safe
struct FieldDeclaration {
  private let address: UInt

  init(address: UInt) { self.address = address }

  private func word32(_ offset: Int) -> UInt32 {
    unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe $0.load(fromByteOffset: offset, as: UInt32.self)
    } ?? 0
  }

  /// Whether the payload of a case is in a box.
  var isIndirect: Bool { word32(0) & 1 != 0 }

  var name: String {
    let distance = Int(Int32(bitPattern: word32(8)))
    guard distance != 0 else { return "" }
    return unsafe UnsafePointer<CChar>(bitPattern: UInt(Int(address) + 8 + distance))
      .map { unsafe String(cString: $0) } ?? ""
  }

  /// The type's name, or `nil` for a case without payload.
  var typeName: EncodedTypeName? {
    let distance = Int(Int32(bitPattern: word32(4)))
    return distance == 0 ? nil : EncodedTypeName(address: UInt(Int(address) + 4 + distance))
  }
}
