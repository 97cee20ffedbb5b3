import LeakCheckGraph

/// The words of views.
enum ViewWord: String, SubjectWord {
  case addSubview, removeFromSuperview, gesture, control, uiAction, delegate, layout
  case tap, tapActions, loadViewIfNeeded

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .addSubview: run.screens.addSubview(action, in: frame)
    case .removeFromSuperview: run.screens.removeFromSuperview(action, in: frame)
    case .gesture: run.screens.addGesture(action, in: frame)
    case .control: run.screens.addTarget(action, in: frame)
    case .uiAction: run.screens.addAction(action, in: frame)
    case .delegate: run.screens.setDelegate(action, in: frame)
    case .layout: run.screens.layoutView(action, in: frame)
    case .tap: run.screens.tap(action, in: frame, on: thread)
    case .tapActions: run.screens.tapActions(action, in: frame, on: thread)
    case .loadViewIfNeeded:
      guard let object = run.subject(of: action, in: frame), run.requireController(object) else {
        return
      }
      run.announceRead(of: "view", on: object, isLast: true)
      run.screens.loadViewIfNeeded(object)
    }
  }
}

/// Views: loading, the hierarchy and ownership.
extension Screens {
  // MARK: - Loading

  /// The properties of a controller that UIKit computes; `nil` for stored ones.
  func controllerValue(of property: String, of controller: Int32) -> Int32? {
    switch property {
    case "view":
      loadViewIfNeeded(controller)
      return run.target("view", of: controller)
    case "viewIfLoaded": return run.target("view", of: controller)
    case "topViewController", "visibleViewController", "selectedViewController":
      return run.container(of: controller)?.shownChild ?? -1
    case "presentingViewController": return run.target(property, of: root(of: controller))
    case "presentedViewController": return run.target(property, of: root(of: controller))
    default:
      return Containers.byChildProperty[property].map { innermost($0, around: controller) }
    }
  }

  /// The innermost container of a class around a controller, or -1.
  private func innermost(_ type: any Container.Type, around controller: Int32) -> Int32 {
    run.chain("parent", from: run.target("parent", of: controller))
      .first { run.types.container(of: run.heap.type(of: $0)) == type } ?? -1
  }

  /// The view of a controller, or of a view itself.
  func view(of object: Int32) -> Int32 {
    guard run.isController(object) else { return object }
    loadViewIfNeeded(object)
    return run.target("view", of: object)
  }

  /// Runs `loadView()` and `viewDidLoad()` unless that was done.
  func loadViewIfNeeded(_ controller: Int32) {
    guard run.halt == nil, !controllers[controller].isViewLoaded else { return }
    guard !controllers[controller].isLoadingView else {
      // Once loadView() has set the view, it may be read there.
      if run.target("view", of: controller) >= 0 { return }
      return run.announce(.asksForViewBeingLoaded(controller))
    }
    controllers[controller].isLoadingView = true
    run.send("loadView", to: controller) { [unowned self] in makeView(of: controller) }
    // A custom loadView() that sets no view would have UIKit load it for ever.
    if run.target("view", of: controller) < 0 { makeView(of: controller) }
    controllers[controller].isLoadingView = false
    controllers[controller].isViewLoaded = true
    run.send("viewDidLoad", to: controller)
  }

  func makeView(of controller: Int32) {
    let view = run.heap.allocate(
      type: run.types.framework(
        run.types.isOfAppKit(run.heap.type(of: controller)) ? "NSView" : "UIView"),
      hint: "\(run.heap.label(of: controller)).view", site: run.site)
    run.heap.retain(view)
    setView(view, of: controller)
    run.heap.release(view)
  }

  func setView(_ view: Int32, of controller: Int32) {
    let old = run.target("view", of: controller)
    if old >= 0 { controllers.owners[old] = nil }
    run.setReference("view", of: controller, view)
    controllers.owners[view] = controller
  }

  /// Whether an object may be the view of a controller: it is one, and no other controller's.
  private func requireView(_ view: Int32, of controller: Int32) -> Bool {
    guard run.types[run.heap.type(of: view)].kind == .view else {
      run.fail("\(run.heap.label(of: view)) is not a view")
      return false
    }
    let owner = controllers.owners[view] ?? -1
    guard owner != controller, run.heap.isAlive(owner) else { return true }
    run.fail(
      "\(run.heap.label(of: view)) is the view of \(run.heap.label(of: owner))",
      expected: "a view of its own: UIKit throws an exception")
    return false
  }

  /// Properties that UIKit does more with than storing; false where it does not.
  func storeFramework(_ target: Int32, _ property: String, in holder: Int32) -> Bool {
    if run.isController(holder), property == "view", target >= 0 {
      if requireView(target, of: holder) { setView(target, of: holder) }
      return true
    }
    if run.isWindow(holder), property == "rootViewController", target >= 0 {
      replaceRoot(of: holder, by: target)
      return true
    }
    return false
  }

