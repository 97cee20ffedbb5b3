import CLeakCheckCapture

/// A probe that distinguishes metadata from other words before its pointers are followed.
@safe
struct MetadataProbe {
  let image: MemoryImage

  /// The most parts or superclasses of a type.
  private static let mostParts = 256

  /// The kind of heap object that begins with this metadata's address, or `nil` if it is not metadata.
  func shape(of address: UInt) -> TypeLayout.Shape? {
    guard address & 7 == 0, address > 4096, address < UInt.max / 2,
      let bytes = unsafe image.readable(address - 16, count: 64), isLive(address - 16, count: 64)
    else { return nil }
    let destroy = unsafe bytes.load(as: UInt.self)
    guard image.isCode(destroy) else { return nil }
    let kind = unsafe bytes.load(fromByteOffset: 16, as: UInt.self)
    switch Metadata.Kind(rawValue: kind) {
    case .classType: return isClass(address) && hasSuperclasses(address) ? .instance : nil
    // The compiler creates these; the runtime creates the others on demand.
    case .context: return image.isProgram(address, count: 24) ? .context : nil
    case .genericBox:
      let boxed = unsafe bytes.load(fromByteOffset: 32, as: UInt.self)
      return isType(boxed) ? .box : nil
    case .error: return .error
    case .task: return .task
    default: return nil
    }
  }

  /// Whether `address` is that of a class's metadata: its declaration is a constant that says so.
  private func isClass(_ address: UInt) -> Bool {
    guard address & 7 == 0, address > 4096, let bytes = unsafe image.readable(address, count: 56),
      isLive(address, count: 56),
      unsafe bytes.load(as: UInt.self) == Metadata.Kind.classType.rawValue
    else { return false }
    let declaration = unsafe bytes.load(fromByteOffset: 40, as: UInt.self)
    let size = unsafe bytes.load(fromByteOffset: 24, as: UInt32.self)
    guard size >= 16, size < 1 << 24 else { return false }
    return isDeclaration(declaration, of: [16])
  }

  /// Whether the superclasses are classes, and their chain ends.
  private func hasSuperclasses(_ address: UInt) -> Bool {
    var current = address
    for _ in 0..<Self.mostParts {
      guard let bytes = unsafe image.readable(current &+ 8, count: 8) else { return false }
      current = unsafe bytes.load(as: UInt.self)
      if current == 0 { return true }
      guard isClass(current) else { return false }
    }
    return false
  }

  /// Whether reading a type in place later gives the same bytes as the copy: types that the runtime creates in the heap
  /// stay, but other heap memory does not.
  private func isLive(_ address: UInt, count: Int) -> Bool {
    #if os(Linux)
    if image.isProgram(address, count: count) { return true }
    guard let bytes = unsafe image.copied(address, count: count) else { return false }
    return unsafe leakcheck_is_equal(address, bytes, count) != 0
    #else
    return true
    #endif
  }

  private func isDeclaration(_ address: UInt, of kinds: Set<UInt32>) -> Bool {
    guard address & 3 == 0, image.isProgram(address, count: 48),
      let flags = unsafe UnsafeRawPointer(bitPattern: address)?.load(as: UInt32.self)
    else { return false }
    return kinds.contains(flags & 0x1f)
  }

  /// Whether `address` is that of a value type's metadata.
  func isType(_ address: UInt) -> Bool {
    var parts = [address]
    var next = 0
    while next < parts.count {
      guard isType(parts[next], parts: &parts) else { return false }
      next += 1
    }
    return true
  }

  /// Whether `address` is that of a value type's metadata, provided that its `parts` are.
  private func isType(_ address: UInt, parts: inout [UInt]) -> Bool {
    guard address & 7 == 0, address > 4096, address < UInt.max / 2,
      let bytes = unsafe image.readable(address - 8, count: 40), isLive(address - 8, count: 40)
    else { return false }
    let witnesses = unsafe bytes.load(as: UInt.self)
    guard witnesses & 7 == 0, let table = unsafe image.readable(witnesses, count: 88),
      isLive(witnesses, count: 88), image.isCode(unsafe table.load(as: UInt.self))
    else { return false }
    let second = unsafe bytes.load(fromByteOffset: 16, as: UInt.self)
    switch Metadata.Kind(rawValue: unsafe bytes.load(fromByteOffset: 8, as: UInt.self)) {
    case .classType: return isClass(address) && hasSuperclasses(address)
    case .structType: return isDeclaration(second, of: [17])
    case .enumType, .optional: return isDeclaration(second, of: [18])
    case .tuple:
      // {count, labels, {type, offset} …}
      guard second < UInt(Self.mostParts), parts.count + Int(second) < Self.mostParts else {
        return false
      }
      return appendParts(at: address &+ 24, count: Int(second), step: 16, to: &parts)
    case .fixedArray:
      guard parts.count < Self.mostParts else { return false }
      return appendParts(at: address &+ 16, count: 1, step: 8, to: &parts)
    case .extendedExistential: return image.isProgram(second, count: 8)
    case .foreignClass, .opaque, .function, .existential, .metatype, .existentialMetatype:
      return true
    case .context, .genericBox, .error, .task, nil: return false
    }
  }

