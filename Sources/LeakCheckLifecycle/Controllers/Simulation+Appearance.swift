import LeakCheckGraph

/// Appearing and disappearing: rules L2, L3, L10, and how containers pass them on.
extension Simulation {
  /// Containers of UIKit, which forward appearance themselves and finish before their children.
  func isSystemContainer(_ controller: Int32) -> Bool {
    isKind(controller, of: "UINavigationController") || isKind(controller, of: "UITabBarController")
  }

  /// The controllers shown inside a controller.
  func visibleChildren(of controller: Int32) -> [Int32] {
    let view = held("view", of: controller)
    return view >= 0 ? controllersShown(in: view) : []
  }

  /// The child that a container of UIKit shows, or -1.
  func shownChild(of controller: Int32) -> Int32 {
    if isKind(controller, of: "UITabBarController") {
      let all = listed("viewControllers", of: controller)
      let index = controllers[controller].selectedIndex
      return all.indices.contains(index) ? all[index] : -1
    }
    return lastListed("viewControllers", of: controller)
  }

  /// Puts the view of a container's shown child into the container, before both appear.
  private func prepareShownChild(of controller: Int32) {
    guard holdsControllers(controller) else { return }
    var child = shownChild(of: controller)
    while child >= 0 {
      loadViewIfNeeded(child)
      let now = shownChild(of: controller)
      if now == child { break }
      child = now
    }
    guard child >= 0, halt == nil else { return }
    showOnly(child, in: controller)
  }

  func holdsControllers(_ controller: Int32) -> Bool {
    isSystemContainer(controller) || isKind(controller, of: "UIPageViewController")
      || isKind(controller, of: "UISplitViewController")
  }

  /// Makes a child's view the only one of a container's children in it.
  func showOnly(_ child: Int32, in container: Int32) {
    let view = held("view", of: container)
    for other in controllersShown(in: view) where other != child {
      takeOut(held("view", of: other))
    }
    insert(held("view", of: child), into: view)
  }

  func willAppear(_ controller: Int32) {
    guard halt == nil else { return }
    loadViewIfNeeded(controller)
    guard controllers[controller].appearance != .shown,
      controllers[controller].appearance != .appearing
    else { return }
    controllers[controller].appearance = .appearing
    nested {
      let isForwarded = send("viewWillAppear", to: controller)
      prepareShownChild(of: controller)
      guard isForwarded || !isSystemContainer(controller) else { return }
      for child in visibleChildren(of: controller) { willAppear(child) }
    }
  }

  /// The view has joined the hierarchy.
  func isAppearing(_ controller: Int32) {
    guard controllers[controller].appearance == .appearing else { return }
    if program.profile(settings) == .modern { send("viewIsAppearing", to: controller) }
    nested { for child in visibleChildren(of: controller) { isAppearing(child) } }
  }

  /// The layout of an appearance, of a whole tree: constraints, then layout from the top.
  func layOut(_ controller: Int32) {
    updateConstraints(controller)
    layOutSubviews(controller)
  }

  private func updateConstraints(_ controller: Int32) {
    guard halt == nil else { return }
    nested { for child in visibleChildren(of: controller) { updateConstraints(child) } }
    send("updateViewConstraints", to: controller)
    if program.profile(settings) != .modern, !controllers[controller].hasAppeared {
      controllers[controller].hasAppeared = true
      send("traitCollectionDidChange", to: controller)
    }
  }

  func layOutSubviews(_ controller: Int32) {
    guard halt == nil else { return }
    send("viewWillLayoutSubviews", to: controller)
    send("viewDidLayoutSubviews", to: controller)
    nested { for child in visibleChildren(of: controller) { layOutSubviews(child) } }
  }

  func didAppear(_ controller: Int32) {
    guard controllers[controller].appearance == .appearing else { return }
    controllers[controller].appearance = .shown
    nest(in: controller, "viewDidAppear") { [unowned self] in didAppear($0) }
    runWaitingTransitions()
  }

  func willDisappear(_ controller: Int32) {
    guard halt == nil, controllers[controller].appearance == .shown else { return }
    controllers[controller].appearance = .disappearing
    let isForwarded = send("viewWillDisappear", to: controller)
    guard isForwarded || !isSystemContainer(controller) else { return }
    nested { for child in visibleChildren(of: controller) { willDisappear(child) } }
  }

  func didDisappear(_ controller: Int32) {
    guard controllers[controller].appearance == .disappearing else { return }
    controllers[controller].appearance = .hidden
    nest(in: controller, "viewDidDisappear") { [unowned self] in didDisappear($0) }
    announce(.disappeared(controller))
  }

  /// The second half of an appearance: UIKit's containers before their children, others behind (N5, T2, C2).
  private func nest(in controller: Int32, _ callback: String, _ forward: (Int32) -> Void) {
    guard halt == nil else { return }
    let children = visibleChildren(of: controller)
    if isSystemContainer(controller) {
      let isForwarded = send(callback, to: controller)
      if isForwarded { nested { for child in children { forward(child) } } }
    } else {
      nested { for child in children { forward(child) } }
      send(callback, to: controller)
    }
  }

  /// A whole appearance of controllers whose views `join` puts into the hierarchy.
  func appear(_ controller: Int32, layout: Bool = true, join: () -> Void = {}) {
    willAppear(controller)
    join()
    isAppearing(controller)
    if layout { layOut(controller) }
    didAppear(controller)
  }

  func disappear(_ controller: Int32, leave: () -> Void = {}) {
    willDisappear(controller)
    leave()
    didDisappear(controller)
  }

  /// Sets the flag of a transition for as long as `body` runs.
  func during(
    _ transition: LogEntry.Transition, of controller: Int32, _ body: () -> Void
  ) {
    controllers[controller].transition = transition
    body()
    controllers[controller].transition = nil
  }
}

extension Program {
  /// The profile of a run.
  func profile(_ settings: RunSettings) -> Scenario.Profile {
    settings.profile ?? scenario.profile
  }
}
