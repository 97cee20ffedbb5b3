import LeakCheckGraph

/// Framework references between objects, kinds of objects, and which objects should be gone.
extension Simulation {
  func isController(_ object: Int32) -> Bool {
    object >= 0 && types[heap.type(of: object)].kind == .controller
  }

  /// Whether an object only stands for the value of a flag.
  func isFlag(_ object: Int32) -> Bool {
    object >= 0 && heap.type(of: object) == types.framework(FrameworkType.flag)
  }

  func isWindow(_ object: Int32) -> Bool {
    object >= 0 && types[heap.type(of: object)].kind == .window
  }

  /// A strong reference of UIKit's part of an object.
  func setReference(
    _ name: String, of holder: Int32, _ target: Int32, strength: Strength = .strong,
    isListed: Bool = false
  ) {
    let slot = SimulatedHeap.Slot(
      name: heap.symbol(name), target: target, strength: strength,
      kind: isListed ? .element : .property, isListed: isListed, isFramework: true, site: site)
    if isListed { heap.append(slot, to: holder) } else { heap.store(slot, in: holder) }
  }

  /// What UIKit's part of an object holds under a name, or -1.
  func target(_ name: String, of holder: Int32) -> Int32 {
    guard let slot = heap.read(heap.symbol(name), of: holder), heap.isAlive(slot.target) else {
      return -1
    }
    return slot.target
  }

  func targets(_ name: String, of holder: Int32) -> [Int32] {
    heap.slots(heap.symbol(name), of: holder).map(\.target)
  }

  /// The last of what is listed, or -1.
  func lastTarget(_ name: String, of holder: Int32) -> Int32 {
    heap.last(heap.symbol(name), of: holder)?.target ?? -1
  }

  /// How much is listed.
  func count(of name: String, in holder: Int32) -> Int {
    heap.count(of: heap.symbol(name), in: holder)
  }

  /// What stands at a position of what is listed, or -1.
  func target(_ name: String, at position: Int, of holder: Int32) -> Int32 {
    heap.slot(heap.symbol(name), at: position, of: holder)?.target ?? -1
  }

  /// At what position of what is listed a target stands.
  func position(of target: Int32, among name: String, of holder: Int32) -> Int? {
    heap.position(of: target, among: heap.symbol(name), of: holder)
  }

  func removeReference(_ name: String, of holder: Int32, _ target: Int32? = nil) {
    let symbol = heap.symbol(name)
    heap.remove(from: holder, target.map { .target($0) } ?? .name(symbol)) { $0.name == symbol }
  }

  /// An object, what a relation leads to from it, and so on to the end.
  func chain(_ relation: String, from object: Int32) -> some Sequence<Int32> {
    sequence(first: object) { [unowned self] in target(relation, of: $0) }
      .lazy.prefix { $0 >= 0 }
  }

  /// The name of a container's class in reasons: the app's own word for it.
  func typeName(_ object: Int32) -> String { types[heap.type(of: object)].name }

  /// The properties of views, windows and controllers that only UIKit sets.
  private static let relations: Set<String> = [
    "superview", "subviews", "parent", "children", "viewControllers", "presentedViewController",
    "presentedViewControllers", "presentingViewController",
  ]

  /// Whether the app may store in a property, or take something out of it; else the run ends.
  func requireOwn(_ property: String, of holder: Int32) -> Bool {
    guard Self.relations.contains(property),
      [.controller, .view, .window].contains(types[heap.type(of: holder)].kind)
    else { return true }
    fail(
      "only UIKit sets \(property) of \(heap.label(of: holder))",
      expected: "an action that moves views or controllers, such as \"addSubview\" or \"push\"")
    return false
  }

  func requireController(_ object: Int32) -> Bool {
    if isController(object) { return true }
    // The class in a source is one, but it may be declared elsewhere.
    let label = heap.label(of: object)
    fail(
      isOfSource
        ? "nothing says that \(label) is a view controller" : "\(label) is not a view controller")
    return false
  }

  /// Ends the run: an object is of another class than the one that an action needs.
  func failNotOf(_ type: String, _ object: Int32) {
    fail("\(heap.label(of: object)) is a \(typeName(object))", expected: "a \(type)")
  }

  /// From here on an object, and the controllers and views that are part of it, should be gone.
  func markGone(_ object: Int32, because reason: String) {
    guard halt == nil else { return }
    let members = isController(object) ? screens.controllerTree(of: object) : [object]
    for member in members where heap.isAlive(member) {
      if goneReasons[member] == nil { goneReasons[member] = reason }
      let view = target("view", of: member)
      if view >= 0, goneReasons[view] == nil { goneReasons[view] = reason }
    }
    for member in members { applyEnds(of: member) }
  }

  /// A controller that is taken in again is needed again.
  func unmarkGone(_ controller: Int32) {
    for member in screens.controllerTree(of: controller) {
      goneReasons[member] = nil
      let view = target("view", of: member)
      if view >= 0 { goneReasons[view] = nil }
    }
  }
}
