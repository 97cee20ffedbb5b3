struct LayoutInLayout: MisuseRule {
  let code: Misuse.Code = .layoutInLayout
  let message =
    "a layout callback that asks for a layout of its own view calls itself, or lays out twice each time"
  let correct =
    "place subviews here, and ask for a layout where something changes"
  let events: [RunEvent.Kind] = [.acts]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .acts(let action, let call, by: let actor) = event, action.word == .view(.layout),
      call.name == "viewWillLayoutSubviews" || call.name == "viewDidLayoutSubviews",
      run.isOwnView(run.place(action, "layout"), of: call.object, by: actor)
    else { return }
    run.report(self, of: call.object)
  }
}

extension Misuse.Code {
  /// A layout callback asks for another layout.
  public static let layoutInLayout: Misuse.Code = .init("layout-in-layout")
}
