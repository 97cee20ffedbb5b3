import LeakCheckGraph

/// The strong holders of each object, in order.
///
/// Whoever asks first has the heap looked through, and the heap note from then on who begins to hold what; an entry
/// that is no longer true is found so when it is met.
struct Holders {
  /// The holders of each object, the first in front; some may hold it no more.
  private var holders: [Int32: BinaryHeap<Int32>] = [:]

  /// Takes in what began to be held.
  ///
  /// - Complexity: O(objects + references) at first, then O(log holders) for each reference that is new.
  mutating func update(from heap: SimulatedHeap) {
    for hold in heap.takeNewHolds() {
      holders[hold.target, default: BinaryHeap()].insert(hold.holder)
    }
  }

  /// The first strong reference to an object.
  ///
  /// - Complexity: O(1), and O(log holders) for each that holds it no more.
  mutating func first(
    of object: Int32, in heap: SimulatedHeap
  ) -> (holder: Int32, name: Int32)? {
    while let holder = holders[object]?.least {
      if let slot = heap.strongSlot(from: holder, to: object) { return (holder, slot.name) }
      _ = holders[object]?.popLeast()
    }
    return nil
  }

  /// All that hold an object by a strong reference, in their order.
  ///
  /// - Complexity: O(holders × log holders).
  mutating func all(of object: Int32, in heap: SimulatedHeap) -> [Int32] {
    var all: [Int32] = []
    while let holder = holders[object]?.popLeast() {
      if holder != all.last, heap.strongSlot(from: holder, to: object) != nil { all.append(holder) }
    }
    for holder in all { holders[object]?.insert(holder) }
    return all
  }
}
