struct TeardownInUnreachableDeinit: MisuseRule {
  let code: Misuse.Code = .teardownInUnreachableDeinit
  let message =
    "what would break the reference is in the deinit of an object that the reference keeps alive: it never runs"
  let correct =
    "break it in viewDidDisappear(_:) or a method of its own, or hold weakly"
  let events: [RunEvent.Kind] = [.foundUnreachableTeardown]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .foundUnreachableTeardown(let owner) = event else { return }
    run.add(self, of: owner, callback: "deinit", site: 0)
  }
}

extension Misuse.Code {
  /// The only breaker of a reference is in the `deinit` of what it keeps.
  public static let teardownInUnreachableDeinit: Misuse.Code = .init(
    "teardown-in-unreachable-deinit")
}
