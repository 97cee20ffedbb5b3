import LeakCheckGraph

/// Navigation controllers: rules N1 to N6.
extension Simulation {
  func push(_ action: Action, in frame: Frame) {
    guard let controller = object(action, "push", in: frame),
      let navigation = object(action, "on", in: frame),
      require(navigation, of: "UINavigationController"), requireController(controller),
      requireOutside(navigation, of: controller)
    else { return }
    // Whoever is on the stack has it as parent; the stack itself can be long.
    guard
      held("parent", of: controller) != navigation
        || !listed("viewControllers", of: navigation).contains(controller)
    else {
      return fail(
        "\(heap.label(of: controller)) is in \(heap.label(of: navigation)) already",
        expected: "a controller that is not on the stack: UIKit throws an exception")
    }
    whenShown(navigation) { [unowned self] in push(controller, on: navigation) }
  }

  /// Runs a transition now, or, while the container is still appearing, when it has appeared.
  private func whenShown(_ container: Int32, _ transition: @escaping () -> Void) {
    let child = shownChild(of: container)
    let isBusy =
      controllers[container].appearance == .appearing && child >= 0
      && controllers[child].appearance != .hidden
    if isBusy { app.waiting.append((container, transition)) } else { transition() }
  }

  /// Runs what waited for a container to appear.
  func runWaitingTransitions() {
    while halt == nil,
      let index = app.waiting.firstIndex(where: {
        controllers[$0.container].appearance != .appearing
      })
    {
      app.waiting.remove(at: index).run()
    }
  }

  private func push(_ controller: Int32, on navigation: Int32) {
    guard heap.isAlive(navigation), heap.isAlive(controller) else { return }
    let old = shownChild(of: navigation)
    heap.pin(controller)
    adopt(controller, in: navigation)
    send("willMove", to: controller)
    if controllers[navigation].appearance == .shown {
      during(.isMovingToParent, of: controller) {
        swap(old, for: controller, in: navigation)
        if old >= 0 { didDisappear(old) }
        didAppear(controller)
      }
    }
    send("didMove", to: controller)
    heap.unpin(controller)
  }

  func pop(_ navigation: Int32) {
    guard require(navigation, of: "UINavigationController") else { return }
    pop(navigation, keeping: listed("viewControllers", of: navigation).count - 1)
  }

  func popToRoot(_ navigation: Int32) {
    guard require(navigation, of: "UINavigationController") else { return }
    pop(navigation, keeping: 1)
  }

  func popTo(_ action: Action, in frame: Frame) {
    guard let controller = object(action, "popTo", in: frame),
      let navigation = object(action, "on", in: frame),
      require(navigation, of: "UINavigationController")
    else { return }
    let stack = listed("viewControllers", of: navigation)
    guard let index = stack.firstIndex(of: controller) else {
      return fail(
        "\(heap.label(of: controller)) is not in \(heap.label(of: navigation))",
        expected: "a controller of its stack")
    }
    pop(navigation, keeping: index + 1)
  }

  /// Pops what is above the first `count` controllers; the root stays, as in UIKit.
  private func pop(_ navigation: Int32, keeping count: Int) {
    let stack = listed("viewControllers", of: navigation)
    guard count >= 1, count < stack.count else { return }
    let removed = Array(stack[count...].reversed())
    for controller in removed { heap.pin(controller) }
    for controller in removed { send("willMove", to: controller) }
    for controller in removed { release("viewControllers", of: navigation, controller) }
    if controllers[navigation].appearance == .shown {
      during(.isMovingFromParent, of: removed[0]) {
        swap(removed[0], for: stack[count - 1], in: navigation)
        didDisappear(removed[0])
        didAppear(stack[count - 1])
      }
    }
    for controller in removed {
      giveUp(controller, of: navigation)
      send("didMove", to: controller)
      markGone(controller, because: "popped from \(typeName(navigation))")
    }
    for controller in removed { heap.unpin(controller) }
  }

  func swipeBack(_ action: Action, in frame: Frame) {
    guard let navigation = object(action, "swipeBack", in: frame),
      require(navigation, of: "UINavigationController")
    else { return }
    guard truth(action, "cancelled") else { return pop(navigation) }
    let stack = listed("viewControllers", of: navigation)
    guard stack.count > 1, controllers[navigation].appearance == .shown else { return }
    let (top, under) = (stack[stack.count - 1], stack[stack.count - 2])
    loadViewIfNeeded(under)
    willDisappear(top)
    willAppear(under)
    insert(held("view", of: under), into: held("view", of: navigation))
    cancelAppearance(of: under)
    takeOut(held("view", of: under))
    controllers[top].appearance = .hidden
    willAppear(top)
    didAppear(top)
  }

  /// Takes an appearance back that has begun: will-disappear and did-disappear with no did-appear.
  func cancelAppearance(of controller: Int32) {
    controllers[controller].appearance = .shown
    for child in visibleChildren(of: controller)
    where controllers[child].appearance == .appearing {
      controllers[child].appearance = .shown
    }
    willDisappear(controller)
    didDisappear(controller)
  }

  func setViewControllers(_ action: Action, in frame: Frame) {
    guard case .places(let places)? = action["setViewControllers"],
      let container = object(action, "on", in: frame)
    else { return }
    var new: [Int32] = []
    for place in places {
      let controller = object(place, in: frame)
      guard halt == nil, controller >= 0, requireController(controller),
        requireOutside(container, of: controller)
      else { return }
      guard !new.contains(controller) else {
        return fail("\(heap.label(of: controller)) is listed twice")
      }
      new.append(controller)
    }
    if isKind(container, of: "UITabBarController") { return setTabs(new, of: container) }
    guard require(container, of: "UINavigationController") else { return }
    setStack(new, of: container)
  }

  private func setStack(_ new: [Int32], of navigation: Int32) {
    let old = listed("viewControllers", of: navigation)
    let added = new.filter { !old.contains($0) }
    let removed = Array(old.filter { !new.contains($0) }.reversed())
    for controller in old + added { heap.pin(controller) }
    for controller in added { send("willMove", to: controller) }
    for controller in removed { send("willMove", to: controller) }
    release("viewControllers", of: navigation)
    for controller in new { adopt(controller, in: navigation) }
    let (top, oldTop) = (new.last ?? -1, old.last ?? -1)
    if controllers[navigation].appearance == .shown, top != oldTop, top >= 0 {
      swap(oldTop, for: top, in: navigation)
      if oldTop >= 0 { didDisappear(oldTop) }
      didAppear(top)
    }
    for controller in added { send("didMove", to: controller) }
    for controller in removed {
      giveUp(controller, of: navigation)
      send("didMove", to: controller)
      markGone(controller, because: "removed from \(typeName(navigation))")
    }
    for controller in old + added { heap.unpin(controller) }
  }
}
