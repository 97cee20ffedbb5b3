struct LoadViewCalledDirectly: MisuseRule {
  let code: Misuse.Code = .loadViewCalledDirectly
  let message =
    "loadView() called by hand replaces the view without viewDidLoad(), and loses what was added to the old one"
  let correct =
    "call loadViewIfNeeded(), or read view"
  let events: [RunEvent.Kind] = [.callsCallback]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .callsCallback("loadView", let object) = event, run.isController(object) else {
      return
    }
    run.report(self, of: object)
  }
}

extension Misuse.Code {
  /// The app calls `loadView()`.
  public static let loadViewCalledDirectly: Misuse.Code = .init("loadView-called-directly")
}
