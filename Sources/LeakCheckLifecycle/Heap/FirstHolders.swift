import LeakCheckGraph

/// The first strong reference to each object, in the order of holders, as long as none changes.
struct FirstHolders {
  private var first: [Int32: (holder: Int32, name: Int32)] = [:]
  private var changes = -1

  subscript(object: Int32) -> (holder: Int32, name: Int32)? { first[object] }

  /// Looks at all references, where some have changed since.
  ///
  /// - Complexity: O(objects + references), O(1) where nothing has changed.
  mutating func update(from heap: SimulatedHeap) {
    guard changes != heap.changes else { return }
    changes = heap.changes
    first = [:]
    for holder in 0..<heap.count where !heap.isFreed(holder) {
      for slot in heap.objects[Int(holder)].slots where slot.strength == .strong {
        if first[slot.target] == nil { first[slot.target] = (holder, slot.name) }
      }
    }
  }
}
