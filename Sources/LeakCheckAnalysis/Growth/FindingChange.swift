/// A finding across several graphs.
package struct FindingChange: Sendable {
  /// The change of a finding between the first graph and the last.
  package enum State: String, CaseIterable, Sendable {
    /// The last graph has it, the first has not.
    case new
    /// An earlier graph has it, the last has not.
    case gone
    /// The first graph and the last have it.
    case stillThere
  }

  /// The finding as the last graph that has it shows it.
  package var finding: Finding
  /// How many places of each graph have it; 0 where a graph has not.
  package var instances: [Int]

  /// What became of it.
  package var state: State {
    guard let first = instances.first, let last = instances.last, last > 0 else { return .gone }
    return first > 0 ? .stillThere : .new
  }

  /// How many places more the last graph has than the first; below 0 for fewer.
  package var change: Int { (instances.last ?? 0) - (instances.first ?? 0) }

  /// The newest first: grave before light, what grew most before what grew less.
  static func precedes(_ left: FindingChange, _ right: FindingChange) -> Bool {
    let (a, b) = (left.finding, right.finding)
    if a.severity != b.severity { return a.severity > b.severity }
    if left.change != right.change { return left.change > right.change }
    if a.holds.bytes != b.holds.bytes { return a.holds.bytes > b.holds.bytes }
    let (m, n) = (a.holds.count, b.holds.count)
    return m != n ? m > n : a.fingerprint < b.fingerprint
  }
}
