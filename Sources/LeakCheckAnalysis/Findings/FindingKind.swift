extension Finding {
  /// The kind of a finding.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A strongly connected component of retaining references.
    case cycle
    /// An unreachable object with more retains than references to it.
    case leaked
    /// An object that should be gone but is reachable.
    case abandoned
    /// A nonretaining reference to an object that goes before the reference's holder.
    case dangling
    /// A reference that only the `deinit` of an object that it keeps alive would end.
    case teardownNeverRuns = "teardown-never-runs"
    /// An object that should be gone and goes at an event that occurs by itself.
    case temporary
  }
}
