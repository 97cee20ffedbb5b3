import LeakCheckGraph

/// The invariants between two steps of a program.
extension SimulatedHeap {
  /// The first thing that is not as reference counting keeps it, or `nil`.
  ///
  /// - Complexity: O(objects + references).
  package func brokenInvariant() -> String? {
    var counts = objects.map(\.outsideCount)
    for (index, object) in objects.enumerated() {
      if object.phase == .freed, !object.slots.isEmpty {
        return "\(label(of: Int32(index))) is freed and holds references"
      }
      for slot in object.slots where slot.strength == .strong && slot.target >= 0 {
        counts[Int(slot.target)] += 1
        if objects[Int(slot.target)].phase == .freed {
          return "\(label(of: Int32(index))) holds \(label(of: slot.target)), which is freed"
        }
      }
    }
    for (index, object) in objects.enumerated() where object.phase == .alive {
      if counts[index] != object.strongCount {
        return "\(label(of: Int32(index))) counts \(object.strongCount) and has \(counts[index])"
      }
      if object.strongCount == 0 { return "\(label(of: Int32(index))) is held by nobody" }
    }
    return nil
  }
}
