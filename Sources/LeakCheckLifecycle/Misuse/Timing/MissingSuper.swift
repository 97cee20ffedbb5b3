struct MissingSuper: MisuseRule {
  let code: Misuse.Code = .missingSuper
  let message =
    "super is not called: UIKit's own part is left out, and children miss the event"
  let correct =
    "call super in the override"
  let events: [RunEvent.Kind] = [.callbackEnded]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .callbackEnded(let call) = event, !call.reachesBase,
      CallbackName.needSuper.contains(call.name)
    else { return }
    run.report(self, of: call.object, callback: run.signature(of: call))
  }
}

extension Misuse.Code {
  /// A callback does not call `super`.
  public static let missingSuper: Misuse.Code = .init("missing-super")
}
