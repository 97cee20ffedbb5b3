import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A SARIF graph of a finding's objects and references: a path, or the component of a cycle.
struct SARIFGraph {
  private let objects: [ObjectGraph.Object]
  /// The references among the objects, in the order of their holders.
  private let references: [ObjectGraph.Reference]
  private let numbers: [Int32: Int]
  private let input: String
  private let paths: SourcePaths

  /// More than this a viewer does not draw.
  private static let mostObjects = 100
  private static let mostReferences = 400
  /// Of an object that has more than this, such as a global's list, only the path is drawn.
  private static let mostOfOne = 1_000

  /// The graph of a finding, or `nil` where it has no reference.
  init?(of finding: Finding, in report: Report, paths: SourcePaths) {
    self.paths = paths
    input = report.input
    let path = finding.path.prefix(Self.mostObjects)
    var chosen = path.objects
    let known = Set(chosen.map(\.index))
    if finding.path.isCycle, let first = chosen.first {
      let components = report.analysis.components
      let members = components.members(of: Int(components.component[Int(first.index)]))
      let others = members.lazy.filter { !known.contains($0) }
      chosen += others.prefix(Self.mostObjects - chosen.count).map(report.graph.object)
    }
    objects = chosen
    numbers = Dictionary(
      chosen.enumerated().map { ($1.index, $0) }, uniquingKeysWith: { first, _ in first })
    references = Self.references(among: chosen, numbers, on: path.references)
    if references.isEmpty { return nil }
  }

  /// The first references among objects, by whom they are from.
  private static func references(
    among objects: [ObjectGraph.Object], _ numbers: [Int32: Int],
    on path: [ObjectGraph.Reference]
  ) -> [ObjectGraph.Reference] {
    var found: [ObjectGraph.Reference] = []
    for object in objects {
      for reference in references(of: object, on: path)
      where numbers[reference.target.index] != nil {
        if found.count == mostReferences { return found }
        found.append(reference)
      }
    }
    return found
  }

  private static func references(
    of object: ObjectGraph.Object, on path: [ObjectGraph.Reference]
  ) -> [ObjectGraph.Reference] {
    object.references.count <= mostOfOne
      ? Array(object.references) : path.filter { $0.source.index == object.index }
  }

  var value: JSONValue {
    .object([
      ("description", SARIFPlace.text("what keeps what")),
      ("nodes", .array(objects.indices.map(node))),
      ("edges", .array(references.enumerated().map { edge($1, number: $0) })),
    ])
  }

  private func node(_ number: Int) -> JSONValue {
    let object = objects[number]
    return .object([
      ("id", .string("n\(number)")), ("label", SARIFPlace.text(ReportWords.name(object))),
      (
        "location",
        SARIFPlace.location(
          SARIFPlace.place(of: object, in: input), type: object.type, paths: paths)
      ),
    ])
  }

  private func edge(_ reference: ObjectGraph.Reference, number: Int) -> JSONValue {
    let label =
      reference.name.isEmpty
      ? reference.strength.rawValue : "\(reference.name) (\(reference.strength.rawValue))"
    return .object([
      ("id", .string("e\(number)")), ("label", SARIFPlace.text(label)),
      ("sourceNodeId", .string("n\(numbers[reference.source.index] ?? 0)")),
      ("targetNodeId", .string("n\(numbers[reference.target.index] ?? 0)")),
    ])
  }
}
