import LeakCheckGraph

/// Views that hear when they come into a window or another view and when they leave it, in callbacks that scenarios name
/// so.
extension Screens {
  static let entersWindow = "entersWindow"
  static let leavesWindow = "leavesWindow"
  static let entersSuperview = "entersSuperview"
  static let leavesSuperview = "leavesSuperview"

  /// Whether any of `types` hears of one of these; else no tree is walked.
  static func isHeard(_ moves: [String], by types: TypeTable) -> Bool {
    types.declared.contains { type in moves.contains { types[type].callbacks[$0] != nil } }
  }

  /// Tells a view that it is in another one, or no more.
  func tellSuperview(of view: Int32, isThere: Bool) {
    guard areSuperviewsHeard, run.heap.isAlive(view) else { return }
    run.send(isThere ? Self.entersSuperview : Self.leavesSuperview, to: view)
  }

  /// Tells the views in one that is freed.
  func freesSubviews(of view: Int32) {
    guard areSuperviewsHeard, run.types[run.heap.type(of: view)].kind == .view else { return }
    for subview in run.targets("subviews", of: view) where run.heap.isAlive(subview) {
      run.heap.retain(subview)
      tellSuperview(of: subview, isThere: false)
      run.heap.release(subview)
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
