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
}

/// Windows: rules W2 and W3, rotation.
extension Simulation {
  func makeWindow(_ action: Action, in frame: Frame) {
    guard let name = text(action, "window") else { return }
    let window = heap.allocate(
      type: types.framework("UIWindow"), hint: name, site: site)
    heap.retain(window)
    frame.temporaries.append(window)
    app.windows.append(window)
    if let root = object(action, "root", in: frame) {
      guard requireController(root) else { return }
      setReference("rootViewController", of: window, root)
    }
    if halt == nil { setLocal(name, to: window, in: frame) }
  }

  /// The connected scene, which is there as soon as a window is.
  func connectedScene() -> Int32 {
    if app.scene >= 0 { return app.scene }
    let scene = heap.allocate(
      type: types.framework("UIWindowScene"), hint: "scene", site: 0)
    heap.retain(scene)
    setReference("connectedScenes", of: root("UIApplication.shared"), scene, isListed: true)
    heap.release(scene)
    app.scene = scene
    return scene
  }

  func show(_ window: Int32) {
    guard requireWindow(window), !app.shownWindows.contains(window) else { return }
    if !app.windows.contains(window) { app.windows.append(window) }
    app.shownWindows.insert(window)
    setReference("windows", of: connectedScene(), window, isListed: true)
    let root = target("rootViewController", of: window)
    guard root >= 0 else { return }
    appear(root) { insert(target("view", of: root), into: window) }
  }

  func replaceRoot(of window: Int32, by new: Int32) {
    guard requireWindow(window), requireController(new) else { return }
    let old = target("rootViewController", of: window)
    guard old != new else { return }
    heap.retain(old)
    heap.retain(new)
    unmarkGone(new)
    setReference("rootViewController", of: window, new)
    if app.shownWindows.contains(window) {
      if old >= 0 {
        disappear(old) { removeFromHierarchy(target("view", of: old)) }
        removeFromHierarchy(target("view", of: old))
      }
      appear(new) { insert(target("view", of: new), into: window) }
    }
    if old >= 0 {
      let members = controllerTree(of: old)
      for sheet in targets("presentedViewControllers", of: window) where members.contains(sheet) {
        goneReasons[sheet] = goneReasons[sheet] ?? "its presenter was replaced"
      }
      markGone(old, because: "replaced as root of the window")
    }
    heap.release(old)
    heap.release(new)
  }

  func rotate(_ window: Int32) {
    guard requireWindow(window), app.shownWindows.contains(window) else { return }
    let root = target("rootViewController", of: window)
    let top = ([root] + targets("presentedViewControllers", of: window)).filter {
      $0 >= 0 && controllers[$0].appearance == .shown
    }
    let blocks = mainQueue.animationsAlongside {
      for controller in top { sendTransition("willTransition", to: controller) }
      for controller in top { sendTransition("viewWillTransition", to: controller) }
    }
    for block in blocks { invoke(block.animation) }
    for controller in top { layOutSubviews(controller) }
    for block in blocks {
      invoke(block.completion)
      heap.release(block.animation)
      heap.release(block.completion)
    }
  }

  /// Children hear of a transition only through `super` (L7), and only real children do (C4).
  private func sendTransition(_ name: String, to controller: Int32) {
    send(name, to: controller) { [unowned self] in
      nested {
        for child in visibleChildren(of: controller)
        where target("parent", of: child) == controller {
          sendTransition(name, to: child)
        }
      }
    }
  }

  // MARK: - Memory

  /// Every live controller: those of windows from the top down, then the others in the order of their making.
  func liveControllers() -> [Int32] {
    var found: [Int32] = []
    for window in app.windows where heap.isAlive(window) {
      let root = target("rootViewController", of: window)
      let presented = targets("presentedViewControllers", of: window)
      for top in [root] + presented where top >= 0 { found += controllerTree(of: top) }
    }
    var seen: Set<Int32> = []
    found = found.filter { seen.insert($0).inserted }
    return found
      + (0..<heap.count).filter {
        isController($0) && heap.isAlive($0) && !seen.contains($0)
      }
  }

  func warnOfMemory() {
    for controller in liveControllers() where heap.isAlive(controller) {
      heap.retain(controller)
      send("didReceiveMemoryWarning", to: controller)
      if program.profile(settings) == .iOS5 { unloadView(of: controller) }
      heap.release(controller)
    }
    warnDelegateOfMemory()
    notifications.post("UIApplication.didReceiveMemoryWarningNotification")
  }
}
