import LeakCheckGraph

/// A custom container, which every controller can be: rules C1 to C5.
struct ChildContainer: Container {
  static let type = FrameworkType(
    "UIViewController", "UIResponder", .controller,
    weak: [
      "parent", "presentingViewController", "navigationController", "tabBarController",
      "splitViewController", "transitioningDelegate",
    ])
  static let showsOne = false

  let object: Int32
  unowned let run: Simulation

  /// `addChild`, which announces the new parent itself.
  func add(_ child: Int32) {
    run.heap.retain(child)
    let old = run.target("parent", of: child)
    if old >= 0, old != object { run.removeReference("children", of: old, child) }
    run.announce(.addsChild(child))
    run.unmarkGone(child)
    run.send("willMove", to: child)
    // Whatever that callback has moved meanwhile.
    guard run.screens.requireParent(object, of: child) else { return run.heap.release(child) }
    if old != object { run.setReference("children", of: object, child, isListed: true) }
    run.setReference("parent", of: child, object, strength: .weak)
    run.announce(.hasAddedChild(child))
    run.heap.release(child)
  }

  static func removeFromParent(_ child: Int32, of run: Simulation) {
    guard run.requireController(child) else { return }
    let parent = run.target("parent", of: child)
    guard parent >= 0 else { return }
    run.announce(.leavesParent(child))
    run.announce(.settles(child))
    run.heap.retain(child)
    run.removeReference("children", of: parent, child)
    ChildContainer(object: parent, run: run).remove(child)
    run.removeReference("parent", of: child)
    run.send("didMove", to: child)
    run.screens.controllers[child].announcedRemoval = false
    run.markGone(child, because: "removed from \(run.typeName(parent))")
    run.heap.release(child)
  }

  /// `transition(from:to:)`; with a newcomer that is no child yet, also the calls around it, as C1 orders them.
  private func transition(from: Int32, to: Int32) {
    let isWhole = run.target("parent", of: to) != object
    guard !isWhole || run.screens.requireOutside(object, of: to) else { return }
    run.heap.retain(from)
    if isWhole {
      run.send("willMove", to: from)
      run.screens.controllers[from].announcedRemoval = true
      add(to)
    }
    exchangeViews(from, to)
    if isWhole {
      Self.removeFromParent(from, of: run)
      run.announce(.saysDidMove(to, toNothing: false))
      run.send("didMove", to: to)
    }
    run.heap.release(from)
  }

  private func exchangeViews(_ from: Int32, _ to: Int32) {
    run.screens.loadViewIfNeeded(to)
    let superview = run.target("superview", of: run.target("view", of: from))
    let place = superview >= 0 ? superview : run.screens.view(of: object)
    guard run.screens.isInWindow(place) else {
      run.screens.insert(run.target("view", of: to), into: place)
      return run.screens.removeFromHierarchy(run.target("view", of: from))
    }
    run.screens.willDisappear(from)
    run.screens.willAppear(to)
    run.screens.insert(run.target("view", of: to), into: place)
    run.screens.isAppearing(to)
    run.screens.layOut(to)
    run.screens.removeFromHierarchy(run.target("view", of: from))
    run.screens.didDisappear(from)
    run.screens.didAppear(to)
  }
}

/// The words.
extension ChildContainer {
  static func add(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let child = run.object(action, "addChild", in: frame),
      let parent = run.object(action, "to", in: frame),
      run.requireController(child), run.requireController(parent),
      run.screens.requireOutside(parent, of: child)
    else { return }
    ChildContainer(object: parent, run: run).add(child)
  }

  static func willMove(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let child = run.object(action, "willMove", in: frame), run.requireController(child)
    else { return }
    let toNothing = isNull(action["to"])
    if toNothing { run.screens.controllers[child].announcedRemoval = true }
    run.announce(.saysWillMove(child, toNothing: toNothing))
    run.send("willMove", to: child)
  }

  static func didMove(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let child = run.object(action, "didMove", in: frame), run.requireController(child)
    else { return }
    run.announce(.saysDidMove(child, toNothing: isNull(action["to"])))
    run.send("didMove", to: child)
  }

  static func transition(_ action: Action, in frame: Frame, of run: Simulation) {
    guard let from = run.object(action, "transition.from", in: frame),
      let to = run.object(action, "transition.to", in: frame),
      let parent = run.object(action, "in", in: frame), run.requireController(from),
      run.requireController(to), run.requireController(parent)
    else { return }
    ChildContainer(object: parent, run: run).transition(from: from, to: to)
  }

  private static func isNull(_ operand: Operand?) -> Bool {
    if case .null? = operand { true } else { false }
  }
}
