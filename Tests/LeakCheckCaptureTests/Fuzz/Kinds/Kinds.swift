// Slots that are pointers, with the retains done by hand or not at all.

final class UnownedUnsafeProperty: Base {
  unowned(unsafe) private var first: Base?
  private var second: Base?
  override class var slots: [SlotStrength] { [.unmanaged, .strong] }
  override func store(_ targets: [Base]) {
    unsafe first = targets.at(0)
    second = targets.at(1)
  }
}

@safe final class UnmanagedProperty: Base {
  private var first: Unmanaged<Base>?
  private var second: Base?
  override class var slots: [SlotStrength] { [.unmanaged, .strong] }
  override func store(_ targets: [Base]) {
    unsafe first = targets.at(0).map { unsafe Unmanaged.passUnretained($0) }
    second = targets.at(1)
  }
}

final class CapturingUnownedUnsafe: Base {
  private var action: () -> Void = {}
  override class var slots: [SlotStrength] { [.unmanaged] }
  override func store(_ targets: [Base]) {
    guard let target = targets.first else { return action = {} }
    let number = serial
    action = { [unowned(unsafe) target] in unsafe Sink.take((target, number)) }
  }
}

/// Three elements in memory of its own, as a collection written by hand has it.
///
/// All are initialized, and no byte is over: what is stale in memory without types cannot be told from
/// what is not.
@safe final class PointerBuffer: Base {
  private let memory: UnsafeMutablePointer<Base?>

  required init(serial: Int) {
    unsafe memory = .allocate(capacity: 3)
    unsafe memory.initialize(repeating: nil, count: 3)
    super.init(serial: serial)
  }

  deinit {
    unsafe memory.deinitialize(count: 3)
    unsafe memory.initialize(repeating: nil, count: 3)
    unsafe memory.deallocate()
  }

  override class var slots: [SlotStrength] { [.raw, .raw, .raw] }
  override func store(_ targets: [Base]) {
    for index in 0..<3 { unsafe memory[index] = targets.at(index) }
  }
}

struct BufferHeader {
  let serial: Int
  var target: AnyObject?
}

/// A reference in the header, and two in the tail that no metadata describes.
///
/// The sizes leave no byte of the allocation over.
final class ManagedBufferNode: ManagedBuffer<BufferHeader, AnyObject?>, FuzzNode {
  deinit {
    unsafe withUnsafeMutablePointerToElements { _ = unsafe $0.deinitialize(count: 3) }
    Ledger.note(header.serial)
  }

  static var slots: [SlotStrength] { [.strong, .raw, .raw] }
  static func make(_ serial: Int) -> any FuzzNode {
    let buffer = ManagedBufferNode.create(minimumCapacity: 3) { _ in BufferHeader(serial: serial) }
    unsafe buffer.withUnsafeMutablePointerToElements {
      unsafe $0.initialize(repeating: nil, count: 3)
    }
    return unsafe unsafeDowncast(buffer, to: ManagedBufferNode.self)
  }
  func link(_ targets: [any FuzzNode]) {
    header.target = targets.at(0)
    unsafe withUnsafeMutablePointerToElements {
      unsafe $0[0] = targets.at(1)
      unsafe $0[2] = targets.at(2)
    }
  }
  func unlink() { link([]) }
}

/// The property of an actor itself, set without awaiting since the fuzz is on one thread.
actor ActorPropertyNode: FuzzNode {
  private let serial: Int
  nonisolated(unsafe) private var target: AnyObject?

  private init(serial: Int) { self.serial = serial }
  deinit { Ledger.note(serial) }

  static var slots: [SlotStrength] { [.strong] }
  static func make(_ serial: Int) -> any FuzzNode { ActorPropertyNode(serial: serial) }
  nonisolated func link(_ targets: [any FuzzNode]) { unsafe target = targets.first }
  nonisolated func unlink() { unsafe target = nil }
}
