import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport

/// Graphs with findings made by hand, for the tests of pictures.
enum PictureCases {
  /// A finding for the cycle through objects with these ids, which also keeps `held`.
  static func cycle(
    _ ids: [ObjectID], in graph: ObjectGraph, keeping held: [ObjectID] = [], cut name: String = "",
    instances: Int = 1
  ) -> Finding? {
    var references: [ObjectGraph.Reference] = []
    for (index, id) in ids.enumerated() {
      let next = ids[(index + 1) % ids.count]
      guard
        let reference = graph.object(withID: id)?.references
          .first(where: { $0.target.id == next && $0.strength == .strong })
      else { return nil }
      references.append(reference)
    }
    let objects = (ids + held).compactMap { graph.object(withID: $0) }
    let steps = references.filter { $0.name == name }.map {
      Cut.Step(cutting: $0, as: .backReference, by: .weak)
    }
    return Finding(
      kind: .cycle, severity: .error, fingerprint: ids.description, instances: instances,
      message: "a cycle", isReachable: false, path: LeakTrace(cycle: references),
      holds: RetainedSet(objects.sorted { $0.id < $1.id }),
      cut: Cut(steps: steps, isExact: true, isMinimal: true), why: "")
  }

  /// A run loop that keeps a timer that keeps a dismissed screen.
  static func timer() -> Report {
    var sketch = GraphSketch()
    sketch.object("loop", "RunLoop", name: "RunLoop.main", root: "main thread")
    sketch.object("timer", "Timer", .timer, name: "every 1 s", file: "Countdown.swift", line: 33)
    sketch.object(
      "screen", "CountdownViewController", .controller, size: 2_048, gone: "dismissed 38 s ago")
    sketch.object("label", "UILabel", .view, size: 600)
    sketch.reference("loop", "timer", "timers", .strong, .runtime)
    sketch.reference("timer", "screen", "target")
    sketch.reference("screen", "timer", "timer", .weak)
    sketch.reference("screen", "label", "label")
    let graph = sketch.graph(named: "Countdown")
    let path = ["loop", "timer"].compactMap { graph.object(withID: $0)?.references.first }
    guard let root = graph.object(withID: "loop"), path.count == 2 else { return report(graph, []) }
    let held = ["label", "screen"].compactMap { graph.object(withID: $0) }
    let step = Cut.Step(cutting: path[1], as: .registration, by: .end)
    let finding = Finding(
      kind: .abandoned, severity: .error, fingerprint: "timer", message: "kept", isReachable: true,
      path: LeakTrace(from: root, along: path), holds: RetainedSet(held),
      cut: Cut(steps: [step], isExact: true, isMinimal: true), why: "")
    return report(graph, [finding])
  }

  /// Cycles that nothing connects with each other, with `extra` references inside each.
  static func separateCycles(seed: UInt64) -> Report {
    var random = SplitMix64(seed: seed)
    var sketch = GraphSketch()
    var rings: [[ObjectID]] = []
    for ring in 0..<Int.random(in: 4...12, using: &random) {
      let ids = (0..<Int.random(in: 1...5, using: &random)).map { ObjectID.text("\(ring).\($0)") }
      rings.append(ids)
      for (index, id) in ids.enumerated() {
        sketch.object(id, "T\(id)")
        sketch.reference(id, ids[(index + 1) % ids.count], "next")
        let other = ids.randomElement(using: &random) ?? id
        sketch.reference(id, other, "extra", random.chance(0.3) ? .weak : .strong)
      }
    }
    let graph = sketch.graph(named: "rings")
    return report(graph, rings.compactMap { cycle($0, in: graph, cut: "next") })
  }

  /// A cycle in which every text is `name`.
  static func hostile(_ name: String) -> Report {
    var sketch = GraphSketch()
    sketch.object("a", name, .init(rawValue: name), name: name, root: name, file: name, line: 1)
    sketch.object("b", name, .closure, name: name, gone: name)
    sketch.object(.text("id" + name), name, name: name)
    sketch.reference("a", "b", "x" + name)
    sketch.reference("b", "a", "x" + name, .strong, .capture)
    sketch.reference("b", .text("id" + name), name, .weak)
    let graph = sketch.graph(named: name)
    let finding = cycle(["a", "b"], in: graph, cut: "x" + name)
    return report(graph, [finding].compactMap(\.self))
  }

  static func report(_ graph: ObjectGraph, _ findings: [Finding]) -> Report {
    Report(findings, of: GraphAnalysis(of: graph), input: "test.json")
  }

  /// Findings for every self reference and every pair of objects that hold each other, as they come.
  static func pairs(in graph: ObjectGraph) -> [Finding] {
    graph.references.compactMap { reference in
      guard reference.strength == .strong, reference.source.id < reference.target.id else {
        return nil
      }
      let held = reference.target.references.filter { $0.strength == .strong }.map(\.target.id)
      return cycle(
        [reference.source.id, reference.target.id], in: graph, keeping: held, cut: reference.name)
    }
  }
}

/// Writes an object graph down in few words.
struct GraphSketch {
  var builder = ObjectGraph.Builder()

  mutating func object(
    _ id: ObjectID, _ type: String, _ kind: ObjectKind = .object, name: String = "",
    size: Int64 = 64, root: String? = nil, gone: String? = nil, file: String = "", line: Int32 = 0
  ) {
    var object = ObjectDescription(id: id, type: type)
    object.kind = kind
    object.name = name
    object.size = size
    object.root = root
    object.expectation = gone.map { LifetimeExpectation(.gone, because: $0) }
    object.file = file
    object.line = line
    builder.add(object)
  }

  mutating func reference(
    _ from: ObjectID, _ to: ObjectID, _ name: String, _ strength: Strength = .strong,
    _ kind: ReferenceKind = .property
  ) {
    var reference = ReferenceDescription(from: from, to: to)
    reference.name = name
    reference.strength = strength
    reference.kind = kind
    builder.add(reference)
  }

  func graph(named name: String) -> ObjectGraph {
    var builder = builder
    builder.name = name
    do { return try builder.build() } catch { preconditionFailure("\(error)") }
  }
}
