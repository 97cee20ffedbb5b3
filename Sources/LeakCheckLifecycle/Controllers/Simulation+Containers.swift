import LeakCheckGraph

/// Which controllers are in which, and which of them should be gone.
extension Simulation {
  func requireController(_ object: Int32) -> Bool {
    if isController(object) { return true }
    fail("\(heap.label(of: object)) is no view controller")
    return false
  }

  /// Whether a controller may take another one in: itself, and what it is in, it may not.
  func requireOutside(_ container: Int32, of child: Int32) -> Bool {
    guard controllerTree(of: child).contains(container) else { return true }
    fail("a controller cannot be a child of itself or of its own child")
    return false
  }

  /// Ends the run: an object is of another class than the one that an action needs.
  func failNotOf(_ type: String, _ object: Int32) {
    fail("\(heap.label(of: object)) is a \(typeName(object))", expected: "a \(type)")
  }

  /// Whether an object is a window; else the run ends.
  func requireWindow(_ object: Int32) -> Bool {
    if isWindow(object) { return true }
    failNotOf("UIWindow", object)
    return false
  }

  /// The controllers around and above a controller, the outermost one.
  func root(of controller: Int32) -> Int32 {
    chain("parent", from: controller).reduce(controller) { $1 }
  }

  /// The controllers that a controller contains, shown or not.
  func childControllers(of controller: Int32) -> [Int32] {
    targets("viewControllers", of: controller) + targets("children", of: controller)
  }

  /// A controller with everything it contains and presents, from the top down.
  func controllerTree(of controller: Int32) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = []
    var stack = [controller]
    while let next = stack.popLast() {
      guard next >= 0, seen.insert(next).inserted else { continue }
      found.append(next)
      stack.append(target("presentedViewController", of: next))
      stack += childControllers(of: next).reversed()
    }
    return found
  }

  // MARK: - Expected gone

  /// From here on an object, and the controllers and views that are part of it, should be gone.
  func markGone(_ object: Int32, because reason: String) {
    guard halt == nil else { return }
    let members = isController(object) ? controllerTree(of: object) : [object]
    for member in members where heap.isAlive(member) {
      if goneReasons[member] == nil { goneReasons[member] = reason }
      let view = target("view", of: member)
      if view >= 0, goneReasons[view] == nil { goneReasons[view] = reason }
    }
    for member in members { applyEnds(of: member) }
  }

  /// A controller that is taken in again is needed again.
  func unmarkGone(_ controller: Int32) {
    for member in controllerTree(of: controller) {
      goneReasons[member] = nil
      let view = target("view", of: member)
      if view >= 0 { goneReasons[view] = nil }
    }
  }

  /// The name of a container's class in reasons: the app's own word for it.
  func typeName(_ object: Int32) -> String { types[heap.type(of: object)].name }
}
