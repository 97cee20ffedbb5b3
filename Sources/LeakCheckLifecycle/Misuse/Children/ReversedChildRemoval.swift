struct ReversedChildRemoval: MisuseRule {
  let code: Misuse.Code = .reversedChildRemoval
  let message =
    "the child is removed in the wrong order: its callbacks do not match its place in the hierarchy"
  let correct =
    "willMove(toParent: nil), then removeFromSuperview(), then removeFromParent()"
  let events: [RunEvent.Kind] = [.addsChild, .viewsLeave, .saysWillMove, .leavesParent]

  /// The children whose views were taken out before their removal was announced.
  private var leftFirst: Set<Int32> = []

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .addsChild(let child): leftFirst.remove(child)
    case .viewsLeave(let controllers):
      for child in controllers
      where run.target("parent", of: child) >= 0 && !run.screens.controllers[child].announcedRemoval
      {
        leftFirst.insert(child)
      }
    case .saysWillMove(let child, toNothing: true):
      if leftFirst.contains(child) { run.report(self, of: child) }
    case .leavesParent(let child):
      let view = run.target("view", of: child)
      if view >= 0, run.target("superview", of: view) >= 0 { run.report(self, of: child) }
    default: return
    }
  }
}

extension Misuse.Code {
  /// A child is removed in the wrong order.
  public static let reversedChildRemoval: Misuse.Code = .init("reversed-child-removal")
}
