struct MissingWillMoveNil: MisuseRule {
  let code: Misuse.Code = .missingWillMoveNil
  let message =
    "removeFromParent() comes without willMove(toParent: nil): the child is not told that it will leave"
  let correct =
    "call child.willMove(toParent: nil) first"
  let events: [RunEvent.Kind] = [.leavesParent]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .leavesParent(let child) = event, !run.screens.controllers[child].announcedRemoval
    else {
      return
    }
    run.report(self, of: child)
  }
}

extension Misuse.Code {
  /// `willMove(toParent: nil)` is not called before the removal.
  public static let missingWillMoveNil: Misuse.Code = .init("missing-willMove-nil")
}
