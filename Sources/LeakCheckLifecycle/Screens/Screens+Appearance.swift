import LeakCheckGraph

/// Appearance and disappearance: rules L2, L3, L10, and their forwarding by containers.
extension Screens {
  /// Whether a class of UIKit forwards appearance itself, and finishes before its children.
  private func isAheadOfChildren(_ controller: Int32) -> Bool {
    run.container(of: controller).map { type(of: $0).isAheadOfChildren } == true
  }

  /// The controllers shown inside a controller.
  func visibleChildren(of controller: Int32) -> [Int32] {
    let view = run.target("view", of: controller)
    return view >= 0 ? controllersShown(in: view) : []
  }

  func willAppear(_ controller: Int32) {
    guard run.halt == nil else { return }
    loadViewIfNeeded(controller)
    guard controllers[controller].appearance != .shown,
      controllers[controller].appearance != .appearing
    else { return }
    controllers[controller].appearance = .appearing
    noteSeen(controller)
    nested {
      let isForwarded = run.send("viewWillAppear", to: controller)
      run.container(of: controller)?.showChild()
      guard isForwarded || !isAheadOfChildren(controller) else { return }
      for child in visibleChildren(of: controller) { willAppear(child) }
    }
  }

  /// The view has joined the hierarchy.
  func isAppearing(_ controller: Int32) {
    guard controllers[controller].appearance == .appearing else { return }
    enterWindow(run.target("view", of: controller))
    if run.program.profile(run.settings) == .modern { run.send("viewIsAppearing", to: controller) }
    nested { for child in visibleChildren(of: controller) { isAppearing(child) } }
  }

  /// The layout of an appearance, of a whole tree: constraints, then layout from the top.
  func layOut(_ controller: Int32) {
    updateConstraints(controller)
    layOutSubviews(controller)
  }

  private func updateConstraints(_ controller: Int32) {
    guard run.halt == nil else { return }
    nested { for child in visibleChildren(of: controller) { updateConstraints(child) } }
    run.send("updateViewConstraints", to: controller)
    if run.program.profile(run.settings) != .modern, !controllers[controller].hasAppeared {
      controllers[controller].hasAppeared = true
      run.send("traitCollectionDidChange", to: controller)
    }
  }

  func layOutSubviews(_ controller: Int32) {
    guard run.halt == nil else { return }
    run.send("viewWillLayoutSubviews", to: controller)
    run.send("viewDidLayoutSubviews", to: controller)
    nested { for child in visibleChildren(of: controller) { layOutSubviews(child) } }
  }

  func didAppear(_ controller: Int32) {
    guard controllers[controller].appearance == .appearing else { return }
    controllers[controller].appearance = .shown
    nest(in: controller, "viewDidAppear") { [unowned self] in didAppear($0) }
    runWaitingTransitions()
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

  /// Runs what waited for a container to appear.
  func runWaitingTransitions() {
    while run.halt == nil,
      let index = app.waiting.firstIndex(where: {
        controllers[$0.container].appearance != .appearing
      })
    {
      app.waiting.remove(at: index).run()
    }
  }

  func willDisappear(_ controller: Int32) {
    guard run.halt == nil, controllers[controller].appearance == .shown else { return }
    controllers[controller].appearance = .disappearing
    let isForwarded = run.send("viewWillDisappear", to: controller)
    guard isForwarded || !isAheadOfChildren(controller) else { return }
    nested { for child in visibleChildren(of: controller) { willDisappear(child) } }
  }

  func didDisappear(_ controller: Int32) {
    guard controllers[controller].appearance == .disappearing else { return }
    controllers[controller].appearance = .hidden
    leaveWindow(run.target("view", of: controller))
    nest(in: controller, "viewDidDisappear") { [unowned self] in didDisappear($0) }
    run.announce(.disappeared(controller))
  }

  /// The second half of an appearance: UIKit's containers before their children, others behind (N5, T2, C2).
  private func nest(in controller: Int32, _ callback: String, _ forward: (Int32) -> Void) {
    guard run.halt == nil else { return }
    let children = visibleChildren(of: controller)
    if isAheadOfChildren(controller) {
      let isForwarded = run.send(callback, to: controller)
      if isForwarded { nested { for child in children { forward(child) } } }
    } else {
      nested { for child in children { forward(child) } }
      run.send(callback, to: controller)
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
