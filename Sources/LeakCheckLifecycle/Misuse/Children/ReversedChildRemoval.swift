struct ReversedChildRemoval: MisuseRule {
  let code: Misuse.Code = .reversedChildRemoval
  let message =
    "the child is removed in the wrong order: its callbacks do not match its place in the hierarchy"
  let correct =
    "willMove(toParent: nil), then removeFromSuperview(), then removeFromParent()"
  let events: [RunEvent.Kind] = [
    .addsChild, .viewsLeave, .saysWillMove, .leavesParent, .stepEnded,
  ]

  /// The children whose views were taken out, with where that was, and whether their removal was announced before.
  private var left: [Int32: (site: Int32, isAnnounced: Bool)] = [:]

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .addsChild(let child): left[child] = nil
    case .viewsLeave(let controllers):
      for child in controllers where run.target("parent", of: child) >= 0 {
        left[child] = (run.site, run.screens.controllers[child].announcedRemoval)
      }
    case .saysWillMove(let child, toNothing: true):
      if left.removeValue(forKey: child)?.isAnnounced == false { run.report(self, of: child) }
    case .stepEnded: reportForgotten(in: run)
    case .leavesParent(let child):
      left[child] = nil
      let view = run.target("view", of: child)
      if view >= 0, run.target("superview", of: view) >= 0 { run.report(self, of: child) }
    default: return
    }
  }

  /// Reports the children that code leaves behind: the removal ends with the parent's letting go.
  ///
  /// A scenario's own steps may do that in the next one.
  private mutating func reportForgotten(in run: Simulation) {
    for (child, place) in left.sorted(by: { $0.key < $1.key })
    where run.program.sites[Int(place.site)].owner != "steps" && isForgotten(child, in: run) {
      left[child] = nil
      run.report(
        self, of: child,
        message: "the view of the child is taken out, and the child stays in its parent, where"
          + " nothing else knows it: each change of children adds one more", site: place.site)
    }
  }

  /// Whether only its parent keeps a child whose view is nowhere.
  private func isForgotten(_ child: Int32, in run: Simulation) -> Bool {
    guard run.heap.isAlive(child), run.target("parent", of: child) >= 0 else { return false }
    let view = run.target("view", of: child)
    return run.heap.objects[Int(child)].strongCount == 1
      && (view < 0 || run.target("superview", of: view) < 0)
  }
}

extension Misuse.Code {
  /// A child is removed in the wrong order.
  public static let reversedChildRemoval: Misuse.Code = .init("reversed-child-removal")
}
