/// Who keeps objects of the fuzz from outside, in memory that is no local of the test.
///
/// Only the fuzz's own thread uses these globals, hence `nonisolated(unsafe)`.
enum GlobalHolders {
  nonisolated(unsafe) private static var array: [AnyObject] = []
  nonisolated(unsafe) private static var dictionary: [Int: AnyObject] = [:]
  nonisolated(unsafe) private static var block: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  nonisolated(unsafe) private static var blockSize = 0
  nonisolated(unsafe) private static var usedWords = 0

  /// Makes room for `count` objects in raw memory.
  static func begin(count: Int) {
    precondition(unsafe block == nil)
    unsafe block = .allocate(capacity: count)
    unsafe block?.initialize(repeating: nil, count: count)
    unsafe blockSize = count
    unsafe usedWords = 0
  }

  static func holdInArray(_ object: AnyObject) { unsafe array.append(object) }

  static func holdInDictionary(_ object: AnyObject) {
    unsafe dictionary[dictionary.count] = object
  }

  /// Retains by hand; all that is left is a word in memory from malloc.
  static func holdInRawMemory(_ object: AnyObject) {
    unsafe block?[usedWords] = unsafe Unmanaged.passRetained(object).toOpaque()
    unsafe usedWords += 1
  }

  static func holdInSingleton(_ object: AnyObject) { Registry.shared.hold(object) }

  /// Lets go of everything.
  static func end() {
    unsafe array.removeAll()
    unsafe dictionary.removeAll()
    Registry.shared.end()
    for index in unsafe 0..<usedWords {
      guard let pointer = unsafe block?[index] else { continue }
      unsafe block?[index] = nil
      unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
    unsafe block?.deallocate()
    unsafe block = nil
  }
}

/// An app's singleton with handlers; the fuzz's thread alone uses it.
private final class Registry: @unchecked Sendable {
  static let shared = Registry()
  private var handlers: [() -> Void] = []

  func hold(_ object: AnyObject) {
    let number = handlers.count
    handlers.append { Sink.take((number, object)) }
  }

  func end() { handlers.removeAll() }
}

/// What is looked up behind a masked address.
enum LiveObject {
  /// The object at the address, which must be alive.
  static func at(_ address: MaskedAddress) -> AnyObject {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address.plain) else {
      preconditionFailure("no object is at address 0")
    }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The retains of the object at the address, not counting those needed to ask.
  static func retainCount(at address: MaskedAddress) -> Int {
    Int(ask(address)) - asking
  }

  /// The retains that asking itself adds: measured on an object with one.
  private static let asking: Int = {
    let address = makeRetainedOnce()
    defer { unsafe Unmanaged.passUnretained(at(address)).release() }
    return Int(ask(address)) - 1
  }()

  @inline(never) private static func makeRetainedOnce() -> MaskedAddress {
    let object = Base(serial: -1)
    _ = unsafe Unmanaged.passRetained(object)
    return MaskedAddress(of: object)
  }

  @inline(never) private static func ask(_ address: MaskedAddress) -> UInt {
    _getRetainCount(at(address))
  }
}

/// Memory with the addresses of objects in it, given back at once: whoever gets it finds stale bytes.
enum StaleMemory {
  static func leave(behind addresses: ArraySlice<MaskedAddress>) {
    let sizes = [2, 3, 4, 5, 6, 8, 12, 16, 24, 40]
    var blocks: [UnsafeMutablePointer<UInt>] = unsafe []
    for (number, address) in addresses.enumerated() {
      let size = sizes[number % sizes.count]
      let block = UnsafeMutablePointer<UInt>.allocate(capacity: size)
      unsafe block.initialize(repeating: address.plain, count: size)
      unsafe blocks.append(block)
    }
    for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
  }
}
