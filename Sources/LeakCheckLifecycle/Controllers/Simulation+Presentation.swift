import LeakCheckGraph

/// Presenting and dismissing: rules P1 to P5.
extension Simulation {
  func present(_ action: Action, in frame: Frame) {
    guard let controller = object(action, "present", in: frame),
      let source = object(action, "from", in: frame),
      requireController(controller), requireController(source)
    else { return }
    let window = window(of: source)
    guard window >= 0 else { return announce(.presentsInVain(from: source, isBusy: false)) }
    let presenter = root(of: source)
    guard target("presentedViewController", of: presenter) < 0, controller != presenter else {
      return announce(.presentsInVain(from: source, isBusy: true))
    }
    guard requirePresenter(presenter, of: controller) else { return }
    controllers[controller].style = style(text(action, "style"), of: controller)
    present(controller, over: presenter, in: window)
  }

  /// The style that `automatic` stands for: a sheet since iOS 13, a card of its own for alerts.
  private func style(_ word: String?, of controller: Int32) -> PresentationStyle {
    let style = word.map { PresentationStyle(rawValue: $0) ?? .custom } ?? .automatic
    guard style == .automatic || style == .none else { return style }
    if let own = types.automaticStyle(of: heap.type(of: controller)) { return own }
    return program.profile(settings) == .modern ? .pageSheet : .fullScreen
  }

  private func present(_ controller: Int32, over presenter: Int32, in window: Int32) {
    let covers = controllers[controller].style.coversPresenter
    unmarkGone(controller)
    setReference("presentedViewController", of: presenter, controller)
    // The transition view in the window holds what is presented too: it outlives a replaced root (W3).
    setReference("presentedViewControllers", of: window, controller, isListed: true)
    setReference("presentingViewController", of: controller, presenter, strength: .weak)
    announce(.presented(over: presenter))
    during(.isBeingPresented, of: controller) {
      loadViewIfNeeded(controller)
      if covers { willDisappear(presenter) }
      willAppear(controller)
      insert(target("view", of: controller), into: window)
      isAppearing(controller)
      layOut(controller)
      didAppear(controller)
    }
    guard covers else { return }
    removeFromHierarchy(target("view", of: presenter))
    didDisappear(presenter)
  }

  /// Dismisses what a controller presents, else the controller.
  func dismiss(_ controller: Int32) {
    guard requireController(controller) else { return }
    let root = root(of: controller)
    let presented = target("presentedViewController", of: root)
    if presented >= 0 { return takeDown(presented) }
    if isPresented(root) { takeDown(root) }
  }

  private func isPresented(_ controller: Int32) -> Bool {
    app.windows.contains { window in
      heap.isAlive(window)
        && targets("presentedViewControllers", of: window).contains(controller)
    }
  }

  /// Takes a presented controller down, with everything that is presented over it.
  private func takeDown(_ controller: Int32) {
    let presenter = target("presentingViewController", of: controller)
    let window = app.windows.first { window in
      heap.isAlive(window)
        && targets("presentedViewControllers", of: window).contains(controller)
    }
    var chain = [controller]
    while let next = chain.last.map({ target("presentedViewController", of: $0) }), next >= 0 {
      chain.append(next)
    }
    chain.reverse()
    for member in chain { heap.retain(member) }
    let shown = chain.filter { controllers[$0].appearance == .shown }
    for member in shown {
      controllers[member].transition = .isBeingDismissed
      willDisappear(member)
    }
    let returns = presenter >= 0 && returnsToScreen(presenter, in: window)
    if returns, let window { reappear(presenter, in: window) }
    for member in chain { removeFromHierarchy(target("view", of: member)) }
    for member in shown { didDisappear(member) }
    for member in chain { endPresentation(of: member, in: window) }
    if presenter >= 0, !returns { announce(.dismissedSheet(over: presenter)) }
    for member in chain { heap.release(member) }
  }

  private func returnsToScreen(_ presenter: Int32, in window: Int32?) -> Bool {
    guard let window else { return false }
    let isPlaced =
      target("rootViewController", of: window) == presenter
      || targets("presentedViewControllers", of: window).contains(presenter)
    return isPlaced && controllers[presenter].appearance == .hidden
  }

  private func reappear(_ presenter: Int32, in window: Int32) {
    appear(presenter, layout: false) { insert(target("view", of: presenter), into: window) }
  }

  private func endPresentation(of controller: Int32, in window: Int32?) {
    controllers[controller].transition = nil
    let presenter = target("presentingViewController", of: controller)
    if presenter >= 0 { removeReference("presentedViewController", of: presenter, controller) }
    if let window { removeReference("presentedViewControllers", of: window, controller) }
    removeReference("presentingViewController", of: controller)
    markGone(controller, because: "dismissed")
  }

  /// Drags a sheet down; cancelled, it stays (P3).
  func dragDown(_ action: Action, in frame: Frame) {
    guard let object = object(action, "dragDown", in: frame), requireController(object) else {
      return
    }
    let controller = root(of: object)
    guard isPresented(controller) else {
      return fail("\(heap.label(of: controller)) is not presented", expected: "a presented sheet")
    }
    guard truth(action, "cancelled") else { return takeDown(controller) }
    guard controllers[controller].appearance == .shown else { return }
    willDisappear(controller)
    controllers[controller].appearance = .hidden
    willAppear(controller)
    isAppearing(controller)
    didAppear(controller)
  }
}
