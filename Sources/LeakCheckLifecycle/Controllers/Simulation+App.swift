import LeakCheckGraph

/// The words of the app, its scene and its windows.
enum AppWord: String, SubjectWord {
  case launch, background, foreground, memoryWarning
  case window, show, root, rotate, disconnectScene

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .launch: run.launch()
    case .background: run.background()
    case .foreground: run.foreground()
    case .memoryWarning: run.warnOfMemory()
    case .window: run.makeWindow(action, in: frame)
    case .show: run.subject(of: action, in: frame).map { run.show($0) }
    case .root:
      guard let window = run.object(action, "of", in: frame),
        let controller = run.object(action, "root", in: frame)
      else { return }
      run.replaceRoot(of: window, by: controller)
    case .rotate: run.subject(of: action, in: frame).map { run.rotate($0) }
    case .disconnectScene: run.subject(of: action, in: frame).map { run.disconnect($0) }
    }
  }
}

/// The life of the app and its scene: rules W1, W4, L9.
extension Simulation {
  func launch() {
    let application = root("UIApplication.shared")
    if !app.isLaunched, let delegate = delegate("UIApplicationDelegate", CallbackName.ofApp) {
      setReference("delegate", of: application, delegate)
      heap.release(delegate)
      sendToDelegate("application", of: application)
    }
    app.isLaunched = true
    let scene = connectedScene()
    if target("delegate", of: scene) < 0,
      let delegate = delegate("UISceneDelegate", CallbackName.ofScene)
    {
      setReference("delegate", of: scene, delegate)
      heap.release(delegate)
    }
    sendToDelegate("scene", of: scene)
    enterForeground()
  }

  /// An instance of the declared type that plays a role, pinned; `nil` when no type does.
  private func delegate(_ base: String, _ callbacks: Set<String>) -> Int32? {
    let type = types.declared.first { type in
      types.type(type, is: base)
        || types[type].kind != .controller
          && !callbacks.isDisjoint(with: types[type].callbacks.keys)
    }
    guard let type else { return nil }
    if let known = (0..<heap.count).first(where: { heap.isAlive($0) && heap.type(of: $0) == type })
    {
      heap.retain(known)
      return known
    }
    let name = types[type].name
    let object = heap.allocate(
      type: type, hint: name.prefix(1).lowercased() + name.dropFirst(), site: site)
    heap.retain(object)
    send("init", to: object)
    return object
  }

  private func sendToDelegate(_ callback: String, of object: Int32, ifImplemented: Bool = false) {
    let delegate = target("delegate", of: object)
    guard delegate >= 0 else { return }
    if ifImplemented, !types.implements(callback, in: heap.type(of: delegate)) { return }
    heap.retain(delegate)
    send(callback, to: delegate)
    heap.release(delegate)
  }

  func warnDelegateOfMemory() {
    sendToDelegate(
      "applicationDidReceiveMemoryWarning", of: root("UIApplication.shared"), ifImplemented: true)
  }

  private func enterForeground() {
    app.isInBackground = false
    let scene = connectedScene()
    sendToDelegate("sceneWillEnterForeground", of: scene)
    notifications.post("UIApplication.willEnterForegroundNotification")
    notifications.post("UIScene.willEnterForegroundNotification")
    sendToDelegate("sceneDidBecomeActive", of: scene)
    notifications.post("UIApplication.didBecomeActiveNotification")
    notifications.post("UIScene.didActivateNotification")
  }

  func foreground() { enterForeground() }

  /// Sends the app to the background: no controller disappears for it (L9).
  func background() {
    app.isInBackground = true
    let scene = connectedScene()
    announce(.leavesForBackground)
    sendToDelegate("sceneWillResignActive", of: scene)
    notifications.post("UIApplication.willResignActiveNotification")
    notifications.post("UIScene.willDeactivateNotification")
    sendToDelegate("sceneDidEnterBackground", of: scene)
    notifications.post("UIApplication.didEnterBackgroundNotification")
    notifications.post("UIScene.didEnterBackgroundNotification")
    sendToDelegate("stateRestorationActivity", of: scene, ifImplemented: true)
    for controller in liveControllers() where target("userActivity", of: controller) >= 0 {
      send("updateUserActivityState", to: controller)
    }
    announce(.isInBackground)
  }

  /// Drops the scene of a window: everything under it must go, without a word to its controllers.
  func disconnect(_ window: Int32) {
    guard requireWindow(window) else { return }
    let scene = connectedScene()
    heap.retain(window)
    let tops =
      [target("rootViewController", of: window)] + targets("presentedViewControllers", of: window)
    let isLast = targets("windows", of: scene).allSatisfy { $0 == window }
    if isLast { sendToDelegate("sceneDidDisconnect", of: scene) }
    app.shownWindows.remove(window)
    for top in tops where top >= 0 {
      for controller in controllerTree(of: top) { controllers[controller].appearance = .hidden }
      markGone(top, because: "its scene was disconnected")
    }
    markGone(window, because: "its scene was disconnected")
    removeReference("windows", of: scene, window)
    if isLast {
      app.scene = -1
      removeReference("connectedScenes", of: root("UIApplication.shared"), scene)
    }
    heap.release(window)
  }
}
