import LeakCheckGraph

/// The app, its scene and its windows.
struct AppState {
  var isLaunched = false
  var isInBackground = false
  /// Every window made, shown or not.
  var windows: [Int32] = []
  var shownWindows: Set<Int32> = []
  /// The connected scene, or -1.
  var scene: Int32 = -1
  /// Transitions of containers that are still appearing.
  var waiting: [(container: Int32, run: () -> Void)] = []
  /// The views that were told that they are in a window.
  var viewsInWindows: Set<Int32> = []
  /// What was pushed where no window shows it, and has not appeared since; see ``RunSettings/findsUnseen``.
  var unseen: [(controller: Int32, navigation: Int32, site: Int32)] = []
  /// The handlers of actions that were tapped.
  var tapped: Set<Int32> = []
}

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

/// Windows: rules W2 and W3, rotation.
extension Screens {
  func makeWindow(_ action: Action, in frame: Frame) {
    guard let name = run.text(action, "window") else { return }
    let window = run.heap.allocate(
      type: run.types.framework("UIWindow"), hint: LocalName.shown(name), site: run.site)
    run.heap.retain(window)
    frame.temporaries.append(window)
    app.windows.append(window)
    if let root = run.object(action, "root", in: frame) {
      guard run.requireController(root) else { return }
      run.setReference("rootViewController", of: window, root)
    }
    if run.halt == nil { run.setLocal(name, to: window, in: frame) }
  }

  /// The connected scene, which is there as soon as a window is.
  func connectedScene() -> Int32 {
    if app.scene >= 0 { return app.scene }
    let scene = run.heap.allocate(
      type: run.types.framework("UIWindowScene"), hint: "scene", site: 0)
    run.heap.retain(scene)
    run.setReference("connectedScenes", of: run.root("UIApplication.shared"), scene, isListed: true)
    run.heap.release(scene)
    app.scene = scene
    return scene
  }

  func show(_ window: Int32) {
    guard requireWindow(window), !app.shownWindows.contains(window) else { return }
    if !app.windows.contains(window) { app.windows.append(window) }
    app.shownWindows.insert(window)
    run.setReference("windows", of: connectedScene(), window, isListed: true)
    let root = run.target("rootViewController", of: window)
    guard root >= 0 else { return }
    appear(root) { insert(run.target("view", of: root), into: window) }
  }

  func replaceRoot(of window: Int32, by new: Int32) {
    guard requireWindow(window), run.requireController(new) else { return }
    let old = run.target("rootViewController", of: window)
    guard old != new else { return }
    run.heap.retain(old)
    run.heap.retain(new)
    run.unmarkGone(new)
    run.setReference("rootViewController", of: window, new)
    if app.shownWindows.contains(window) {
      if old >= 0 {
        disappear(old) { removeFromHierarchy(run.target("view", of: old)) }
        removeFromHierarchy(run.target("view", of: old))
      }
      appear(new) { insert(run.target("view", of: new), into: window) }
    }
    if old >= 0 {
      let members = controllerTree(of: old)
      for sheet in run.targets("presentedViewControllers", of: window) where members.contains(sheet)
      {
        run.goneReasons[sheet] = run.goneReasons[sheet] ?? "its presenter was replaced"
      }
      run.markGone(old, because: "replaced as root of the window")
    }
    run.heap.release(old)
    run.heap.release(new)
  }

  func rotate(_ window: Int32) {
    guard requireWindow(window), app.shownWindows.contains(window) else { return }
    let root = run.target("rootViewController", of: window)
    let top = ([root] + run.targets("presentedViewControllers", of: window)).filter {
      $0 >= 0 && controllers[$0].appearance == .shown
    }
    let blocks = run.mainQueue.animationsAlongside {
      for controller in top { sendTransition("willTransition", to: controller) }
      for controller in top { sendTransition("viewWillTransition", to: controller) }
    }
    for block in blocks { run.invoke(block.animation) }
    for controller in top { layOutSubviews(controller) }
    for block in blocks {
      run.invoke(block.completion)
      run.heap.release(block.animation)
      run.heap.release(block.completion)
    }
  }

  /// Children hear of a transition only through `super` (L7), and only real children do (C4).
  private func sendTransition(_ name: String, to controller: Int32) {
    run.send(name, to: controller) { [unowned self] in
      nested {
        for child in visibleChildren(of: controller)
        where run.target("parent", of: child) == controller {
          sendTransition(name, to: child)
        }
      }
    }
  }

  // MARK: - Memory

  /// Every live controller: those of windows from the top down, then the others in the order of their making.
  func liveControllers() -> [Int32] {
    var found: [Int32] = []
    for window in app.windows where run.heap.isAlive(window) {
      let root = run.target("rootViewController", of: window)
      let presented = run.targets("presentedViewControllers", of: window)
      for top in [root] + presented where top >= 0 { found += controllerTree(of: top) }
    }
    var seen: Set<Int32> = []
    found = found.filter { seen.insert($0).inserted }
    return found
      + (0..<run.heap.count).filter {
        run.isController($0) && run.heap.isAlive($0) && !seen.contains($0)
      }
  }

  func warnOfMemory() {
    for controller in liveControllers() where run.heap.isAlive(controller) {
      run.heap.retain(controller)
      run.send("didReceiveMemoryWarning", to: controller)
      if run.program.profile(run.settings) == .iOS5 { unloadView(of: controller) }
      run.heap.release(controller)
    }
    warnDelegateOfMemory()
    run.notifications.post("UIApplication.didReceiveMemoryWarningNotification")
  }
}
