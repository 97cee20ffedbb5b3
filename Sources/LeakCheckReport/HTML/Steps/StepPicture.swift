import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A single picture for all moments of a run, with every object of any moment, so that nothing moves.
struct StepPicture {
  /// More objects, or references, of a run are not drawn.
  static let mostNodes = 36
  static let mostEdges = 110

  let trace: StepTrace
  /// The objects that are drawn, in the order of the nodes.
  let objects: [Int]
  /// The references that are drawn, in the order of the edges.
  let references: [Int]

  private let nodeOf: [Int: Int]
  /// How many objects of the picture have a name.
  private var namesakes: [String: Int] = [:]

  init(_ trace: StepTrace) {
    self.trace = trace
    objects = Self.chosenObjects(of: trace)
    let nodeOf = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1, $0) })
    self.nodeOf = nodeOf
    let drawable = trace.references.indices.filter {
      nodeOf[trace.references[$0].from] != nil && nodeOf[trace.references[$0].to] != nil
    }
    let strong = drawable.filter { trace.references[$0].strength == .strong }
    let others = drawable.filter { trace.references[$0].strength != .strong }
    references = Array((strong + others).prefix(Self.mostEdges)).sorted()
    for object in objects { namesakes[name(of: object), default: 0] += 1 }
  }

  /// The app's objects first, then what they refer to or are referred to by, then the rest.
  private static func chosenObjects(of trace: StepTrace) -> [Int] {
    let app = trace.objects.indices.filter { trace.objects[$0].isOfApp }
    var rank = [Int](repeating: 2, count: trace.objects.count)
    for object in app { rank[object] = 0 }
    var isReferred = [Bool](repeating: false, count: trace.objects.count)
    for reference in trace.references {
      (isReferred[reference.from], isReferred[reference.to]) = (true, true)
      if rank[reference.from] == 0 { rank[reference.to] = min(rank[reference.to], 1) }
      if rank[reference.to] == 0 { rank[reference.from] = min(rank[reference.from], 1) }
    }
    // What nothing ever refers to tells nothing, such as a root that nobody uses; nor do views that keep only views.
    let leads = leadsToApp(trace)
    let told = trace.objects.indices.filter {
      (isReferred[$0] || trace.objects[$0].isOfApp && !trace.objects[$0].isRoot)
        && (leads[$0] || trace.objects[$0].kind != .view)
    }
    let order = told.sorted { (rank[$0], $0) < (rank[$1], $1) }
    return order.prefix(mostNodes).sorted()
  }

  /// Which objects ever lead to one of the app, along strong references.
  private static func leadsToApp(_ trace: StepTrace) -> [Bool] {
    var holders: [Int: [Int]] = [:]
    for reference in trace.references where reference.strength == .strong {
      holders[reference.to, default: []].append(reference.from)
    }
    var stack = trace.objects.indices.filter { trace.objects[$0].isOfApp }
    var leads = trace.objects.map(\.isOfApp)
    while let object = stack.popLast() {
      for holder in holders[object] ?? [] where !leads[holder] {
        leads[holder] = true
        stack.append(holder)
      }
    }
    return leads
  }

  /// How many objects are left out.
  var hiddenObjects: Int { trace.objects.count - objects.count }

  /// The number of an object's node.
  func node(of object: Int) -> Int? { nodeOf[object] }

  /// What an object is called.
  func name(of object: Int) -> String {
    let object = trace.objects[object]
    return object.name.isEmpty ? object.type : object.name
  }

  /// What an object is called in a sentence: with its id where others are called the same.
  func fullName(of object: Int) -> String {
    let name = name(of: object)
    return namesakes[name, default: 0] > 1 ? "\(name) (\(trace.objects[object].id))" : name
  }

  /// The picture of everything.
  var picture: Picture {
    var picture = Picture(title: "")
    picture.nodes = objects.map(node)
    picture.edges = references.map { index in
      let reference = trace.references[index]
      let kind: ReferenceKind =
        trace.objects[reference.from].kind == .closure ? .capture : .property
      let label = PictureText.label(reference.name, kind: kind)
      return Picture.Edge(
        from: nodeOf[reference.from] ?? 0, to: nodeOf[reference.to] ?? 0,
        names: label.isEmpty ? [] : [label], strength: reference.strength, hold: .retains,
        isPath: false, cut: nil)
    }
    return picture
  }

  private func node(of index: Int) -> Picture.Node {
    let object = trace.objects[index]
    let kind = object.kind == .controller ? "view controller" : object.kind.rawValue
    let id = Escaping.plain(object.id, limit: 20)
    let isClosure = object.kind == .closure
    return Picture.Node(
      role: .live, kind: object.kind, isRoot: object.isRoot,
      caption: object.isRoot ? "root" : isClosure ? kind : "\(kind) · \(id)",
      name: Escaping.plain(name(of: index), limit: 34), detail: Self.detail(of: object),
      tooltip: Escaping.plain("\(object.type) · \(kind) · id \(object.id)", limit: 120), count: 1)
  }

  /// What stands where the script writes the counts: as wide as they ever are.
  private static func detail(of object: StepTrace.Object) -> String {
    object.isRoot ? "held by the program" : "strong 00 (+0)"
  }
}

