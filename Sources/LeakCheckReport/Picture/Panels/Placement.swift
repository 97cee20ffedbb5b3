/// The places of a drawing's nodes, edges and clusters after layout, in points from the left and the bottom.
struct Placement {
  /// A node, by its center.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// A box, by its lower left and upper right corners.
  struct Box: Hashable {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double

    var width: Double { right - left }
    var height: Double { top - bottom }

    /// The smallest box around both.
    func union(_ other: Box) -> Box {
      Box(
        left: min(left, other.left), bottom: min(bottom, other.bottom),
        right: max(right, other.right), top: max(top, other.top))
    }
  }

  /// An edge's line: its points, and the mark before them that says where its arrow ends.
  struct Line: Hashable {
    /// `e` and `s` points of arrows, in their order, with the letter.
    var ends: [(mark: Character, point: Point)]
    var points: [Point]
    var label: Point?
    /// What is drawn of the label.
    var labelBox: Box?

    static func == (left: Line, right: Line) -> Bool {
      left.points == right.points && left.label == right.label
        && left.ends.map(\.point) == right.ends.map(\.point)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(points) }
  }

  /// A cluster: its box, and the center and size of its label.
  struct Area: Hashable {
    var box: Box
    var label: Point?
    var labelSize: PanelPacking.Size?
  }

  /// By the id that the DOT text gives.
  var nodes: [String: Point] = [:]
  var sizes: [String: PanelPacking.Size] = [:]
  var edges: [String: Line] = [:]
  var clusters: [String: Area] = [:]
  /// The middle of the label of everything.
  var rootLabel: Point?
  /// All of it.
  var box = Box(left: 0, bottom: 0, right: 0, top: 0)

  /// The same, moved.
  func moved(x: Double, y: Double) -> Placement {
    func move(_ point: Point) -> Point { Point(x: point.x + x, y: point.y + y) }
    func move(_ box: Box) -> Box {
      Box(left: box.left + x, bottom: box.bottom + y, right: box.right + x, top: box.top + y)
    }
    var moved = self
    moved.nodes = nodes.mapValues(move)
    moved.edges = edges.mapValues { line in
      Line(
        ends: line.ends.map { ($0.mark, move($0.point)) }, points: line.points.map(move),
        label: line.label.map(move), labelBox: line.labelBox.map(move))
    }
    moved.clusters = clusters.mapValues {
      Area(box: move($0.box), label: $0.label.map(move), labelSize: $0.labelSize)
    }
    moved.box = move(box)
    return moved
  }

  /// Takes in what another placement has, whose ids are different.
  mutating func formUnion(_ other: Placement) {
    nodes.merge(other.nodes) { first, _ in first }
    sizes.merge(other.sizes) { first, _ in first }
    edges.merge(other.edges) { first, _ in first }
    clusters.merge(other.clusters) { first, _ in first }
    box = box.union(other.box)
  }
}

extension Placement {
  /// The lines of an edge, made of cubic curves, as many short straight ones.
  func samples(of line: Line) -> [Point] {
    guard line.points.count >= 4 else { return line.points }
    var samples: [Point] = []
    for start in stride(from: 0, to: line.points.count - 3, by: 3) {
      let curve = line.points[start..<(start + 4)].map { $0 }
      samples += (0...12).map { Self.point(on: curve, at: Double($0) / 12) }
    }
    return samples
  }

  /// De Casteljau's point of a cubic curve.
  private static func point(on curve: [Point], at share: Double) -> Point {
    var points = curve
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { a, b in
        Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
      }
    }
    return points[0]
  }
}

extension Placement.Point {
  /// The point as DOT writes it.
  var text: String { "\(Self.rounded(x)),\(Self.rounded(y))" }

  fileprivate static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension Placement.Box {
  /// The box as DOT writes it.
  var text: String {
    [left, bottom, right, top].map { "\(Placement.Point.rounded($0))" }.joined(separator: ",")
  }
}

extension Placement.Line {
  /// The line as DOT writes it.
  var text: String {
    (ends.map { "\($0.mark),\($0.point.text)" } + points.map(\.text)).joined(separator: " ")
  }
}
