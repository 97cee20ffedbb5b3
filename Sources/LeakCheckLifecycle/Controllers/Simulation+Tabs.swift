import LeakCheckGraph

/// Tab bar controllers, rules T1 to T3, and page controllers, rule P6.
extension Simulation {
  /// Replaces the tabs; the selected one's view loads at once.
  func setTabs(_ new: [Int32], of tabs: Int32) {
    let old = listed("viewControllers", of: tabs)
    let shown = shownChild(of: tabs)
    let removed = old.filter { !new.contains($0) }
    for controller in old { heap.pin(controller) }
    for controller in removed { send("willMove", to: controller) }
    release("viewControllers", of: tabs)
    for controller in new { adopt(controller, in: tabs) }
    controllers[tabs].selectedIndex = new.firstIndex(of: shown) ?? 0
    let next = shownChild(of: tabs)
    if next >= 0 { loadViewIfNeeded(next) }
    if controllers[tabs].appearance == .shown, next != shown {
      showTab(next, insteadOf: shown, tabs)
    }
    for controller in removed {
      giveUp(controller, of: tabs)
      send("didMove", to: controller)
      markGone(controller, because: "removed from \(typeName(tabs))")
    }
    for controller in old { heap.unpin(controller) }
  }

  func selectTab(_ action: Action, in frame: Frame) {
    guard let index = number(action, "select").map({ Int($0) }),
      let tabs = object(action, "on", in: frame), require(tabs, of: "UITabBarController")
    else { return }
    let all = listed("viewControllers", of: tabs)
    guard all.indices.contains(index) else {
      return fail(
        "\(heap.label(of: tabs)) has no tab \(index)",
        expected: all.isEmpty ? "tabs" : "an index from 0 to \(all.count - 1)")
    }
    let old = shownChild(of: tabs)
    controllers[tabs].selectedIndex = index
    guard all[index] != old else { return }
    loadViewIfNeeded(all[index])
    if controllers[tabs].appearance == .shown { showTab(all[index], insteadOf: old, tabs) }
  }

  private func showTab(_ new: Int32, insteadOf old: Int32, _ tabs: Int32) {
    guard new >= 0 else { return }
    swap(old, for: new, in: tabs, appearsFirst: true)
    if old >= 0 { didDisappear(old) }
    didAppear(new)
  }

  /// Turns a page controller to another page, which replaces the one before.
  func turnPage(_ action: Action, in frame: Frame) {
    guard let new = object(action, "page", in: frame),
      let pager = object(action, "on", in: frame),
      require(pager, of: "UIPageViewController"), requireController(new),
      requireOutside(pager, of: new)
    else { return }
    let old = shownChild(of: pager)
    guard new != old else { return }
    if old >= 0 { heap.pin(old) }
    if truth(action, "cancelled") {
      cancelPage(new, insteadOf: old, pager)
    } else {
      if old >= 0 { giveUp(old, of: pager) }
      adopt(new, in: pager)
      if controllers[pager].appearance == .shown {
        swap(old, for: new, in: pager, appearsFirst: true)
        didAppear(new)
        if old >= 0 { didDisappear(old) }
      }
    }
    if old >= 0 { heap.unpin(old) }
  }

  private func cancelPage(_ new: Int32, insteadOf old: Int32, _ pager: Int32) {
    guard controllers[pager].appearance == .shown else { return }
    loadViewIfNeeded(new)
    willAppear(new)
    if old >= 0 { willDisappear(old) }
    insert(held("view", of: new), into: held("view", of: pager))
    cancelAppearance(of: new)
    takeOut(held("view", of: new))
    guard old >= 0 else { return }
    controllers[old].appearance = .hidden
    willAppear(old)
    didAppear(old)
  }
}
