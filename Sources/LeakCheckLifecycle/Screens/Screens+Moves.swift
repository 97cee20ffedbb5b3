import LeakCheckGraph

/// Views that hear when they come into a window and when they leave it, in callbacks that scenarios name so.
extension Screens {
  static let entersWindow = "entersWindow"
  static let leavesWindow = "leavesWindow"

  /// Whether any type hears of it; else no tree is walked.
  private var isHeard: Bool {
    run.types.declared.contains {
      let callbacks = run.types[$0].callbacks
      return callbacks[Self.entersWindow] != nil || callbacks[Self.leavesWindow] != nil
    }
  }

  /// Tells a view on screen, and those in it that do not know yet.
  func enterWindow(_ view: Int32) {
    guard view >= 0, isHeard else { return }
    for view in tree(of: view) where app.viewsInWindows.insert(view).inserted {
      run.send(Self.entersWindow, to: view)
    }
  }

  /// Tells those in a view, and itself, that were told that they are on screen.
  func leaveWindow(_ view: Int32) {
    guard view >= 0, !app.viewsInWindows.isEmpty else { return }
    for view in tree(of: view) where app.viewsInWindows.remove(view) != nil {
      run.send(Self.leavesWindow, to: view)
    }
  }

  /// A view with everything in it, from the top down.
  private func tree(of view: Int32) -> [Int32] {
    var found: [Int32] = []
    var stack = [view]
    while let next = stack.popLast() {
      guard run.heap.isAlive(next) else { continue }
      found.append(next)
      stack += run.targets("subviews", of: next).reversed()
    }
    return found
  }
}
