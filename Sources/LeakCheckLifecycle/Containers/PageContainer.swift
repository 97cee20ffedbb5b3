import LeakCheckGraph

/// A scrolling page controller: rule P6.
struct PageContainer: Container {
  static let type = FrameworkType(
    "UIPageViewController", "UIViewController", .controller, weak: ["delegate", "dataSource"])

  let object: Int32
  unowned let run: Simulation

  static func initializer(hasFirst: Bool) -> String {
    "init(transitionStyle:navigationOrientation:options:)"
  }

  /// Turns to another page, which replaces the one before, or begins to and lets go in the middle.
  func turn(to new: Int32, isCancelled: Bool) {
    guard run.requireController(new), run.screens.requireOutside(object, of: new) else { return }
    let old = shownChild
    guard new != old else { return }
    if old >= 0 { run.heap.retain(old) }
    if isCancelled { cancelTurn(to: new, from: old) } else { turn(to: new, from: old) }
    if old >= 0 { run.heap.release(old) }
  }

  private func turn(to new: Int32, from old: Int32) {
    if old >= 0 { remove(old) }
    append(new)
    guard isShown else { return }
    exchange(old, for: new, appearsFirst: true)
    run.screens.didAppear(new)
    if old >= 0 { run.screens.didDisappear(old) }
  }

  private func cancelTurn(to new: Int32, from old: Int32) {
    guard isShown else { return }
    run.screens.loadViewIfNeeded(new)
    run.screens.willAppear(new)
    if old >= 0 { run.screens.willDisappear(old) }
    cancel(new, returningTo: old)
  }
}

/// The word.
extension PageContainer {
  static func turn(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let new = run.object(action, "page", in: frame),
      let pager = at("on", of: action, in: frame, of: run)
    else { return }
    pager.turn(to: new, isCancelled: run.truth(action, "cancelled"))
  }
}
