import LeakCheckGraph

/// What all containers share: taking controllers in, giving them up, swapping what is shown.
extension Simulation {
  /// What UIKit does in the initialiser of a class: navigation and tab bar controllers load their view (N4, T1).
  func initialize(_ object: Int32, first: Int32) {
    guard isSystemContainer(object) else { return }
    loadViewIfNeeded(object)
    if first >= 0, isKind(object, of: "UINavigationController") { adopt(first, in: object) }
  }

  /// Gives a container its first controller behind the initialiser.
  func adoptInitial(_ first: Int32, in object: Int32) {
    guard halt == nil else { return }
    if isKind(object, of: "UINavigationController") { return }
    if isKind(object, of: "UITabBarController") { return setTabs([first], of: object) }
    if isKind(object, of: "UIWindow") { return hold("rootViewController", of: object, first) }
    guard holdsControllers(object) else {
      return fail("\(types[heap.type(of: object)].name) takes no \"root\"", expected: "a container")
    }
    adopt(first, in: object)
  }

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

  func require(_ object: Int32, of type: String) -> Bool {
    if isKind(object, of: type) { return true }
    fail(
      "\(heap.label(of: object)) is a \(types[heap.type(of: object)].name)", expected: "a \(type)")
    return false
  }

  /// Takes a controller into a container's list, without callbacks.
  func adopt(_ child: Int32, in container: Int32) {
    guard requireController(child), requireParent(container, of: child) else { return }
    unmarkGone(child)
    hold("viewControllers", of: container, child, isListed: true)
    hold("parent", of: child, container, strength: .weak)
  }

  /// Takes a controller out of a container's list, without callbacks; somebody else must hold it.
  func giveUp(_ child: Int32, of container: Int32) {
    release("viewControllers", of: container, child)
    if held("parent", of: child) == container { release("parent", of: child) }
  }

  /// Replaces one shown controller by another inside a visible container, in the order of rule N1.
  func swap(_ old: Int32, for new: Int32, in container: Int32, appearsFirst: Bool = false) {
    let view = held("view", of: container)
    loadViewIfNeeded(new)
    if appearsFirst { willAppear(new) }
    if old >= 0 { willDisappear(old) }
    if !appearsFirst { willAppear(new) }
    insert(held("view", of: new), into: view)
    isAppearing(new)
    layOut(new)
    if old >= 0 { takeOut(held("view", of: old)) }
  }

  /// The controllers around and above a controller, the outermost one.
  func root(of controller: Int32) -> Int32 {
    var root = controller
    var parent = held("parent", of: root)
    while parent >= 0 {
      root = parent
      parent = held("parent", of: root)
    }
    return root
  }

  /// The controllers that a controller contains, shown or not.
  func childControllers(of controller: Int32) -> [Int32] {
    listed("viewControllers", of: controller) + listed("children", of: controller)
  }

  /// A controller with everything it contains and presents, from the top down.
  func controllerTree(of controller: Int32) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = []
    var stack = [controller]
    while let next = stack.popLast() {
      guard next >= 0, seen.insert(next).inserted else { continue }
      found.append(next)
      stack.append(held("presentedViewController", of: next))
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
      let view = held("view", of: member)
      if view >= 0, goneReasons[view] == nil { goneReasons[view] = reason }
    }
    for member in members { applyEnds(of: member) }
  }

  /// A controller that is taken in again is needed again.
  func unmarkGone(_ controller: Int32) {
    for member in controllerTree(of: controller) {
      goneReasons[member] = nil
      let view = held("view", of: member)
      if view >= 0 { goneReasons[view] = nil }
    }
  }

  /// The name of a container's class in reasons: the app's own word for it.
  func typeName(_ object: Int32) -> String { types[heap.type(of: object)].name }
}
