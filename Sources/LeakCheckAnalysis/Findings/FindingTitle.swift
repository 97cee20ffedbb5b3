/// The titles of a finding kind, for terminal, picture, page and assertion.
public struct FindingTitle: Equatable, Sendable {
  /// The heading, such as `abandoned, retained from a root`.
  public let full: String
  /// The heading for narrow places, such as `abandoned`.
  public let short: String
  /// The cause, after the objects' names and a colon: `ProfileVC was not deallocated: retain cycle`.
  public let cause: String
}

extension Finding {
  /// The titles of this finding's kind.
  public var title: FindingTitle {
    switch kind {
    case .cycle where isReachable:
      FindingTitle(
        full: "retain cycle, still reachable", short: "retain cycle, still reachable",
        cause: "retain cycle, still reachable")
    case .cycle: FindingTitle(full: "retain cycle", short: "retain cycle", cause: "retain cycle")
    case .leaked:
      FindingTitle(full: "leaked, over-retained", short: "leaked", cause: "over-retained")
    case .abandoned:
      FindingTitle(
        full: "abandoned, retained from a root", short: "abandoned", cause: "retained from a root")
    case .dangling:
      FindingTitle(
        full: "dangling reference", short: "dangling reference",
        cause: "an unowned reference outlives it")
    case .teardownNeverRuns:
      FindingTitle(
        full: "teardown that never runs", short: "teardown never runs",
        cause: "only a deinit that never runs would let go")
    case .temporary:
      FindingTitle(
        full: "temporary, ends by itself", short: "temporary",
        cause: "retained until an event that comes by itself")
    }
  }
}
