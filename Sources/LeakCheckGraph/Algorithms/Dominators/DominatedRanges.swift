/// The vertices that each vertex of a dominator tree dominates: runs of a ``DominatorOrder``.
package struct DominatedRanges: Sendable {
  private let order: DominatorOrder
  /// Where each vertex stands in `order`; -1 where nothing reaches.
  private let place: [Int32]

  /// The ranges of `tree`.
  ///
  /// - Complexity: O(vertices); 4 bytes a vertex besides the order.
  package init(of tree: DominatorTree) {
    order = DominatorOrder(of: tree)
    var place = [Int32](repeating: -1, count: tree.immediateDominator.count)
    for (position, vertex) in order.vertices.enumerated() { place[Int(vertex)] = Int32(position) }
    self.place = place
  }

  /// The reached vertices, each right before everything that it dominates.
  package var vertices: [Int32] { order.vertices }

  /// The places in ``vertices`` of what a vertex dominates, its own the first; `nil` where nothing reaches it.
  ///
  /// - Complexity: O(1).
  package func places(below vertex: Int32) -> Range<Int>? {
    let place = place[Int(vertex)]
    return place < 0 ? nil : Int(place)..<Int(order.ends[Int(place)])
  }

  /// What `tops` dominate, they included, in rising order.
  ///
  /// - Complexity: O(result log result).
  package func members(below tops: some Sequence<Int32>) -> [Int32] {
    let tops = Set(tops)
    var members = tops.filter { place[Int($0)] < 0 }.sorted()
    let starts = tops.map { place[Int($0)] }.filter { $0 >= 0 }.sorted()
    var end: Int32 = 0
    // Ranges lie apart or inside one another, and one inside an earlier one adds nothing.
    for start in starts where start >= end {
      end = order.ends[Int(start)]
      members += order.vertices[Int(start)..<Int(end)]
    }
    return members.sorted()
  }
}
