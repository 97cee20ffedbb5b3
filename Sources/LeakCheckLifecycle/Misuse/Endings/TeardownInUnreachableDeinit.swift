struct TeardownInUnreachableDeinit: MisuseRule {
  let code: Misuse.Code = .teardownInUnreachableDeinit
  let message =
    "what would break the reference is in the deinit of an object that the reference keeps alive: it never runs"
  let correct =
    "break it in viewDidDisappear(_:) or a method of its own, or hold weakly"
  let events: [RunEvent.Kind] = [.foundUnreachableTeardown]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .foundUnreachableTeardown(let owner) = event else { return }
    // Nothing but a screen disappears.
    let correct =
      run.isController(owner)
      ? nil : "break it in a method that its owner calls when it is done, or hold weakly"
    run.add(self, of: owner, correct: correct, callback: "deinit", site: 0)
  }
}

extension Misuse.Code {
  /// Only the `deinit` of an object would end the reference that keeps the object alive.
  public static let teardownInUnreachableDeinit: Misuse.Code = .init(
    "teardown-in-unreachable-deinit")
}
