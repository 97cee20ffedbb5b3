import LeakCheckGraph

/// Views that hear when they come into a window and when they leave it, in callbacks that scenarios name so.
extension Screens {
  static let entersWindow = "entersWindow"
  static let leavesWindow = "leavesWindow"

  /// Whether any of `types` hears of it; else no tree is walked.
  static func areMovesHeard(by types: TypeTable) -> Bool {
    types.declared.contains {
      let callbacks = types[$0].callbacks
      return callbacks[entersWindow] != nil || callbacks[leavesWindow] != nil
    }
  }

  /// Tells a view on screen, and those in it that do not know yet.
  func enterWindow(_ view: Int32) {
    guard view >= 0, areMovesHeard else { return }
    let views = tree(of: view) { [unowned self] in !app.viewsInWindows.contains($0) }
    for view in views where app.viewsInWindows.insert(view).inserted {
      run.send(Self.entersWindow, to: view)
    }
  }

  /// Tells those in a view, and itself, that were told that they are on screen.
  func leaveWindow(_ view: Int32) {
    guard view >= 0, !app.viewsInWindows.isEmpty else { return }
    let views = tree(of: view) { [unowned self] in app.viewsInWindows.contains($0) }
    for view in views where app.viewsInWindows.remove(view) != nil {
      run.send(Self.leavesWindow, to: view)
    }
  }

  /// A view with everything in it, from the top down; what is not wanted is left out with what is in it.
  private func tree(of view: Int32, where isWanted: (Int32) -> Bool) -> [Int32] {
    var found: [Int32] = []
    var stack = [view]
    while let next = stack.popLast() {
      guard run.heap.isAlive(next), isWanted(next) else { continue }
      found.append(next)
      stack += run.targets("subviews", of: next).reversed()
    }
    return found
  }
}
