struct ConfigurationInViewDidAppear: MisuseRule {
  let code: Misuse.Code = .configurationInViewDidAppear
  let message =
    "viewDidAppear(_:) runs when the screen was seen already: what is added here flashes up, at each appearance"
  let correct =
    "add and configure in viewDidLoad(), or in viewIsAppearing(_:) where it needs geometry"
  let events: [RunEvent.Kind] = [.acts]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .acts(let action, let call, by: let actor) = event, call.name == "viewDidAppear",
      action.word == .view(.addSubview),
      run.isOwnView(run.place(action, "to"), of: call.object, by: actor)
    else { return }
    run.report(self, of: call.object)
  }
}

extension Misuse.Code {
  /// Visible content changes after it has appeared.
  public static let configurationInViewDidAppear: Misuse.Code = .init(
    "configuration-in-viewDidAppear")
}
