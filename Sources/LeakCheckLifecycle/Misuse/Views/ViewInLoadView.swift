struct ViewInLoadView: MisuseRule {
  let code: Misuse.Code = .viewInLoadView
  let message =
    "reading view in loadView() asks for the view that is being made: an endless recursion, stopped here"
  let correct =
    "make the view first and assign it: view = UIView()"
  let events: [RunEvent.Kind] = [.asksForViewBeingLoaded]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .asksForViewBeingLoaded(let controller) = event else { return }
    run.report(self, of: controller)
  }
}

extension Misuse.Code {
  /// `loadView()` reads `view` before setting it.
  public static let viewInLoadView: Misuse.Code = .init("view-in-loadView")
}
