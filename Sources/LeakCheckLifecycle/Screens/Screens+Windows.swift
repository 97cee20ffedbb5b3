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
