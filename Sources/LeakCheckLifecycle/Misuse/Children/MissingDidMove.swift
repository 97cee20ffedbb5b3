struct MissingDidMove: MisuseRule {
  let code: Misuse.Code = .missingDidMove
  let message =
    "addChild is not followed by didMove(toParent:): the child never learns that it has arrived"
  let correct =
    "call child.didMove(toParent: self) behind adding the view"
  let events: [RunEvent.Kind] = [.hasAddedChild, .saysDidMove, .settles]

  /// The callback in which `addChild` was called, while `didMove(toParent:)` is still to come.
  private var awaited: [Int32: String] = [:]

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .hasAddedChild(let child): awaited[child] = run.callbackText
    case .saysDidMove(let child, _): awaited[child] = nil
    case .settles(let child):
      guard let callback = awaited.removeValue(forKey: child) else { return }
      run.report(self, of: child, callback: callback)
    default: return
    }
  }
}

extension Misuse.Code {
  /// `didMove(toParent:)` is not called after `addChild`.
  public static let missingDidMove: Misuse.Code = .init("missing-didMove")
}
