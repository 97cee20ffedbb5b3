import LeakCheckGraph

/// A navigation controller: rules N1 to N6.
struct NavigationContainer: Container {
  static let type = FrameworkType(
    "UINavigationController", "UIViewController", .controller, weak: ["delegate"])
  static let childProperty: String? = "navigationController"
  static let isAheadOfChildren = true

  let object: Int32
  unowned let run: Simulation

  static func initializer(hasFirst: Bool) -> String {
    hasFirst ? "init(rootViewController:)" : "init()"
  }

  func takesInInitializer(_ first: Int32) -> Bool { true }

  // MARK: - Pushing

  /// Whether a controller may be pushed; else the run ends.
  func mayPush(_ controller: Int32) -> Bool {
    guard run.requireController(controller), run.screens.requireOutside(object, of: controller)
    else {
      return false
    }
    // Whoever is on the stack has it as parent.
    guard run.target("parent", of: controller) == object, position(of: controller) != nil else {
      return true
    }
    run.fail(
      "\(run.heap.label(of: controller)) is in \(run.heap.label(of: object)) already",
      expected: "a controller that is not on the stack: UIKit throws an exception")
    return false
  }

  /// Pushes a controller now, or, while the container is still appearing, when it has appeared.
  func push(_ controller: Int32) {
    guard mayPush(controller) else { return }
    let child = shownChild
    let isBusy =
      run.screens.controllers[object].appearance == .appearing && child >= 0
      && run.screens.controllers[child].appearance != .hidden
    guard isBusy else { return pushNow(controller) }
    run.screens.app.waiting.append((object, { [self] in pushNow(controller) }))
  }

  private func pushNow(_ controller: Int32) {
    guard run.heap.isAlive(object), run.heap.isAlive(controller) else { return }
    let old = shownChild
    run.heap.retain(controller)
    append(controller)
    run.send("willMove", to: controller)
    if isShown {
      run.screens.during(.isMovingToParent, of: controller) {
        exchange(old, for: controller)
        if old >= 0 { run.screens.didDisappear(old) }
        run.screens.didAppear(controller)
      }
    } else {
      run.screens.noteUnseen(controller, on: object)
    }
    run.send("didMove", to: controller)
    run.heap.release(controller)
  }

  // MARK: - Popping

  func pop() { pop(keeping: childCount - 1) }

  /// Pops what is above the first `count` controllers; the root stays, as in UIKit.
  func pop(keeping count: Int) {
    guard count >= 1, count < childCount else { return }
    let under = child(at: count - 1)
    let removed = (count..<childCount).reversed().map(child)
    for controller in removed { run.heap.retain(controller) }
    for controller in removed { run.send("willMove", to: controller) }
    for controller in removed { run.removeReference("viewControllers", of: object, controller) }
    if isShown {
      run.screens.during(.isMovingFromParent, of: removed[0]) {
        exchange(removed[0], for: under)
        run.screens.didDisappear(removed[0])
        run.screens.didAppear(under)
      }
    }
    dismissRemoved(removed, because: "popped from")
    for controller in removed { run.heap.release(controller) }
  }

  func pop(to controller: Int32) {
    guard let index = position(of: controller) else {
      return run.fail(
        "\(run.heap.label(of: controller)) is not in \(run.heap.label(of: object))",
        expected: "a controller of its stack")
    }
    pop(keeping: index + 1)
  }

  /// Begins to swipe back, and lets go in the middle (N3).
  func cancelSwipe() {
    let count = childCount
    guard count > 1, isShown else { return }
    let (top, under) = (child(at: count - 1), child(at: count - 2))
    run.screens.loadViewIfNeeded(under)
    run.screens.willDisappear(top)
    run.screens.willAppear(under)
    cancel(under, returningTo: top)
  }

  // MARK: - The whole stack

  func setControllers(_ new: [Int32]) {
    let old = children
    let added = new.without(old)
    let removed = Array(old.without(new).reversed())
    for controller in old + added { run.heap.retain(controller) }
    for controller in added { run.send("willMove", to: controller) }
    for controller in removed { run.send("willMove", to: controller) }
    run.removeReference("viewControllers", of: object)
    for controller in new { append(controller) }
    let (top, oldTop) = (new.last ?? -1, old.last ?? -1)
    if isShown, top != oldTop, top >= 0 {
      exchange(oldTop, for: top)
      if oldTop >= 0 { run.screens.didDisappear(oldTop) }
      run.screens.didAppear(top)
    }
    for controller in added { run.send("didMove", to: controller) }
    dismissRemoved(removed, because: "removed from")
    for controller in old + added { run.heap.release(controller) }
  }
}

/// The words.
extension NavigationContainer {
  static func push(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let controller = run.object(action, "push", in: frame),
      let navigation = at("on", of: action, in: frame, of: run)
    else { return }
    navigation.push(controller)
  }

  static func popTo(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let controller = run.object(action, "popTo", in: frame),
      let navigation = at("on", of: action, in: frame, of: run)
    else { return }
    navigation.pop(to: controller)
  }

  static func swipeBack(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let navigation = at("swipeBack", of: action, in: frame, of: run) else { return }
    if run.truth(action, "cancelled") { navigation.cancelSwipe() } else { navigation.pop() }
  }
}
