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
    guard case .presentsInVain(let presenter, let isBusy) = event,
      !run.isOfSource || isCertain(in: run)
    else { return }
    run.report(self, of: presenter, message: isBusy ? Self.busy : nil)
  }

  /// Whether a source presents there whatever its values are.
  ///
  /// What taps lead to depends on them, since of two branches a user meets one, and so does what a closure does that is
  /// told something.
  private func isCertain(in run: Simulation) -> Bool {
    !run.calls.isEmpty && !run.running.contains { $0.frames.contains { $0.closure >= 0 } }
  }
}

extension Misuse.Code {
  /// A controller is presented from one that is not on screen.
  public static let presentOutsideHierarchy: Misuse.Code = .init("present-outside-hierarchy")
}