  private func appendParts(
    at start: UInt, count: Int, step: Int, to parts: inout [UInt]
  ) -> Bool {
    guard count > 0 else { return true }
    guard let bytes = unsafe image.readable(start, count: count * step),
      isLive(start, count: count * step)
    else { return false }
    for index in 0..<count {
      parts.append(unsafe bytes.load(fromByteOffset: index * step, as: UInt.self))
    }
    return true
  }
}

/// The compiler's record of a closure's context.
///
/// Source: Swift's `CaptureDescriptor` in `include/swift/RemoteInspection/Records.h`.
@safe
struct CaptureList {
  /// The offset of the captures.
  let firstOffset: UInt32
  /// The number of words of generic arguments before the captures.
  private(set) var bindingCount = 0
  /// Whether the compiler recorded anything.
  private(set) var isRecorded = false
  /// The names of the generic arguments before the captures.
  private var arguments: [(parameter: EncodedTypeName, binding: Int)] = []
  /// The types of the captures, in order; empty without a record.
  private(set) var types: [EncodedTypeName] = []

  init(of context: Metadata) {
    // The compiler writes 0 where the size of the first capture is known only when the program runs, as that of a
    // struct of a library that may change: it follows the header then.
    let offset = context.word32(8)
    firstOffset = offset == 0 ? UInt32(SwiftRuntimeLayout.Object.end) : offset
    let list = context.word(16)
    guard list != 0, let bytes = unsafe UnsafeRawPointer(bitPattern: list) else { return }
    let count = Int(unsafe bytes.load(as: UInt32.self))
    bindingCount = Int(unsafe bytes.load(fromByteOffset: 8, as: UInt32.self))
    guard count < 4096, bindingCount < 4096 else { return }
    isRecorded = true
    for index in 0..<count { types.append(unsafe Self.name(at: 12 + index * 4, of: bytes)) }
    let sourceCount = Int(unsafe bytes.load(fromByteOffset: 4, as: UInt32.self))
    for index in 0..<min(sourceCount, 64) {
      let offset = 12 + count * 4 + index * 8
      let parameter = unsafe Self.name(at: offset, of: bytes)
      let source = unsafe Self.name(at: offset + 4, of: bytes)
      if let binding = source.bindingNumber { arguments.append((parameter, binding)) }
    }
  }

  /// The number of the word before the captures that holds the generic argument with this name.
  func argument(named name: EncodedTypeName) -> Int? {
    arguments.first { $0.parameter.isEqual(to: name) && $0.binding < bindingCount }?.binding
  }

  private static func name(at offset: Int, of bytes: UnsafeRawPointer) -> EncodedTypeName {
    let distance = Int(unsafe bytes.load(fromByteOffset: offset, as: Int32.self))
    return EncodedTypeName(address: UInt(Int(bitPattern: bytes) + offset + distance))
  }
}

/// The metadata of the compiler's built-in types.
enum Builtins {
  static let nativeObject = metadata("Bo")
  static let bridgeObject = metadata("Bb")
  static let rawPointer = metadata("Bp")

  private static func metadata(_ name: StaticString) -> Metadata? {
    let start = UInt(bitPattern: unsafe name.utf8Start)
    return EncodedTypeName(address: start).metadata(in: nil)
  }
}

extension TypeDeclaration {
  /// The module that declares the type, or an empty text.
  var module: String {
    var context: UInt? = address
    // For nested types, the outermost context is the module.
    for _ in 0..<64 {
      guard let current = context, let bytes = unsafe UnsafeRawPointer(bitPattern: current)
      else { return "" }
      if unsafe bytes.load(as: UInt32.self) & 0x1f == 0 {
        return TypeDeclaration(address: current).name
      }
      context = unsafe Self.parent(of: bytes)
    }
    return ""
  }

  private static func parent(of bytes: UnsafeRawPointer) -> UInt? {
    let distance = Int(unsafe bytes.load(fromByteOffset: 4, as: Int32.self))
    guard distance != 0 else { return nil }
    let address = Int(bitPattern: bytes) + 4 + (distance & ~1)
    guard distance & 1 != 0 else { return UInt(address) }
    // The lowest bit marks an indirect address.
    return unsafe UnsafeRawPointer(bitPattern: address)?.load(as: UInt.self)
  }
}
