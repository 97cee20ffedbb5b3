import LeakCheckText

/// A reader of Graphviz's layout JSON.
///
/// Objects are clusters and nodes, told apart by `nodes` and `pos`; all are known by the `id` that the DOT text gave them.
enum PlacementReader {
  /// The placement, or `nil` where the text is none.
  static func placement(in json: String) -> Placement? {
    guard let tree = try? JSONTree.parse(Array(json.utf8), source: "layout") else { return nil }
    let graph = members(of: tree)
    guard let box = graph["bb"].flatMap(text).flatMap(box) else { return nil }
    var placement = Placement()
    placement.box = box
    placement.rootLabel = graph["lp"].flatMap(text).flatMap(point)
    for object in elements(of: graph["objects"]) { add(members(of: object), to: &placement) }
    for edge in elements(of: graph["edges"]) {
      let members = members(of: edge)
      guard let id = members["id"].flatMap(text), let line = members["pos"].flatMap(text) else {
        continue
      }
      var read = Self.line(line)
      read.label = members["lp"].flatMap(text).flatMap(point)
      read.labelBox = drawnBox(members["_ldraw_"])
      placement.edges[id] = read
    }
    return placement
  }

  private static func add(_ members: [String: JSONTree], to placement: inout Placement) {
    guard let id = members["id"].flatMap(text) else { return }
    if let box = members["bb"].flatMap(text).flatMap(box) {
      let size = inches(members["lwidth"], members["lheight"])
      placement.clusters[id] = .init(
        box: box, label: members["lp"].flatMap(text).flatMap(point), labelSize: size)
    } else if let point = members["pos"].flatMap(text).flatMap(point) {
      placement.nodes[id] = point
      placement.sizes[id] = inches(members["width"], members["height"])
    }
  }

  /// The box around what is drawn of a label: the points of its shapes, and its texts from end to end.
  private static func drawnBox(_ operations: JSONTree?) -> Placement.Box? {
    var box: Placement.Box?
    func include(_ x: Double, _ y: Double) {
      let point = Placement.Box(left: x, bottom: y, right: x, top: y)
      box = box?.union(point) ?? point
    }
    for operation in elements(of: operations) {
      let members = members(of: operation)
      for point in elements(of: members["points"]) {
        let pair = elements(of: point).compactMap(number)
        if pair.count == 2 { include(pair[0], pair[1]) }
      }
      let place = elements(of: members["pt"]).compactMap(number)
      guard place.count == 2, let width = members["width"].flatMap(number) else { continue }
      let share = leftShares[members["align"].flatMap(text) ?? "l"] ?? 0
      include(place[0] - width * share, place[1])
      include(place[0] + width * (1 - share), place[1])
    }
    return box
  }

  /// How much of a text is to the left of its point, by how it is aligned.
  private static let leftShares = ["l": 0.0, "n": 0.5, "c": 0.5, "r": 1.0]

  private static func inches(_ width: JSONTree?, _ height: JSONTree?) -> PanelPacking.Size? {
    guard let width = width.flatMap(text).flatMap(Double.init),
      let height = height.flatMap(text).flatMap(Double.init)
    else { return nil }
    return PanelPacking.Size(width: width * 72, height: height * 72)
  }

  private static func numbers(_ text: some StringProtocol) -> [Double] {
    text.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
  }

  private static func point(_ text: some StringProtocol) -> Placement.Point? {
    let numbers = numbers(text)
    return numbers.count >= 2 ? .init(x: numbers[0], y: numbers[1]) : nil
  }

  private static func box(_ text: String) -> Placement.Box? {
    let numbers = numbers(text)
    guard numbers.count == 4 else { return nil }
    return .init(left: numbers[0], bottom: numbers[1], right: numbers[2], top: numbers[3])
  }

  /// `e,27,36 27,72 27,64 27,55 27,46`: where the arrow ends, then the curve.
  private static func line(_ text: String) -> Placement.Line {
    var line = Placement.Line(ends: [], points: [])
    for word in text.split(whereSeparator: { $0 == " " || $0 == ";" }) {
      if let mark = word.first, mark == "e" || mark == "s" {
        if let point = point(word.dropFirst()) { line.ends.append((mark, point)) }
      } else if let point = point(word) {
        line.points.append(point)
      }
    }
    return line
  }

  private static func members(of tree: JSONTree) -> [String: JSONTree] {
    guard case .object(let members) = tree.value else { return [:] }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func elements(of tree: JSONTree?) -> [JSONTree] {
    if case .array(let elements) = tree?.value { elements } else { [] }
  }

  private static func number(_ tree: JSONTree) -> Double? {
    if case .number(let number) = tree.value { number } else { nil }
  }

  private static func text(_ tree: JSONTree) -> String? {
    if case .string(let text) = tree.value { text } else { nil }
  }
}
