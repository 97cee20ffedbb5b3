struct ViewInInit: MisuseRule {
  let code: Misuse.Code = .viewInInit
  let message =
    "reading view in init loads it at once: viewDidLoad() runs before the initialiser is done"
  let correct =
    "configure the view in viewDidLoad()"
  let events: [RunEvent.Kind] = [.reads]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .reads("view", let object, _, let call) = event, object == call.object,
      call.name == "init", !run.screens.controllers[object].isViewLoaded
    else { return }
    run.report(self, of: object)
  }
}

extension Misuse.Code {
  /// The initializer reads `view`.
  public static let viewInInit: Misuse.Code = .init("view-in-init")
}
