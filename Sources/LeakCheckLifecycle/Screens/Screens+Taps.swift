import LeakCheckText

/// What users do with the screens that they see, whoever showed them.
extension Screens {
  /// Calls a method of the newest controller or view of a type on the screen; an alert over it is answered first.
  func tap(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let method = run.text(action, "tap"), let name = run.text(action, "of") else { return }
    guard let type = run.types.index(of: name) else {
      return run.fail(
        "unknown type \(Quotation.quoted(name))", expected: "a type of the file")
    }
    run.groups.update(from: run.heap, run.types)
    let object = run.groups.newestAlive(.type(type), in: run.heap, where: isWithinReach)
    guard object >= 0 else { return }
    let arguments = run.arguments(of: action, in: frame)
    let alert = alert(over: controller(around: object))
    if alert >= 0 { dismiss(alert) }
    guard run.halt == nil, run.heap.isAlive(object) else { return }
    run.callMethod(method, of: object, handing: Handover(arguments: arguments), on: thread)
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

  /// The controller of a framework's own class that is presented over another, or -1.
  private func alert(over controller: Int32) -> Int32 {
    let presented = presented(over: controller)
    guard presented >= 0, !run.types[run.heap.type(of: presented)].isDeclared else { return -1 }
    return presented
  }

  private func presented(over controller: Int32) -> Int32 {
    run.target("presentedViewController", of: root(of: controller))
  }
}
