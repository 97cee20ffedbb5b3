import LeakCheckGraph

/// The words of the app, its scene and its windows.
enum AppWord: String, SubjectWord {
  case launch, background, foreground, memoryWarning
  case window, show, root, rotate, disconnectScene

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .launch: run.screens.launch()
    case .background: run.screens.background()
    case .foreground: run.screens.foreground()
    case .memoryWarning: run.screens.warnOfMemory()
    case .window: run.screens.makeWindow(action, in: frame)
    case .show: run.subject(of: action, in: frame).map { run.screens.show($0) }
    case .root:
      guard let window = run.object(action, "of", in: frame),
        let controller = run.object(action, "root", in: frame)
      else { return }
      run.screens.replaceRoot(of: window, by: controller)
    case .rotate: run.subject(of: action, in: frame).map { run.screens.rotate($0) }
    case .disconnectScene: run.subject(of: action, in: frame).map { run.screens.disconnect($0) }
    }
  }
}

/// The life of the app and its scene: rules W1, W4, L9.
extension Screens {
  func launch() {
    let application = run.root("UIApplication.shared")
    if !app.isLaunched, let delegate = delegate("UIApplicationDelegate", CallbackName.ofApp) {
      run.setReference("delegate", of: application, delegate)
      run.heap.release(delegate)
      sendToDelegate("application", of: application)
    }
    app.isLaunched = true
    let scene = connectedScene()
    if run.target("delegate", of: scene) < 0,
      let delegate = delegate("UISceneDelegate", CallbackName.ofScene)
    {
      run.setReference("delegate", of: scene, delegate)
      run.heap.release(delegate)
    }
    sendToDelegate("scene", of: scene)
    enterForeground()
  }

  /// An instance of the declared type that plays a role, retained; `nil` when no type does.
  private func delegate(_ base: String, _ callbacks: Set<String>) -> Int32? {
    let type = run.types.declared.first { type in
      run.types.type(type, is: run.types.framework(base))
        || run.types[type].kind != .controller
          && !callbacks.isDisjoint(with: run.types[type].callbacks.keys)
    }
    guard let type else { return nil }
    if let known = (0..<run.heap.count).first(where: {
      run.heap.isAlive($0) && run.heap.type(of: $0) == type
    }) {
      run.heap.retain(known)
      return known
    }
    let name = run.types[type].name
    let object = run.heap.allocate(
      type: type, hint: name.prefix(1).lowercased() + name.dropFirst(), site: run.site)
    run.heap.retain(object)
    run.send("init", to: object)
    return object
  }

  private func sendToDelegate(_ callback: String, of object: Int32, ifImplemented: Bool = false) {
    let delegate = run.target("delegate", of: object)
    guard delegate >= 0 else { return }
    if ifImplemented, !run.types.implements(callback, in: run.heap.type(of: delegate)) { return }
    run.heap.retain(delegate)
    run.send(callback, to: delegate)
    run.heap.release(delegate)
  }

  func warnDelegateOfMemory() {
    sendToDelegate(
      "applicationDidReceiveMemoryWarning", of: run.root("UIApplication.shared"),
      ifImplemented: true)
  }

  private func enterForeground() {
    app.isInBackground = false
    let scene = connectedScene()
    sendToDelegate("sceneWillEnterForeground", of: scene)
    run.notifications.post("UIApplication.willEnterForegroundNotification")
    run.notifications.post("UIScene.willEnterForegroundNotification")
    sendToDelegate("sceneDidBecomeActive", of: scene)
    run.notifications.post("UIApplication.didBecomeActiveNotification")
    run.notifications.post("UIScene.didActivateNotification")
  }

  func foreground() { enterForeground() }

  /// Sends the app to the background: no controller disappears for it (L9).
  func background() {
    app.isInBackground = true
    let scene = connectedScene()
    run.announce(.leavesForBackground)
    sendToDelegate("sceneWillResignActive", of: scene)
    run.notifications.post("UIApplication.willResignActiveNotification")
    run.notifications.post("UIScene.willDeactivateNotification")
    sendToDelegate("sceneDidEnterBackground", of: scene)
    run.notifications.post("UIApplication.didEnterBackgroundNotification")
    run.notifications.post("UIScene.didEnterBackgroundNotification")
    sendToDelegate("stateRestorationActivity", of: scene, ifImplemented: true)
    for controller in liveControllers() where run.target("userActivity", of: controller) >= 0 {
      run.send("updateUserActivityState", to: controller)
    }
    run.announce(.isInBackground)
  }

  /// Drops the scene of a window: everything under it must go, without a word to its controllers.
  func disconnect(_ window: Int32) {
    guard requireWindow(window) else { return }
    let scene = connectedScene()
    run.heap.retain(window)
    let tops =
      [run.target("rootViewController", of: window)]
      + run.targets("presentedViewControllers", of: window)
    let count = run.count(of: "windows", in: scene)
    let isLast = count == 0 || count == 1 && run.target("windows", at: 0, of: scene) == window
    if isLast { sendToDelegate("sceneDidDisconnect", of: scene) }
    app.shownWindows.remove(window)
    for top in tops where top >= 0 {
      for controller in controllerTree(of: top) { controllers[controller].appearance = .hidden }
      run.markGone(top, because: "its scene was disconnected")
    }
    run.markGone(window, because: "its scene was disconnected")
    run.removeReference("windows", of: scene, window)
    if isLast {
      app.scene = -1
      run.removeReference("connectedScenes", of: run.root("UIApplication.shared"), scene)
    }
    run.heap.release(window)
  }
}
