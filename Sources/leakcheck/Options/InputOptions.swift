import ArgumentParser
import Foundation
import LeakCheckGraph
import LeakCheckImport

/// How a graph is read, and what is assumed of it.
struct InputOptions: ParsableArguments {
  @Option(name: .customLong("expect-gone"), help: "Objects that should be gone: id, type or glob.")
  var expectGone: [String] = []

  @Option(help: "Objects that are held from outside: id, type or glob.")
  var root: [String] = []

  @Option(help: "Report the graph as if the references Type.name were weak.")
  var weaken: [String] = []

  /// The graph at `path` with the options applied, if that and its use fit into `memory`.
  func graph(
    at path: String, for result: GraphUse.Result, within memory: MemoryLimit
  ) throws -> ObjectGraph {
    let graph: ObjectGraph
    do {
      graph = try read(
        path, for: GraphUse(result: result, changesGraph: changesGraphs), within: memory)
    } catch let error as ImportError {
      throw Console.failure("\(error)" + Self.hint(for: error))
    }
    return try applied(to: graph)
  }

  private func read(
    _ path: String, for use: GraphUse, within memory: MemoryLimit
  ) throws -> ObjectGraph {
    WorkRecord.current?.subject =
      Quotation.escaped(
        path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent)
    // The compressed bytes are let go before the graph is made.
    var dump = try memory.dump(at: path)
    dump = try memory.inflated(dump)
    try memory.check(dump, for: use)
    let graph = try GraphReaders.read(dump)
    try memory.check(graph, of: dump, for: use)
    return graph
  }

  /// A scenario that is taken for a graph fails at a key of its own.
  private static func hint(for error: ImportError) -> String {
    let keys = ["scenario", "profile", "types", "steps"]
    let isScenario = keys.contains { error.problem.hasPrefix("unknown key \"\($0)\" in ") }
    return isScenario ? "; if this is a scenario, run leakcheck simulate" : ""
  }

  /// Whether the options change what is checked.
  var changesGraphs: Bool { !expectGone.isEmpty || !root.isEmpty || !weaken.isEmpty }

  /// A graph with the options applied.
  func applied(to graph: ObjectGraph) throws -> ObjectGraph {
    guard changesGraphs else { return graph }
    return try WorkStage.change.run(of: Int(graph.referenceCount)) { _ in try changed(graph) }
  }

  private func changed(_ graph: ObjectGraph) throws -> ObjectGraph {
    let gone = chosen(by: expectGone, in: graph)
    let roots = chosen(by: root, in: graph)
    let weak = try weaken.map { try weakened($0, in: graph) }
    let released = weak.isEmpty ? [:] : released(by: weak, in: graph)
    let declaresRoots = !root.isEmpty || !graph.objects(marked: .root).isEmpty
    // Without roots, what nothing retains is taken for held. What nothing retains any more is let go.
    let letGo = declaresRoots ? [] : letGo(by: released, in: graph)
    return try graph.changing(
      objects: { object in
        if gone.contains(object.id) {
          object.expectation = LifetimeExpectation(.gone, because: "--expect-gone")
        }
        if roots.contains(object.id) { object.root = "--root" }
        if let count = object.retainCount, let fewer = released[object.id] {
          object.retainCount = max(0, count - fewer)
        }
        if object.expectation == nil, letGo.contains(object.id) {
          object.expectation = LifetimeExpectation(.gone, because: "--weaken")
        }
      },
      references: { reference in
        guard reference.strength == .strong, let source = graph.object(withID: reference.from)
        else { return }
        if weak.contains(where: { $0 == (source.type, reference.name) }) {
          reference.strength = .weak
          reference.until = nil
        }
      })
  }

  /// The objects that match any of the patterns; one that nothing matches is told.
  private func chosen(by patterns: [String], in graph: ObjectGraph) -> Set<ObjectID> {
    var chosen: Set<ObjectID> = []
    for pattern in patterns.map(ObjectPattern.init) {
      let objects = pattern.objects(in: graph)
      chosen.formUnion(objects.lazy.map(\.id))
      guard objects.isEmpty else { continue }
      Console.say(
        "note: no object matches \(Quotation.quoted(pattern.text))\(pattern.suggestion(in: graph))")
    }
    return chosen
  }

  /// How many retains each object loses: what is weak retains no more, so a count that the dump states has fewer.
  private func released(
    by weak: [(type: String, name: String)], in graph: ObjectGraph
  ) -> [ObjectID: Int32] {
    var released: [ObjectID: Int32] = [:]
    for reference in graph.references
    where reference.strength == .strong
      && weak.contains(where: { $0 == (reference.source.type, reference.name) })
    {
      released[reference.target.id, default: 0] += 1
    }
    return released
  }

  /// The objects that are retained by nothing any more.
  private func letGo(by released: [ObjectID: Int32], in graph: ObjectGraph) -> Set<ObjectID> {
    Set(
      released.lazy.filter { id, fewer in
        let referrers = graph.object(withID: id)?.referrers.count { $0.strength == .strong }
        return referrers == Int(fewer)
      }.map(\.key))
  }

  /// The type and name of a what-if, which must be there: a misspelt one would prove nothing.
  private func weakened(
    _ text: String, in graph: ObjectGraph
  ) throws -> (type: String, name: String) {
    let names = graph.references.lazy.map { "\($0.source.type).\($0.name)" }
    guard let match = graph.references.first(where: { "\($0.source.type).\($0.name)" == text })
    else {
      let nearest = NearestWord.nearest(to: text, among: names)
      let hint = nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
      throw Console.failure("no reference \(Quotation.quoted(text)) to weaken\(hint)")
    }
    return (match.source.type, match.name)
  }
}
