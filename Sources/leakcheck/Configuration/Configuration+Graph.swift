import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

extension Configuration {
  /// A graph with what the project says of its objects; the same graph where it says nothing of them.
  ///
  /// What the graph itself says of an object's end stays: who wrote it knew that object.
  ///
  /// - Complexity: O(objects of the graph).
  func applied(to graph: ObjectGraph) -> ObjectGraph {
    let foreign = objects(of: foreignModules, besides: .framework, in: graph)
    let own = objects(of: ownModules, besides: [], in: graph)
    let gone = objects(matching: expectGone, in: graph).filter {
      graph.object($0).expectation == nil
    }
    let held = objects(matching: roots, in: graph)
    guard !(foreign.isEmpty && own.isEmpty && gone.isEmpty && held.isEmpty) else { return graph }
    var amendment = GraphAmendment(of: graph)
    let because = path.flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
    amendment.attribute(foreign, toFramework: true)
    amendment.attribute(own, toFramework: false)
    amendment.expect(.gone, of: gone, because: because)
    amendment.hold(held, because: because)
    return amendment.amended()
  }

  /// The objects, in rising order, whose types are of the given modules and that are not marked so already.
  private func objects(
    of modules: [String], besides mark: ObjectMarks, in graph: ObjectGraph
  ) -> [Int32] {
    guard !modules.isEmpty else { return [] }
    let globs = modules.map { Glob($0) }
    let storage = graph.storage
    var known: [Int32: Bool] = [:]
    return (0..<graph.objectCount).filter { object in
      let marks = storage.marks[Int(object)]
      guard mark.isEmpty ? marks.contains(.framework) : !marks.contains(mark) else { return false }
      let type = storage.types[Int(object)]
      if let answer = known[type] { return answer }
      let answer = Self.isType(storage.strings[type], of: globs)
      known[type] = answer
      return answer
    }
  }

  private func objects(matching patterns: [String], in graph: ObjectGraph) -> [Int32] {
    guard !patterns.isEmpty else { return [] }
    return ObjectPattern.objects(matching: patterns.map(ObjectPattern.init), in: graph)
      .map(\.index).sorted()
  }
}
