/// The objects of this process at one moment, by which it is told later what is new.
///
/// An object counts as an old one where an object of its type was at its address: memory that was freed and
/// given to an object of the same type in between is not told apart.
package struct HeapMark: Sendable {
  private let objects: MarkedObjects?

  /// Marks the objects that are there now.
  ///
  /// - Throws: ``CaptureError`` where live objects cannot be read.
  /// - Complexity: O(bytes of the heap).
  package init() throws(CaptureError) {
    if let madeUp = MadeUpCapture.current {
      _ = try madeUp.leaks()
      objects = nil
    } else {
      objects = try MarkedObjects()
    }
  }

  /// Whether an object is new, or has been retained or released since.
  func hasChanged(_ node: Int32, in heap: HeapCapture) -> Bool {
    guard let marked = objects?.number(at: heap.address(of: node)) else { return true }
    return marked.layout != heap.objects.layouts[Int(node)]
      || marked.retainCount != heap.objects.retainCounts[Int(node)]
  }

  /// Whether an object is new.
  func isNew(_ node: Int32, in heap: HeapCapture) -> Bool {
    objects?.number(at: heap.address(of: node))?.layout != heap.objects.layouts[Int(node)]
  }
}

/// The objects of a mark.
///
/// A class, because it owns their memory; nothing in it changes once it is made.
private final class MarkedObjects: @unchecked Sendable {
  private let pages = Pages()
  private let places: AddressMap
  private let layouts: PageArray<Int32>
  private let retainCounts: PageArray<Int32>

  init() throws(CaptureError) {
    let support = try CaptureSupport.shared()
    let scratch = Pages()
    let (image, chunks) = try support.heap(copiedTo: scratch)
    let found = HeapObjects(in: chunks, image: image, types: support.types, pages: scratch)
    var places = AddressMap(in: pages, capacity: 1 << 12)
    var layouts = PageArray<Int32>(in: pages)
    var counts = PageArray<Int32>(in: pages)
    var node = 0
    while node < chunks.count {
      if found.layouts[node] >= 0, found.retainCounts[node] != 0 {
        places.insert(Int32(layouts.count), for: chunks.addresses[node])
        layouts.append(found.layouts[node])
        counts.append(found.retainCounts[node])
      }
      node &+= 1
    }
    self.places = places
    self.layouts = layouts
    retainCounts = counts
  }

  func number(at address: UInt) -> (layout: Int32, retainCount: Int32)? {
    places[address].map { (layouts[Int($0)], retainCounts[Int($0)]) }
  }
}
