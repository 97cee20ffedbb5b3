extension Sequence {
  /// The first `count` elements in the order `precedes`, without sorting all the others.
  ///
  /// - Complexity: O(elements × log count), and memory for twice `count`.
  package func leading(
    _ count: Int, by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    guard count > 0 else { return [] }
    var kept: [Element] = []
    var bound: Element?
    for element in self {
      if let bound, !precedes(element, bound) { continue }
      kept.append(element)
      if kept.count - count > count {
        kept.sort(by: precedes)
        kept.removeLast(kept.count - count)
        bound = kept.last
      }
    }
    kept.sort(by: precedes)
    return Array(kept.prefix(count))
  }
}
