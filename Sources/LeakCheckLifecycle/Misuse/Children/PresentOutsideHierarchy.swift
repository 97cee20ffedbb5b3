struct PresentOutsideHierarchy: MisuseRule {
  let code: Misuse.Code = .presentOutsideHierarchy
  let message =
    "the view of the presenting controller is not in the window hierarchy: UIKit warns and presents nothing"
  let correct =
    "present in viewDidAppear(_:), or from what is on screen"
  let events: [RunEvent.Kind] = [.presentsInVain]

  /// Why a presentation fails though the presenter is on screen.
  private static let busy =
    "the controller presents another one already: UIKit warns and presents nothing"

  func judge(_ event: RunEvent, in run: Simulation) {
    // What taps of a source's screen lead to depends on values: of two branches a user meets one.
    guard case .presentsInVain(let presenter, let isBusy) = event,
      !run.calls.isEmpty || !run.isOfSource
    else { return }
    run.report(self, of: presenter, message: isBusy ? Self.busy : nil)
  }
}

extension Misuse.Code {
  /// A controller is presented from one that is not on screen.
  public static let presentOutsideHierarchy: Misuse.Code = .init("present-outside-hierarchy")
}