extension StepPicture {
  /// What the script of the page is told: names, and what each moment changes.
  ///
  /// `kept` are the ids of the objects that should be gone at the end.
  func value(section: String, kept: Set<String>) -> JSONValue {
    let nodes = zip(picture.nodes, objects).map { node, object in
      Self.value(of: node, isKept: kept.contains(trace.objects[object].id))
    }
    return .object([
      ("nodes", .array(nodes)),
      ("edges", .array(picture.edges.map(Self.value))),
      ("moments", .array(trace.moments.map { value(of: $0, section) })),
    ])
  }

  private static func value(of node: Picture.Node, isKept: Bool) -> JSONValue {
    .object([
      ("name", .string(node.name)), ("kind", .string(node.caption)), ("detail", .string("")),
      ("about", .string(node.tooltip)), ("root", .bool(node.isRoot)), ("kept", .bool(isKept)),
    ])
  }

  private static func value(of edge: Picture.Edge) -> JSONValue {
    .object([("from", .number(edge.from)), ("to", .number(edge.to))])
  }

  private func value(of moment: StepTrace.Moment, _ section: String) -> JSONValue {
    let nodes = moment.objects.compactMap { object, count -> JSONValue? in
      guard let node = nodeOf[object] else { return nil }
      return .array([
        .number(node), .number(count.phase.number), .number(Int(count.strong)),
        .number(Int(count.running)),
      ])
    }
    let edges = moment.references.compactMap { reference, hold -> JSONValue? in
      guard let edge = references.firstIndex(of: reference) else { return nil }
      return .array([.number(edge), .number(hold.number)])
    }
    var members: [(String, JSONValue)] = [("log", .number(moment.logCount))]
    if moment.line > 0, let source = trace.source(of: moment) {
      members.append(("at", .string(HTMLSource.id(of: moment.line, in: source, section))))
    }
    if !nodes.isEmpty { members.append(("nodes", .array(nodes))) }
    if !edges.isEmpty { members.append(("edges", .array(edges))) }
    return .object(members)
  }
}

extension StepTrace.Phase {
  /// The number that the script of the page knows it by.
  fileprivate var number: Int {
    switch self {
    case .unborn: 0
    case .alive: 1
    case .deiniting: 2
    case .freed: 3
    }
  }
}

extension StepTrace.Hold {
  /// The number that the script of the page knows it by.
  fileprivate var number: Int {
    switch self {
    case .absent: 0
    case .present: 1
    case .zeroed: 2
    case .dangling: 3
    }
  }
}
