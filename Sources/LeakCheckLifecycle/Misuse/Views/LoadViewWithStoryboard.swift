struct LoadViewWithStoryboard: MisuseRule {
  let code: Misuse.Code = .loadViewWithStoryboard
  let message =
    "a storyboard or nib provides the view: made by hand, it is never loaded, and its outlets stay nil"
  let correct =
    "leave loadView() out, and configure in viewDidLoad()"
  let events: [RunEvent.Kind] = [.callbackEnded]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .callbackEnded(let call) = event, call.name == "loadView", call.isCustom,
      call.leavesSuperOut, run.types[run.heap.type(of: call.object)].hasNib
    else { return }
    run.report(self, of: call.object, callback: "loadView()")
  }
}

extension Misuse.Code {
  /// Code creates a view although a storyboard or nib provides one.
  public static let loadViewWithStoryboard: Misuse.Code = .init("loadView-with-storyboard")
}
