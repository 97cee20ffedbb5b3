extension Placement {
  /// Widens each cluster so that the labels of the edges inside it are inside too, with a margin; whether one was.
  ///
  /// Graphviz sets labels beside lines, and where a line runs along the border, beyond it.
  mutating func widenClusters(around edgesInside: [String: [String]]) -> Bool {
    let margin = 5.0
    var isWidened = false
    for (id, inside) in edgesInside {
      guard let area = clusters[id] else { continue }
      var wide = area.box
      for label in inside.compactMap({ edges[$0]?.labelBox }) {
        if label.left < area.box.left + 1 { wide.left = min(wide.left, label.left - margin) }
        if label.right > area.box.right - 1 { wide.right = max(wide.right, label.right + margin) }
      }
      guard wide != area.box else { continue }
      clusters[id]?.box = wide
      box.left = min(box.left, wide.left - 8)
      box.right = max(box.right, wide.right + 8)
      isWidened = true
    }
    return isWidened
  }

  /// Moves each caption of the clusters `ids` that an edge runs through to a free place at the bottom or the top of its
  /// box; whether one was moved.
  mutating func clearCaptions(of ids: Set<String>) -> Bool {
    let lines = edges.values.map(samples)
    var isMoved = false
    for id in ids.sorted() {
      guard let area = clusters[id], let label = area.label, let size = area.labelSize,
        Self.isTouched(Self.box(of: size, at: label), by: lines)
      else { continue }
      let cleared = cleared(area, size, lines)
      clusters[id] = cleared
      box.left = min(box.left, cleared.box.left - 8)
      box.right = max(box.right, cleared.box.right + 8)
      isMoved = true
    }
    return isMoved
  }

  private func cleared(
    _ area: Area, _ size: PanelPacking.Size, _ lines: [[Point]]
  ) -> Area {
    var area = area
    let margin = 6.0
    let heights = [
      area.label?.y ?? area.box.bottom + size.height, area.box.top - size.height / 2 - margin,
    ]
    let first = area.box.left + size.width / 2 + margin
    let last = max(first, area.box.right - size.width / 2 - margin)
    // Inside first; then to the right and to the left of what is there, where the box grows.
    let inside = stride(from: first, through: last, by: 4).map { $0 }
    let right = stride(from: last, through: last + size.width, by: 4).map { $0 }
    let left = stride(from: first, through: first - size.width, by: -4).map { $0 }
    let places =
      heights.flatMap { y in inside.map { Point(x: $0, y: y) } }
      + heights.flatMap { y in (right + left).map { Point(x: $0, y: y) } }
    for place in places {
      let box = Self.box(of: size, at: place)
      guard !Self.isTouched(box, by: lines), !isOnNode(box) else { continue }
      area.label = place
      area.box.left = min(area.box.left, box.left - margin)
      area.box.right = max(area.box.right, box.right + margin)
      break
    }
    return area
  }

  /// Whether a node is where a caption would be.
  private func isOnNode(_ place: Box) -> Bool {
    nodes.contains { id, point in
      let size = sizes[id] ?? PanelPacking.Size(width: 0, height: 0)
      let box = Self.box(of: size, at: point)
      return box.left < place.right && place.left < box.right && box.bottom < place.top
        && place.bottom < box.top
    }
  }

  private static func box(of size: PanelPacking.Size, at middle: Point) -> Box {
    Box(
      left: middle.x - size.width / 2, bottom: middle.y - size.height / 2,
      right: middle.x + size.width / 2, top: middle.y + size.height / 2)
  }

  /// Whether a line goes through a box, or closer than its own width.
  private static func isTouched(_ box: Box, by lines: [[Point]]) -> Bool {
    let wide = Box(
      left: box.left - 2, bottom: box.bottom - 1, right: box.right + 2, top: box.top + 1)
    // Lines are sampled so densely that their ends and middles tell.
    return lines.contains { line in
      zip(line, line.dropFirst()).contains { a, b in
        let middle = Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        return wide.contains(a) || wide.contains(middle) || wide.contains(b)
      }
    }
  }
}

extension Placement.Box {
  fileprivate func contains(_ point: Placement.Point) -> Bool {
    point.x > left && point.x < right && point.y > bottom && point.y < top
  }
}
