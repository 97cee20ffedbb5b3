import LeakCheckGraph

/// The trees of controllers, and which controllers should be gone.
extension Screens {
  /// Whether a controller may take another one in: itself, and what it is in, it may not.
  func requireOutside(_ container: Int32, of child: Int32) -> Bool {
    guard controllerTree(of: child).contains(container) else { return true }
    run.fail("a controller cannot be a child of itself or of its own child")
    return false
  }

  /// Whether an object is a window; else the run ends.
  func requireWindow(_ object: Int32) -> Bool {
    if run.isWindow(object) { return true }
    run.failNotOf("UIWindow", object)
    return false
  }

  /// The controllers around and above a controller, the outermost one.
  func root(of controller: Int32) -> Int32 {
    run.chain("parent", from: controller).reduce(controller) { $1 }
  }

  /// The controllers that a controller contains, shown or not.
  func childControllers(of controller: Int32) -> [Int32] {
    run.targets("viewControllers", of: controller) + run.targets("children", of: controller)
  }

  /// A controller with everything it contains and presents, from the top down.
  func controllerTree(of controller: Int32) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = []
    var stack = [controller]
    while let next = stack.popLast() {
      guard next >= 0, seen.insert(next).inserted else { continue }
      found.append(next)
      stack.append(run.target("presentedViewController", of: next))
      stack += childControllers(of: next).reversed()
    }
    return found
  }

}
