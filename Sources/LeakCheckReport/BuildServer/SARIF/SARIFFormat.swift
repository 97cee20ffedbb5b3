import LeakCheckAnalysis
import LeakCheckText

/// A format that writes items as SARIF 2.1.0, the exchange format of code scanning.
///
/// Each input is a run with its rules and their help. Each item is a result with the place, the path as a code flow,
/// the component as a graph, and the comparison with an earlier run. `partialFingerprints` has the fingerprint, so
/// that a service recognizes a finding when its line moves.
///
/// The standard: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
public struct SARIFFormat: ItemFormat {
  private let paths: SourcePaths
  private let version: String

  /// The format of a tool of this version, with paths as `paths` writes them.
  package init(version: String, paths: SourcePaths = SourcePaths()) {
    self.version = version
    self.paths = paths
  }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    let log = JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")), ("runs", .array(of: lists, run)),
    ])
    log.write(to: &output)
    output.write("\n")
  }

  private func run(of list: ItemList) -> JSONValue {
    let rules = Self.rules(of: list)
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    let base = JSONValue.object([
      ("description", .object([("text", .string("The folder that leakcheck was run in."))]))
    ])
    let hasColumns = list.items.contains { $0.place.column != nil }
    let category = "leakcheck/" + paths.relative(SourcePlace(input: list.input).file)
    return .object(
      [
        ("tool", tool(with: rules)),
        ("automationDetails", .object([("id", .string(category + "/"))])),
        ("originalUriBaseIds", .object([(SARIFPlace.base, base)])),
      ] + (hasColumns ? [("columnKind", .string("unicodeCodePoints"))] : []) + [
        (
          "results",
          .array(of: list.items) { item in
            SARIFResult(item, in: list, rule: indices[item.rule.id] ?? -1, paths: paths).value
          }
        )
      ] + properties(of: list))
  }

  private func properties(of list: ItemList) -> [(String, JSONValue)] {
    [("properties", .object([("summary", .string(list.summary))] + Label.members(of: list.labels)))]
  }

  private static func rules(of list: ItemList) -> [ReportRule] {
    var rules: [ReportRule] = []
    for rule in list.items.map(\.rule) where !rules.contains(where: { $0.id == rule.id }) {
      rules.append(rule)
    }
    return rules.sorted { $0.id < $1.id }
  }

  private func tool(with rules: [ReportRule]) -> JSONValue {
    .object([
      (
        "driver",
        .object([
          ("name", .string("leakcheck")), ("version", .string(version)),
          ("semanticVersion", .string(version)), ("rules", .array(rules.map(value))),
        ])
      )
    ])
  }

  private func value(of rule: ReportRule) -> JSONValue {
    let help = JSONValue.object([
      ("text", .string(rule.help)), ("markdown", .string(Escaping.markdown(rule.help))),
    ])
    return .object([
      ("id", .string(rule.id)), ("name", .string(Self.name(of: rule))),
      ("shortDescription", .object([("text", .string(rule.title))])),
      ("fullDescription", .object([("text", .string(rule.help))])),
      ("help", help),
      (
        "defaultConfiguration",
        .object([("level", .string(rule.severity.rawValue))])
      ),
      ("properties", .object([("tags", .array([.string("memory"), .string("leak")]))])),
    ])
  }

  /// The id in the form that the standard asks of names: `TeardownNeverRuns`.
  private static func name(of rule: ReportRule) -> String {
    rule.id.split { $0 == "-" || $0 == "/" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
