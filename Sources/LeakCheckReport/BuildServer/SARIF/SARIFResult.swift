import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// An item as a SARIF result.
struct SARIFResult {
  private let item: ReportItem
  private let list: ItemList
  private let rule: Int
  private let paths: SourcePaths

  /// A result of the rule with the number `rule`.
  init(_ item: ReportItem, in list: ItemList, rule: Int, paths: SourcePaths) {
    self.item = item
    self.list = list
    self.rule = rule
    self.paths = paths
  }

  var value: JSONValue {
    .object(
      [
        ("ruleId", .string(item.rule.id)), ("ruleIndex", .number(rule)),
        ("level", .string(item.severity.rawValue)),
        ("message", SARIFPlace.text(item.sentences)),
        ("locations", .array([SARIFPlace.location(item.place, type: item.subject, paths: paths)])),
        ("partialFingerprints", .object([("leakcheck/v1", .string(item.fingerprint))])),
      ] + comparison + (item.finding.map(members) ?? []))
  }

  /// What the item is beside an earlier run.
  private var comparison: [(String, JSONValue)] {
    switch item.state {
    case .current: []
    case .new: [("baselineState", .string("new"))]
    case .unchanged: [("baselineState", .string("unchanged"))]
    case .gone: [("baselineState", .string("absent"))]
    case .accepted(let reason):
      [
        ("baselineState", .string("unchanged")),
        (
          "suppressions",
          .array([
            .object(
              [("kind", .string("external")), ("status", .string("accepted"))]
                + (reason.isEmpty ? [] : [("justification", .string(Escaping.plain(reason)))]))
          ])
        ),
      ]
    }
  }

  private func members(of finding: Finding) -> [(String, JSONValue)] {
    let facts: [(String, JSONValue)] = [
      ("instances", .number(finding.instances)),
      ("holdsObjects", .number(finding.holds.count)),
      ("holdsBytes", .number(finding.holds.bytes)), ("rule", .string(finding.rule)),
      ("reachable", .bool(finding.isReachable)),
    ]
    let graph = list.report.flatMap { SARIFGraph(of: finding, in: $0, paths: paths)?.value }
    return [
      ("codeFlows", .array([SARIFFlow(finding, in: list.input, paths: paths).value])),
      ("occurrenceCount", .number(finding.instances)), ("properties", .object(facts)),
    ] + (graph.map { [("graphs", .array([$0]))] } ?? [])
  }
}

/// The path of a finding as a code flow: a location for each object, with the reference that leads on.
struct SARIFFlow {
  private let finding: Finding
  private let input: String
  private let paths: SourcePaths

  /// Objects of a long path that are shown at each end.
  private static let shownEnds = 50

  init(_ finding: Finding, in input: String, paths: SourcePaths) {
    self.finding = finding
    self.input = input
    self.paths = paths
  }

  var value: JSONValue {
    let trace = finding.path.listed
    let isLong = trace.objects.count > 2 * Self.shownEnds
    let positions =
      isLong
      ? Array(trace.objects.indices.prefix(Self.shownEnds))
        + trace.objects.indices.suffix(Self.shownEnds) : Array(trace.objects.indices)
    let cut = Set(finding.cut.steps.references.prefix(1_000))
    let flow = JSONValue.object([
      ("locations", .array(positions.map { location(at: $0, of: trace, cut: cut) }))
    ])
    let name = trace.isCycle ? "the cycle" : "the path from what is held"
    return .object([
      ("message", SARIFPlace.text(isLong ? name + ", its ends" : name)),
      ("threadFlows", .array([flow])),
    ])
  }

  private func location(
    at position: Int, of trace: LeakTrace, cut: Set<Int32>
  ) -> JSONValue {
    let object = trace.objects[position]
    let references = trace.references
    let next = position < references.count ? references[position] : nil
    let isCut = next.map { cut.contains($0.index) } ?? false
    let location = SARIFPlace.location(
      SARIFPlace.place(of: object, in: input), type: object.type,
      message: message(of: object, next), paths: paths)
    return .object([
      ("location", location), ("importance", .string(isCut ? "essential" : "important")),
    ])
  }

  private func message(of object: ObjectGraph.Object, _ next: ObjectGraph.Reference?) -> String {
    let name = ReportWords.name(object)
    guard let next else { return name }
    let verb = next.strength == .strong ? "keeps" : "refers to"
    let by = next.name.isEmpty ? "" : " by \(next.name)"
    return "\(name) \(verb) \(ReportWords.name(next.target))\(by)"
  }
}
