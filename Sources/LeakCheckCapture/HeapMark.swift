/// The objects of this process at one moment, with which a later capture compares to find new ones.
///
/// An object counts as old if there was one of the same type at its address. If that one was freed and its memory
/// reused for the same type, the mark cannot tell; except for tasks, which have numbers.
package struct HeapMark: Sendable {
  /// The objects at the mark; `nil` in tests with stub captures.
  private let objects: (any MarkedObjects)?
  /// The threads at the mark, by the system's numbers.
  let threads: Set<Int32>

  /// Marks the current objects.
  ///
  /// With `inWriting`, it records them even if the moment could be kept.
  ///
  /// - Throws: ``CaptureError`` if live objects cannot be read.
  /// - Complexity: that of a fork, if the moment can be kept; otherwise O(bytes of the heap).
  package init(inWriting: Bool = false) throws(CaptureError) {
    if let madeUp = MadeUpCapture.current {
      _ = try madeUp.leaks()
      (objects, threads) = (nil, [])
      return
    }
    // An unreadable process is reported before the body, not after it.
    _ = try CaptureSupport.shared()
    #if os(Linux) && canImport(Glibc)
    threads = Set(StackPointers.allThreads())
    if !inWriting, let moment = KeptMoment() {
      objects = moment
      return
    }
    #else
    threads = []
    #endif
    objects = try ObjectRecord()
  }

  /// A reader for questions about many objects.
  var reader: MarkReader { MarkReader(of: objects) }

  /// Whether an object is new, or has been retained or released since.
  func hasChanged(_ node: Int32, in heap: HeapCapture) -> Bool {
    var reader = reader
    return reader.retainCountThen(of: node, in: heap) != heap.objects.retainCounts[Int(node)]
  }

  /// Whether the object at `address` is new, and whether it has changed; `nil` if there is no live object.
  package func news(
    ofObjectAt address: UInt, in heap: HeapCapture
  ) -> (isNew: Bool, hasChanged: Bool)? {
    let node = heap.chunks.chunk(at: address)
    guard node >= 0, heap.isObject(node) else { return nil }
    return (isNew(node, in: heap), hasChanged(node, in: heap))
  }

  /// Whether an object is new.
  func isNew(_ node: Int32, in heap: HeapCapture) -> Bool {
    var reader = reader
    return reader.isNew(node, in: heap)
  }

  /// The word of a global variable at the time of the mark, or `nil` if it is not known.
  func wordThen(at address: UInt) -> UInt? { objects?.word(at: address) }
}

/// A reader that asks a mark about many objects; it is fast if they come in address order.
struct MarkReader {
  private let objects: (any MarkedObjects)?
  private var block = MomentBlock()

  fileprivate init(of objects: (any MarkedObjects)?) { self.objects = objects }

  /// Whether an object is new.
  mutating func isNew(_ node: Int32, in heap: HeapCapture) -> Bool {
    retainCountThen(of: node, in: heap) == nil
  }

  /// Whether an object is new or has lost a retain; the count of earlier garbage does not change.
  mutating func hasLost(_ node: Int32, in heap: HeapCapture) -> Bool {
    guard let before = retainCountThen(of: node, in: heap) else { return true }
    return heap.objects.retainCounts[Int(node)] < before
  }

  /// The retain count at the mark, or `nil` if no live object of the type was at the address.
  mutating func retainCountThen(of node: Int32, in heap: HeapCapture) -> Int32? {
    guard heap.isObject(node), let layout = heap.layout(of: node) else { return nil }
    let address = heap.address(of: node)
    if layout.shape == .task,
      let flags = heap.image.word(at: address &+ SwiftRuntimeLayout.Task.flags),
      isAnotherTask(at: address, flags: flags)
    {
      return nil
    }
    return retainCountThen(ofType: layout.type.address, at: address)
  }

  /// Whether the task at `address` is another one than the task with these flags, which contain its number.
  ///
  /// All tasks have one type, and their memory is reused at once.
  mutating func isAnotherTask(at address: UInt, flags: UInt) -> Bool {
    guard let then = word(at: address &+ SwiftRuntimeLayout.Task.flags) else { return false }
    return then >> 32 != flags >> 32
  }

  /// The word that was at `address`, or `nil` if it is not known.
  mutating func word(at address: UInt) -> UInt? { objects?.word(at: address, near: &block) }

  /// The retain count of the object at `address` at the mark, or `nil` if none of this type was alive.
  mutating func retainCountThen(ofType metadata: UInt, at address: UInt) -> Int32? {
    objects?.retainCount(ofType: metadata, at: address, near: &block)
  }
}

/// The part of a moment's memory that was read last.
struct MomentBlock {
  var start: UInt = .max
  var words: PageArray<UInt>?
}

/// The objects that existed at the moment of a mark.
protocol MarkedObjects: Sendable {
  /// The retain count of the object at `address`, or `nil` if no object of exactly this type was alive there.
  ///
  /// `block` gets the surrounding memory of the moment.
  func retainCount(
    ofType metadata: UInt, at address: UInt, near block: inout MomentBlock
  ) -> Int32?

  /// The word that was at `address`, or `nil` if it is unknown.
  ///
  /// `block` gets the surrounding memory of the moment.
  func word(at address: UInt, near block: inout MomentBlock) -> UInt?
}

extension MarkedObjects {
  /// The word that was at `address`, or `nil` if it is unknown.
  func word(at address: UInt) -> UInt? {
    var block = MomentBlock()
    return word(at: address, near: &block)
  }
}

/// A written record of the objects at a moment.
///
/// A class, because it owns their memory; it never changes.
private final class ObjectRecord: MarkedObjects, @unchecked Sendable {
  private let pages = Pages()
  private let places: AddressMap
  private let types: PageArray<UInt>
  private let retainCounts: PageArray<Int32>

  init() throws(CaptureError) {
    let contents = try HeapContents()
    let (chunks, found) = (contents.moment.chunks, contents.objects)
    let layouts = contents.support.types.layouts
    var places = AddressMap(in: pages, capacity: 1 << 12)
    var types = PageArray<UInt>(in: pages)
    var counts = PageArray<Int32>(in: pages)
    var node = 0
    while node < chunks.count {
      if found.layouts[node] >= 0, found.retainCounts[node] != 0 {
        places.insert(Int32(counts.count), for: chunks.addresses[node])
        types.append(layouts[Int(found.layouts[node])].type.address)
        counts.append(found.retainCounts[node])
      }
      node &+= 1
    }
    self.places = places
    self.types = types
    retainCounts = counts
  }

  func retainCount(
    ofType metadata: UInt, at address: UInt, near block: inout MomentBlock
  ) -> Int32? {
    guard let number = places[address].map(Int.init), types[number] == metadata else { return nil }
    return retainCounts[number]
  }

  func word(at address: UInt, near block: inout MomentBlock) -> UInt? { nil }
}
