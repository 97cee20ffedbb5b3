struct RedundantWillMove: MisuseRule {
  let code: Misuse.Code = .redundantWillMove
  let message =
    "UIKit makes this call itself: made by hand, the event is delivered twice"
  let correct =
    "leave it out: addChild calls willMove(toParent:), removeFromParent() calls didMove(toParent: nil)"
  let events: [RunEvent.Kind] = [.addsChild, .leavesParent, .saysWillMove, .saysDidMove]

  /// The children to which `willMove(toParent:)` was sent by hand before `addChild`.
  private var announced: Set<Int32> = []
  /// The children that left their parents before anybody said that they would: to say so then is late, and not twice.
  private var unannounced: Set<Int32> = []

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .leavesParent(let child):
      if !run.screens.controllers[child].announcedRemoval { unannounced.insert(child) }
    case .addsChild(let child):
      unannounced.remove(child)
      if announced.remove(child) != nil { run.report(self, of: child) }
    case .saysWillMove(let child, let toNothing):
      if (run.target("parent", of: child) < 0) == toNothing {
        if unannounced.remove(child) == nil { run.report(self, of: child) }
      } else if !toNothing {
        announced.insert(child)
      }
    // removeFromParent() has said so already.
    case .saysDidMove(let child, toNothing: true): run.report(self, of: child)
    default: return
    }
  }
}

extension Misuse.Code {
  /// The app makes a call that UIKit makes itself.
  public static let redundantWillMove: Misuse.Code = .init("redundant-willMove")
}
