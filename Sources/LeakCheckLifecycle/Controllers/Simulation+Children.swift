import LeakCheckGraph

/// Custom containers: rules C1 to C5.
extension Simulation {
  func addChild(_ action: Action, in frame: Frame) {
    guard let child = object(action, "addChild", in: frame),
      let parent = object(action, "to", in: frame),
      requireController(child), requireController(parent), requireOutside(parent, of: child)
    else { return }
    addChild(child, to: parent)
  }

  private func addChild(_ child: Int32, to parent: Int32) {
    heap.pin(child)
    let old = held("parent", of: child)
    if old >= 0, old != parent { release("children", of: old, child) }
    announce(.addsChild(child))
    unmarkGone(child)
    send("willMove", to: child)
    // Whatever that callback has moved meanwhile.
    guard requireParent(parent, of: child) else { return heap.unpin(child) }
    if old != parent { hold("children", of: parent, child, isListed: true) }
    hold("parent", of: child, parent, strength: .weak)
    announce(.hasAddedChild(child))
    heap.unpin(child)
  }

  func willMove(_ action: Action, in frame: Frame) {
    guard let child = object(action, "willMove", in: frame), requireController(child) else {
      return
    }
    let toNothing = isNull(action["to"])
    if toNothing { controllers[child].announcedRemoval = true }
    announce(.saysWillMove(child, toNothing: toNothing))
    send("willMove", to: child)
  }

  func didMove(_ action: Action, in frame: Frame) {
    guard let child = object(action, "didMove", in: frame), requireController(child) else {
      return
    }
    announce(.saysDidMove(child, toNothing: isNull(action["to"])))
    send("didMove", to: child)
  }

  private func isNull(_ operand: Operand?) -> Bool {
    if case .null? = operand { true } else { false }
  }

  func removeFromParent(_ child: Int32) {
    guard requireController(child) else { return }
    let parent = held("parent", of: child)
    guard parent >= 0 else { return }
    announce(.leavesParent(child))
    announce(.settles(child))
    heap.pin(child)
    release("children", of: parent, child)
    giveUp(child, of: parent)
    release("parent", of: child)
    send("didMove", to: child)
    controllers[child].announcedRemoval = false
    markGone(child, because: "removed from \(typeName(parent))")
    heap.unpin(child)
  }

  /// `transition(from:to:)`; with a newcomer that is no child yet, also the calls around it, as C1 orders them.
  func transition(_ action: Action, in frame: Frame) {
    guard let from = object(action, "transition.from", in: frame),
      let to = object(action, "transition.to", in: frame),
      let parent = object(action, "in", in: frame),
      requireController(from), requireController(to), requireController(parent)
    else { return }
    let isWhole = held("parent", of: to) != parent
    guard !isWhole || requireOutside(parent, of: to) else { return }
    heap.pin(from)
    if isWhole {
      send("willMove", to: from)
      controllers[from].announcedRemoval = true
      addChild(to, to: parent)
    }
    exchangeViews(from, to, in: parent)
    if isWhole {
      removeFromParent(from)
      announce(.saysDidMove(to, toNothing: false))
      send("didMove", to: to)
    }
    heap.unpin(from)
  }

  private func exchangeViews(_ from: Int32, _ to: Int32, in parent: Int32) {
    loadViewIfNeeded(to)
    let superview = held("superview", of: held("view", of: from))
    let place = superview >= 0 ? superview : view(of: parent)
    guard isInWindow(place) else {
      insert(held("view", of: to), into: place)
      return takeOut(held("view", of: from))
    }
    willDisappear(from)
    willAppear(to)
    insert(held("view", of: to), into: place)
    isAppearing(to)
    layOut(to)
    takeOut(held("view", of: from))
    didDisappear(from)
    didAppear(to)
  }
}
