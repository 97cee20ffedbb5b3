struct SuperInLoadView: MisuseRule {
  let code: Misuse.Code = .superInLoadView
  let message =
    "a custom loadView() that calls super makes a view that is thrown away, or loads a nib"
  let correct =
    "assign view and do not call super, or configure it in viewDidLoad()"
  let events: [RunEvent.Kind] = [.callbackEnded]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .callbackEnded(let call) = event, call.name == "loadView", call.isCustom,
      !call.leavesSuperOut
    else { return }
    run.report(self, of: call.object, callback: "loadView()")
  }
}

extension Misuse.Code {
  /// A custom `loadView()` calls `super`.
  public static let superInLoadView: Misuse.Code = .init("super-in-loadView")
}
