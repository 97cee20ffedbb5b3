/// The changes over a series of graphs: findings by fingerprint, objects and bytes by type.
package struct GraphDifference: Sendable {
  /// The graphs, the earliest first.
  package let inputs: [GraphSeries.Input]
  /// All findings of all graphs: new ones before gone ones before those still there, the gravest first.
  package let findings: [FindingChange]
  /// The types that grew in every step, the largest rate first; none unless there are two steps at least.
  package let growing: [TypeChange]
  /// The other types of which the last graph has more or less than the first, the largest growth first.
  package let others: [TypeChange]
  /// The types that changed in between and are as at first, by name.
  package let returned: [TypeChange]
  /// The number of types that are the same in all graphs.
  package let unchangedTypes: Int

  /// The difference of the graphs of `series`.
  ///
  /// - Precondition: There are two graphs at least.
  /// - Complexity: O(types × graphs + types × log types + findings × log findings).
  package init(_ series: GraphSeries) {
    precondition(series.inputs.count > 1, "\(series.inputs.count) graphs have no difference")
    inputs = series.inputs
    let states = FindingChange.State.allCases
    findings = states.flatMap { state in
      series.findings.filter { $0.state == state }.sorted(by: FindingChange.precedes)
    }
    let types = series.types.indices.map(series.counts)
    let changed = types.filter { !$0.isAsAtFirst }
    returned = types.filter { $0.isAsAtFirst && !$0.isConstant }.sorted(by: TypeChange.precedes)
    unchangedTypes = types.count - changed.count - returned.count
    let repeats = series.inputs.count > 2
    growing = changed.filter { repeats && $0.isGrowing }.sorted(by: TypeChange.growsBefore)
    others = changed.filter { !(repeats && $0.isGrowing) }.sorted(by: TypeChange.precedes)
  }

  /// Whether the graphs repeat an action, so that what grows can be told from what grew once.
  package var hasRepeats: Bool { inputs.count > 2 }

  /// The findings of one state, in their order.
  package func findings(_ state: FindingChange.State) -> [FindingChange] {
    findings.filter { $0.state == state }
  }

  /// Whether a new finding is at least as grave as `severity`; `nil` never fails.
  package func fails(on severity: Finding.Severity?) -> Bool {
    guard let severity else { return false }
    return findings.contains { $0.state == .new && $0.finding.severity >= severity }
  }
}
