/// A priority queue with fast access to the least element.
package struct BinaryHeap<Element: Comparable> {
  /// The element at `i` is not below that at `(i - 1) / 2`.
  @usableFromInline var elements: [Element] = []

  /// A heap without elements.
  @inlinable package init() {}

  /// The least element; `nil` where there is none.
  @inlinable package var least: Element? { elements.first }

  /// Adds an element.
  ///
  /// - Complexity: O(log elements).
  @inlinable package mutating func insert(_ element: Element) {
    elements.append(element)
    var place = elements.count - 1
    while place > 0, elements[place] < elements[(place - 1) / 2] {
      elements.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out the least element; `nil` where there is none.
  ///
  /// - Complexity: O(log elements).
  @inlinable package mutating func popLeast() -> Element? {
    guard let last = elements.indices.last else { return nil }
    elements.swapAt(0, last)
    let least = elements.removeLast()
    var place = 0
    while true {
      let first = 2 * place + 1
      guard first < elements.count else { return least }
      let isSecond = first + 1 < elements.count && elements[first + 1] < elements[first]
      let child = isSecond ? first + 1 : first
      guard elements[child] < elements[place] else { return least }
      elements.swapAt(place, child)
      place = child
    }
  }
}
