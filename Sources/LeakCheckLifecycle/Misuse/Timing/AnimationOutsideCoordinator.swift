struct AnimationOutsideCoordinator: MisuseRule {
  let code: Misuse.Code = .animationOutsideCoordinator
  let message =
    "an animation of its own in viewWillTransition(to:with:) has another timeline than the transition: both are seen"
  let correct =
    "use coordinator.animate(alongsideTransition:)"
  let events: [RunEvent.Kind] = [.acts]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .acts(let action, let call, by: _) = event, call.name == "viewWillTransition",
      action.word == .time(.animate)
    else { return }
    run.report(self, of: call.object)
  }
}

extension Misuse.Code {
  /// An animation runs beside that of the transition.
  public static let animationOutsideCoordinator: Misuse.Code = .init(
    "animation-outside-coordinator")
}
