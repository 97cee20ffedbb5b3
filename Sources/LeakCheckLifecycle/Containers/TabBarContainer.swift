import LeakCheckGraph

/// A tab bar controller: rules T1 to T3.
struct TabBarContainer: Container {
  static let type = FrameworkType(
    "UITabBarController", "UIViewController", .controller, weak: ["delegate"])
  static let childProperty: String? = "tabBarController"
  static let isAheadOfChildren = true

  let object: Int32
  unowned let run: Simulation

  var shownChild: Int32 { child(at: run.screens.controllers[object].selectedIndex) }

  func takeFirst(_ first: Int32) { setControllers([first]) }

  /// Replaces the tabs; the selected one's view loads at once.
  func setControllers(_ new: [Int32]) {
    let old = children
    let shown = shownChild
    let removed = old.without(new)
    for controller in old { run.heap.retain(controller) }
    for controller in removed { run.send("willMove", to: controller) }
    run.removeReference("viewControllers", of: object)
    for controller in new { append(controller) }
    run.screens.controllers[object].selectedIndex = new.firstIndex(of: shown) ?? 0
    let next = shownChild
    if next >= 0 { run.screens.loadViewIfNeeded(next) }
    if isShown, next != shown { show(next, insteadOf: shown) }
    dismissRemoved(removed, because: "removed from")
    for controller in old { run.heap.release(controller) }
  }

  func select(_ index: Int) {
    let (count, new) = (childCount, child(at: index))
    guard (0..<count).contains(index) else {
      return run.fail(
        "\(run.heap.label(of: object)) has no tab \(index)",
        expected: count == 0 ? "tabs" : "an index from 0 to \(count - 1)")
    }
    let old = shownChild
    run.screens.controllers[object].selectedIndex = index
    guard new != old else { return }
    run.screens.loadViewIfNeeded(new)
    if isShown { show(new, insteadOf: old) }
  }

  private func show(_ new: Int32, insteadOf old: Int32) {
    guard new >= 0 else { return }
    exchange(old, for: new, appearsFirst: true)
    if old >= 0 { run.screens.didDisappear(old) }
    run.screens.didAppear(new)
  }
}

/// The word.
extension TabBarContainer {
  static func select(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let index = run.number(action, "select").map({ Int($0) }),
      let tabs = at("on", of: action, in: frame, of: run)
    else { return }
    tabs.select(index)
  }
}
