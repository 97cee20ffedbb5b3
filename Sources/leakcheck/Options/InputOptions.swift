import ArgumentParser
import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// Options for reading a graph and for assumptions about it.
struct InputOptions: ParsableArguments {
  @Option(
    name: .customLong("expect-gone"),
    help: ArgumentHelp(
      "Objects that should be gone: id, type, name or glob; may be repeated.", valueName: "PATTERN")
  )
  var expectGone: [String] = []

  @Option(
    help: ArgumentHelp(
      "Objects that are held from outside: id, type, name or glob; may be repeated.",
      valueName: "PATTERN"))
  var root: [String] = []

  @Option(
    help: ArgumentHelp(
      "Report the graph as if this reference were weak; may be repeated.", valueName: "TYPE.NAME"))
  var weaken: [String] = []

  /// The graph at `path` with the options applied, if its dump fits into `memory`.
  func graph(at path: String, within memory: MemoryLimit) throws -> ObjectGraph {
    let graph: ObjectGraph
    do {
      graph = try read(path, within: memory)
    } catch let error as InputError {
      throw Console.failure("\(error)" + Self.hint(for: error))
    }
    if graph.objectCount <= Self.mostWritten {
      noteMisspeltKinds(of: graph)
      noteMissingTypes(of: graph)
    }
    return try applied(to: graph)
  }

  private func read(_ path: String, within memory: MemoryLimit) throws -> ObjectGraph {
    WorkRecord.current?.subject =
      Quotation.escaped(
        path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent)
    return try GraphReaders.read(memory.dump(at: path))
  }

  /// More objects than these come from a program, which does not misspell.
  private static let mostWritten: Int32 = 10_000

  /// Names kinds that nobody knows and that look like one that is known: they mean nothing to the analysis.
  private func noteMisspeltKinds(of graph: ObjectGraph) {
    let known = ObjectKind.known.map(\.rawValue)
    for kind in Set(graph.objects.map(\.kind.rawValue)).subtracting(known).sorted() {
      guard let nearest = NearestWord.nearest(to: kind, among: known) else { continue }
      Console.say(
        "note: kind \(Quotation.quoted(kind)) is unknown and means object; did you mean \"\(nearest)\"?"
      )
    }
  }

  /// Names the objects whose type is empty: reports can call them by nothing but their place.
  private func noteMissingTypes(of graph: ObjectGraph) {
    let nameless = graph.objects.filter { $0.type.isEmpty }
    guard let first = nameless.first else { return }
    let others = nameless.count > 1 ? " and \(nameless.count - 1) more" : ""
    Console.say(
      "note: object \(Quotation.quoted("\(first.id)"))\(others): the type is empty; reports say \(Escaping.noName)"
    )
  }

  /// A scenario that is taken for a graph fails at a key of its own.
  private static func hint(for error: InputError) -> String {
    let isScenario = ["scenario", "profile", "types", "steps"].contains(error.code.key)
    return isScenario ? "; if this is a scenario, run leakcheck simulate" : ""
  }

  /// A graph with the options and the project's configuration applied; the same graph where they say nothing of it.
  func applied(to graph: ObjectGraph) throws -> ObjectGraph {
    let graph = Configuration.current.applied(to: graph)
    guard !expectGone.isEmpty || !root.isEmpty || !weaken.isEmpty else { return graph }
    return try WorkStage.change.run(of: Int(graph.referenceCount)) { _ in try changed(graph) }
  }

  private func changed(_ graph: ObjectGraph) throws -> ObjectGraph {
    var amendment = GraphAmendment(of: graph)
    let gone = chosen(by: expectGone, in: graph)
    amendment.expect(.gone, of: gone, because: "--expect-gone")
    amendment.hold(chosen(by: root, in: graph), because: "--root")
    let weak = try strongReferences(namedBy: weaken, in: graph)
    guard !weak.isEmpty else { return amendment.amended() }
    amendment.weaken(weak)
    let released = weak.reduce(into: [Int32: Int32]()) { released, reference in
      released[graph.reference(reference).target.index, default: 0] += 1
    }
    // What is weak retains no more, so a count that the dump states has fewer.
    amendment.release(released)
    // Without roots, what nothing retains is taken for held. What nothing retains any more is let go.
    if root.isEmpty, graph.objects(marked: .root).isEmpty {
      let letGo = letGo(by: released, besides: Set(gone), in: graph)
      amendment.expect(.gone, of: letGo, because: "--weaken")
    }
    return amendment.amended()
  }

  /// The objects that match any of the patterns, in rising order; a pattern that nothing matches is told.
  private func chosen(by patterns: [String], in graph: ObjectGraph) -> [Int32] {
    var chosen: Set<Int32> = []
    for pattern in patterns.map(ObjectPattern.init) {
      let objects = pattern.objects(in: graph)
      chosen.formUnion(objects.lazy.map(\.index))
      guard objects.isEmpty else { continue }
      Console.say(
        "note: no object matches \(Quotation.quoted(pattern.text))\(pattern.suggestion(in: graph))")
    }
    return chosen.sorted()
  }

  /// The strong references, in rising order, that texts name; each must name some, for a misspelt one would prove nothing.
  private func strongReferences(
    namedBy texts: [String], in graph: ObjectGraph
  ) throws -> [Int32] {
    var chosen: Set<Int32> = []
    for pattern in texts.map(ReferencePattern.init) {
      let references = pattern.references(in: graph)
      guard !references.isEmpty else {
        throw Console.failure(
          "no reference \(Quotation.quoted(pattern.text)) to weaken"
            + pattern.suggestion(in: graph))
      }
      chosen.formUnion(references.lazy.filter { graph.reference($0).strength == .strong })
    }
    return chosen.sorted()
  }

  /// The objects, in rising order, that nothing retains any more, and of which nothing is expected.
  private func letGo(
    by released: [Int32: Int32], besides gone: Set<Int32>, in graph: ObjectGraph
  ) -> [Int32] {
    let referrers = graph.strongReferrers()
    let letGo = released.lazy.filter { object, fewer in
      fewer == referrers[Int(object)] && !gone.contains(object)
        && graph.object(object).expectation == nil
    }
    return letGo.map(\.key).sorted()
  }
}
