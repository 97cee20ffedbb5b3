/// A packing of boxes into rows, so that a picture of many boxes is no wider than a page.
///
/// Boxes stay in their order, which is that of importance: a box goes below the lowest place where it fits (Bottom-left
/// packing along a skyline), so that a small one fills the room beside a large one.
package struct PanelPacking: Sendable {
  /// A width and a height.
  package struct Size: Hashable, Sendable {
    /// Across.
    package var width: Double
    /// Down.
    package var height: Double

    /// A size.
    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The left upper corner of each box, counted from the left and from above.
  package private(set) var corners: [(x: Double, y: Double)] = []
  /// What all boxes take together.
  package private(set) var size = Size(width: 0, height: 0)

  /// The upper edge of what is placed: from each `x` to the next, everything above `y` is taken.
  private var skyline: [(x: Double, y: Double)] = [(0, 0)]
  private let limit: Double

  /// Packs `boxes` with `gap` between them, no wider than `limit` unless one of them is.
  ///
  /// - Complexity: O(boxes²).
  package init(_ boxes: [Size], width limit: Double, gap: Double) {
    self.limit = max(limit, boxes.map(\.width).max() ?? 0)
    for box in boxes { place(box, gap: gap) }
  }

  private mutating func place(_ box: Size, gap: Double) {
    var best: (x: Double, y: Double)?
    for start in skyline where start.x + box.width <= limit {
      let y = top(from: start.x, to: start.x + box.width + gap)
      if best.map({ y < $0.y }) ?? true { best = (start.x, y) }
    }
    let corner = best ?? (0, size.height)
    corners.append(corner)
    raise(from: corner.x, to: corner.x + box.width + gap, up: corner.y + box.height + gap)
    size.width = max(size.width, corner.x + box.width)
    size.height = max(size.height, corner.y + box.height)
  }

  /// The lowest place that is free all the way.
  private func top(from left: Double, to right: Double) -> Double {
    var top = 0.0
    for (index, piece) in skyline.enumerated() where piece.x < right {
      let end = index + 1 < skyline.count ? skyline[index + 1].x : .infinity
      if end > left { top = max(top, piece.y) }
    }
    return top
  }

  private mutating func raise(from left: Double, to right: Double, up y: Double) {
    var raised: [(x: Double, y: Double)] = []
    for (index, piece) in skyline.enumerated() {
      let end = index + 1 < skyline.count ? skyline[index + 1].x : .infinity
      if piece.x < left { raised.append(piece) }
      if end > right { raised.append((max(piece.x, right), piece.y)) }
    }
    raised.append((left, y))
    skyline = raised.sorted { $0.x < $1.x }
  }
}
