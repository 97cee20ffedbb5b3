import LeakCheckGraph

/// Presentation and dismissal: rules P1 to P5.
extension Screens {
  func present(_ action: Action, in frame: Frame) {
    guard let controller = run.object(action, "present", in: frame),
      let source = run.object(action, "from", in: frame),
      run.requireController(controller), run.requireController(source)
    else { return }
    let window = window(of: source)
    guard window >= 0 else { return run.announce(.presentsInVain(from: source, isBusy: false)) }
    let presenter = root(of: source)
    guard run.target("presentedViewController", of: presenter) < 0, controller != presenter else {
      return run.announce(.presentsInVain(from: source, isBusy: true))
    }
    guard requirePresenter(presenter, of: controller) else { return }
    controllers[controller].style = style(run.text(action, "style"), of: controller)
    present(controller, over: presenter, in: window)
  }

  /// The style that `automatic` stands for: a sheet since iOS 13, a card of its own for alerts.
  private func style(_ word: String?, of controller: Int32) -> PresentationStyle {
    let style = word.map { PresentationStyle(rawValue: $0) ?? .custom } ?? .automatic
    guard style == .automatic || style == .none else { return style }
    if let own = run.types.automaticStyle(of: run.heap.type(of: controller)) { return own }
    return run.program.profile(run.settings) == .modern ? .pageSheet : .fullScreen
  }

  private func present(_ controller: Int32, over presenter: Int32, in window: Int32) {
    let covers = controllers[controller].style.coversPresenter
    run.unmarkGone(controller)
    run.setReference("presentedViewController", of: presenter, controller)
    // The transition view in the window holds what is presented too: it outlives a replaced root (W3).
    run.setReference("presentedViewControllers", of: window, controller, isListed: true)
    run.setReference("presentingViewController", of: controller, presenter, strength: .weak)
    run.announce(.presented(over: presenter))
    during(.isBeingPresented, of: controller) {
      loadViewIfNeeded(controller)
      if covers { willDisappear(presenter) }
      willAppear(controller)
      insert(run.target("view", of: controller), into: window)
      isAppearing(controller)
      layOut(controller)
      didAppear(controller)
    }
    guard covers else { return }
    removeFromHierarchy(run.target("view", of: presenter))
    didDisappear(presenter)
  }

  /// Dismisses what a controller presents, else the controller.
  func dismiss(_ controller: Int32) {
    guard run.requireController(controller) else { return }
    let root = root(of: controller)
    let presented = run.target("presentedViewController", of: root)
    if presented >= 0 { return takeDown(presented) }
    if isPresented(root) { takeDown(root) }
  }

  private func isPresented(_ controller: Int32) -> Bool {
    app.windows.contains { window in
      run.heap.isAlive(window)
        && run.targets("presentedViewControllers", of: window).contains(controller)
    }
  }

  /// Takes a presented controller down, with everything that is presented over it.
  private func takeDown(_ controller: Int32) {
    let presenter = run.target("presentingViewController", of: controller)
    let window = app.windows.first { window in
      run.heap.isAlive(window)
        && run.targets("presentedViewControllers", of: window).contains(controller)
    }
    var chain = [controller]
    while let next = chain.last.map({ run.target("presentedViewController", of: $0) }), next >= 0 {
      chain.append(next)
    }
    chain.reverse()
    for member in chain { run.heap.retain(member) }
    let shown = chain.filter { controllers[$0].appearance == .shown }
    for member in shown {
      controllers[member].transition = .isBeingDismissed
      willDisappear(member)
    }
    let returns = presenter >= 0 && returnsToScreen(presenter, in: window)
    if returns, let window { reappear(presenter, in: window) }
    for member in chain { removeFromHierarchy(run.target("view", of: member)) }
    for member in shown { didDisappear(member) }
    for member in chain { endPresentation(of: member, in: window) }
    // Nobody waits for an alert: its actions say what was chosen.
    let isAlert = run.types.type(
      run.heap.type(of: controller), is: run.types.framework("UIAlertController"))
    if presenter >= 0, !returns, !isAlert { run.announce(.dismissedSheet(over: presenter)) }
    for member in chain { run.heap.release(member) }
  }

  private func returnsToScreen(_ presenter: Int32, in window: Int32?) -> Bool {
    guard let window else { return false }
    let isPlaced =
      run.target("rootViewController", of: window) == presenter
      || run.targets("presentedViewControllers", of: window).contains(presenter)
    return isPlaced && controllers[presenter].appearance == .hidden
  }

  private func reappear(_ presenter: Int32, in window: Int32) {
    appear(presenter, layout: false) { insert(run.target("view", of: presenter), into: window) }
  }

  private func endPresentation(of controller: Int32, in window: Int32?) {
    controllers[controller].transition = nil
    let presenter = run.target("presentingViewController", of: controller)
    if presenter >= 0 { run.removeReference("presentedViewController", of: presenter, controller) }
    if let window { run.removeReference("presentedViewControllers", of: window, controller) }
    run.removeReference("presentingViewController", of: controller)
    run.markGone(controller, because: "dismissed")
  }

  /// Drags a sheet down; cancelled, it stays (P3).
  func dragDown(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "dragDown", in: frame), run.requireController(object)
    else {
      return
    }
    let controller = root(of: object)
    guard isPresented(controller) else {
      return run.fail(
        "\(run.heap.label(of: controller)) is not presented", expected: "a presented sheet")
    }
    guard run.truth(action, "cancelled") else { return takeDown(controller) }
    guard controllers[controller].appearance == .shown else { return }
    willDisappear(controller)
    controllers[controller].appearance = .hidden
    willAppear(controller)
    isAppearing(controller)
    didAppear(controller)
  }
}
