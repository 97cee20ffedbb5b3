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

/// UIKit's relations of views and controllers, which are acyclic, so that every walk along them ends.
extension Screens {
  /// Whether a relation of one object each may lead from one to another: not where it leads back from there.
  ///
  /// - Complexity: O(objects on the way).
  private func mayLead(_ relation: String, from object: Int32, to target: Int32) -> Bool {
    !run.chain(relation, from: target).contains(object)
  }

  /// Puts a view into another, which knows it as well.
  func setSuperview(_ superview: Int32, of view: Int32) {
    guard mayLead("superview", from: view, to: superview) else {
      return run.fail("a view cannot be added to itself or to a view that is in it")
    }
    let old = run.target("superview", of: view)
    if old >= 0 { run.removeReference("subviews", of: old, view) }
    run.setReference("subviews", of: superview, view, isListed: true)
    run.setReference("superview", of: view, superview, strength: .weak)
  }

  /// Whether a controller may be in another one, directly or not; else the run ends.
  func requireParent(_ parent: Int32, of child: Int32) -> Bool {
    if mayLead("parent", from: child, to: parent) { return true }
    run.fail("a controller cannot be a child of itself or of its own child")
    return false
  }

  /// Whether a controller may be presented over another one, directly or not; else the run ends.
  func requirePresenter(_ presenter: Int32, of controller: Int32) -> Bool {
    if mayLead("presentedViewController", from: presenter, to: controller) { return true }
    run.fail(
      "\(run.heap.label(of: controller)) presents \(run.heap.label(of: presenter)) already",
      expected: "a controller that is not presented: UIKit throws an exception")
    return false
  }

  /// Callbacks pass through nested controllers by recursion, which must end before the stack does.
  static let deepestNesting = 500

  func failNesting() { run.fail("views and controllers nest over \(Self.deepestNesting) deep") }

  /// Goes one controller deeper.
  func nested(_ body: () -> Void) {
    guard controllers.nesting < Self.deepestNesting else { return failNesting() }
    controllers.nesting += 1
    body()
    controllers.nesting -= 1
  }
}
