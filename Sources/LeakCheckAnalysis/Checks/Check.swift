/// A check that judges the facts of a graph and reports problems.
///
/// Checks are pure. None asks what another has found, so their order decides nothing; where one bug shows in two ways,
/// ``CheckContext`` says which of them is told.
protocol Check: Sendable {
  /// Everything that is wrong, in any order.
  func candidates(in context: CheckContext) -> [Candidate]
}
