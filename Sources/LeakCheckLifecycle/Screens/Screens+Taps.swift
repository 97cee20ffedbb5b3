import LeakCheckGraph
import LeakCheckText

/// What users do with the screens that they see, whoever showed them.
extension Screens {
  /// Calls a method of the newest controller or view of a type on the screen; an alert over it is answered first.
  func tap(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let method = run.text(action, "tap"), let name = run.text(action, "of"),
      let object = objectOnScreen(name)
    else { return }
    if let local = run.text(action, "as") { run.setLocal(local, to: object, in: frame) }
    guard object >= 0 else { return }
    guard run.implementsMethod(method, object) || CallbackName.ofFrameworks.contains(method) else {
      return run.failNoMethod(method, of: object)
    }
    let arguments = run.arguments(of: action, in: frame)
    let alert = alert(over: controller(around: object))
    if alert >= 0 { dismiss(alert) }
    guard run.halt == nil, run.heap.isAlive(object) else { return }
    run.callMethod(method, of: object, handing: Handover(arguments: arguments), on: thread)
  }

  /// Runs the handlers of what the newest controller of a type offers on the screen, each once.
  func tapActions(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let name = run.text(action, "tapActions"), let object = objectOnScreen(name),
      object >= 0
    else { return }
    let controller = controller(around: object)
    let alert = alert(over: controller)
    var handlers = alert >= 0 ? run.targets("actions", of: alert).compactMap(handler) : []
    handlers += actionsOffered(by: controller).compactMap(handler)
    handlers.removeAll { !app.tapped.insert($0).inserted }
    // An alert lives until its handler has run, which may read its fields.
    let kept = alert >= 0 ? handlers + [alert] : handlers
    for object in kept { run.heap.retain(object) }
    frame.temporaries += kept
    if alert >= 0 { dismiss(alert) }
    for handler in handlers.reversed() where run.halt == nil { run.invoke(handler, on: thread) }
  }

  /// The newest object of a type that a user can reach, or -1; `nil` for a type that is not there, which ends the run.
  private func objectOnScreen(_ name: String) -> Int32? {
    guard let type = run.types.index(of: name) else {
      run.fail("unknown type \(Quotation.quoted(name))", expected: "a type of the file")
      return nil
    }
    run.groups.update(from: run.heap, run.types)
    return run.groups.newestAlive(.type(type), in: run.heap, where: isWithinReach)
  }

  /// Whether a user can reach a controller or a view: it is shown, and no screen of the program covers it.
  private func isWithinReach(_ object: Int32) -> Bool {
    let controller = controller(around: object)
    guard controller >= 0, controllers[controller].appearance == .shown else { return false }
    return presented(over: controller) < 0 || alert(over: controller) >= 0
  }

  /// The controller itself, or that of the view in whose hierarchy a view is; -1 if none is.
  private func controller(around object: Int32) -> Int32 {
    if run.isController(object) { return object }
    return run.chain("superview", from: object).compactMap { self.controllers.owners[$0] }.first
      ?? -1
  }

  /// The controller of a framework that is presented over another and has no screen of the program in it, or -1.
  private func alert(over controller: Int32) -> Int32 {
    let presented = presented(over: controller)
    guard presented >= 0 else { return -1 }
    let isOfProgram = controllerTree(of: presented).contains {
      run.types[run.heap.type(of: $0)].isDeclared
    }
    return isOfProgram ? -1 : presented
  }

  private func presented(over controller: Int32) -> Int32 {
    run.target("presentedViewController", of: root(of: controller))
  }

  // MARK: - Actions

  /// The `UIAction`s that hang on a controller's views, menus and bar items.
  ///
  /// - Complexity: O(references of these).
  private func actionsOffered(by controller: Int32) -> [Int32] {
    let action = run.types.framework("UIAction")
    var found: [Int32] = []
    var seen: Set<Int32> = [controller]
    var waiting = [controller]
    while let next = waiting.popLast() {
      if run.types.type(run.heap.type(of: next), is: action) { found.append(next) }
      for slot in run.heap.objects[Int(next)].slots.reversed()
      where slot.strength == .strong && offers(slot.target) && seen.insert(slot.target).inserted {
        waiting.append(slot.target)
      }
    }
    return found
  }

  /// Whether what an object has belongs to the screen: a view, or an object of a framework that is no controller.
  private func offers(_ object: Int32) -> Bool {
    guard object >= 0, run.heap.isAlive(object), !run.isController(object), !run.isWindow(object)
    else { return false }
    let type = run.types[run.heap.type(of: object)]
    return !type.isDeclared || type.kind == .view
  }

  private func handler(of action: Int32) -> Int32? {
    let handler = run.target("handler", of: action)
    return handler >= 0 ? handler : nil
  }
}