  /// Lets a view that is not on screen go, as iOS 5 did.
  func unloadView(of controller: Int32) {
    let view = run.target("view", of: controller)
    guard view >= 0, !isInWindow(controller) else { return }
    controllers[controller].isViewLoaded = false
    controllers.owners[view] = nil
    run.removeReference("view", of: controller)
    run.send("viewDidUnload", to: controller)
  }

  // MARK: - Hierarchy

  /// The shown window that a view, or a controller's view, is in, or -1.
  func window(of object: Int32) -> Int32 {
    let view = run.isController(object) ? run.target("view", of: object) : object
    let window = run.chain("superview", from: view).first(where: run.isWindow) ?? -1
    return app.shownWindows.contains(window) ? window : -1
  }

  func isInWindow(_ object: Int32) -> Bool { window(of: object) >= 0 }

  /// Links a view into another without any callback.
  func insert(_ view: Int32, into superview: Int32) {
    guard view >= 0, superview >= 0 else { return }
    guard run.target("superview", of: view) != superview else { return }
    run.heap.retain(view)
    setSuperview(superview, of: view)
    tellSuperview(of: view, isThere: true)
    run.heap.release(view)
  }

  func removeFromHierarchy(_ view: Int32) {
    guard view >= 0 else { return }
    let superview = run.target("superview", of: view)
    guard superview >= 0 else { return }
    run.heap.retain(view)
    run.removeReference("superview", of: view)
    run.removeReference("subviews", of: superview, view)
    tellSuperview(of: view, isThere: false)
    run.heap.release(view)
  }

  /// Whether one view is, or is in, another.
  func view(_ view: Int32, isIn ancestor: Int32) -> Bool {
    run.chain("superview", from: view).contains(ancestor)
  }

  /// The controllers whose views are topmost in a view, in the order of the subviews; not that of the view.
  func controllersShown(in view: Int32) -> [Int32] {
    var found: [Int32] = []
    var stack = Array(run.targets("subviews", of: view).reversed())
    while let next = stack.popLast() {
      if let owner = controllers.owners[next], run.heap.isAlive(owner) {
        found.append(owner)
      } else {
        stack += run.targets("subviews", of: next).reversed()
      }
    }
    return found
  }

  private func nesting(of view: Int32) -> Int {
    run.chain("superview", from: view).prefix(Self.deepestNesting).reduce(0) { depth, _ in depth + 1
    }
  }

  // MARK: - Words

  func addSubview(_ action: Action, in frame: Frame) {
    guard let child = run.object(action, "addSubview", in: frame),
      let parent = run.object(action, "to", in: frame)
    else { return }
    let (view, superview) = (view(of: child), view(of: parent))
    guard run.halt == nil, view >= 0, superview >= 0 else { return }
    guard !self.view(superview, isIn: view) else {
      return run.fail("a view cannot be added to itself or to a view that is in it")
    }
    guard nesting(of: superview) < Self.deepestNesting else { return failNesting() }
    run.announce(.addsView(view))
    let arriving = controllers.owners[view].map { [$0] } ?? controllersShown(in: view)
    let isVisible = isInWindow(superview)
    if !isVisible { return insert(view, into: superview) }
    for controller in arriving { willAppear(controller) }
    insert(view, into: superview)
    enterWindow(view)
    for controller in arriving { isAppearing(controller) }
    for controller in arriving { layOut(controller) }
    // A parent that is itself still appearing says the last word for its children too.
    for controller in arriving where !isWithinAppearing(controller) { didAppear(controller) }
  }

  private func isWithinAppearing(_ controller: Int32) -> Bool {
    let superview = run.target("superview", of: run.target("view", of: controller))
    let owner = run.chain("superview", from: superview).lazy.compactMap { controllers.owners[$0] }
      .first
    return owner.map { controllers[$0].appearance } == .appearing
  }

  func removeFromSuperview(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "removeFromSuperview", in: frame) else { return }
    removeView(view(of: object))
  }

  /// Takes a view out, with the callbacks of the controllers in it.
  func removeView(_ view: Int32) {
    guard run.halt == nil, view >= 0 else { return }
    let leaving = controllers.owners[view].map { [$0] } ?? controllersShown(in: view)
    run.announce(.viewsLeave(leaving))
    guard isInWindow(view) else { return removeFromHierarchy(view) }
    for controller in leaving { willDisappear(controller) }
    removeFromHierarchy(view)
    leaveWindow(view)
    for controller in leaving { didDisappear(controller) }
  }

  /// Lays out what a view belongs to, when it is on screen.
  func layoutView(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "layout", in: frame) else { return }
    let views = run.chain("superview", from: view(of: object))
    guard let view = views.first(where: { controllers.owners[$0] != nil }),
      let controller = controllers.owners[view], isInWindow(view), !isLayingOut(controller)
    else { return }
    layOutSubviews(controller)
  }

  private func isLayingOut(_ controller: Int32) -> Bool {
    run.calls.contains { $0.object == controller && CallbackName.layout.contains($0.name) }
  }
}
