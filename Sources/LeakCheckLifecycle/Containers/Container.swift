import LeakCheckGraph

/// The behavior of a container class.
///
/// A value stands for one such controller of a run. What is said here holds where a class says nothing else.
protocol Container: SendableMetatype {
  /// The class, as scenarios name it, and which of its properties are weak.
  static var type: FrameworkType { get }
  /// The property by which a controller inside finds its container, or `nil`.
  static var childProperty: String? { get }
  /// Whether the class loads its view in its initialiser (N4, T1), forwards appearance itself, and has finished before
  /// its children have (N5, T2).
  static var isAheadOfChildren: Bool { get }
  /// Whether the class shows one of the controllers in `viewControllers`; others show what the app puts into their view.
  static var showsOne: Bool { get }
  /// The initialiser, as `#function` prints it.
  static func initializer(hasFirst: Bool) -> String

  init(object: Int32, run: Simulation)
  var object: Int32 { get }
  var run: Simulation { get }

  /// The controller that the container shows, or -1.
  var shownChild: Int32 { get }
  /// Takes its first controller inside the initialiser; false where it does so behind it.
  func takesInInitializer(_ first: Int32) -> Bool
  /// Takes its first controller behind the initialiser.
  func takeFirst(_ first: Int32)
  /// Replaces the controllers inside, in the order in which `setViewControllers` gives them.
  func setControllers(_ new: [Int32])
}

extension Container {
  static var childProperty: String? { nil }
  static var isAheadOfChildren: Bool { false }
  static var showsOne: Bool { true }
  static func initializer(hasFirst: Bool) -> String { "init()" }

  var shownChild: Int32 { run.lastTarget("viewControllers", of: object) }
  func takesInInitializer(_ first: Int32) -> Bool { false }
  func takeFirst(_ first: Int32) { append(first) }
  func setControllers(_ new: [Int32]) {
    run.failNotOf(NavigationContainer.type.name, object)
  }

  /// The controllers inside, shown or not.
  var children: [Int32] { run.targets("viewControllers", of: object) }
  /// How many controllers are inside; like what follows, without a look at all of them.
  var childCount: Int { run.count(of: "viewControllers", in: object) }
  /// The controller at a position, or -1.
  func child(at position: Int) -> Int32 { run.target("viewControllers", at: position, of: object) }
  /// The position of a controller, or `nil` where it is not inside.
  func position(of child: Int32) -> Int? {
    run.position(of: child, among: "viewControllers", of: object)
  }

  var isShown: Bool { run.screens.controllers[object].appearance == .shown }

  /// Takes a controller into the list, without callbacks.
  func append(_ child: Int32) {
    guard run.requireController(child), run.screens.requireParent(object, of: child) else { return }
    run.unmarkGone(child)
    run.setReference("viewControllers", of: object, child, isListed: true)
    run.setReference("parent", of: child, object, strength: .weak)
  }

  /// Takes a controller out of the list, without callbacks; somebody else must hold it.
  func remove(_ child: Int32) {
    run.removeReference("viewControllers", of: object, child)
    if run.target("parent", of: child) == object { run.removeReference("parent", of: child) }
  }

  /// Tells controllers that were taken out, and expects them to go.
  func dismissRemoved(_ removed: [Int32], because reason: String) {
    for controller in removed {
      remove(controller)
      run.send("didMove", to: controller)
      run.markGone(controller, because: "\(reason) \(run.typeName(object))")
    }
  }

  /// Replaces one shown controller by another where the container is visible, in the order of rule N1.
  func exchange(_ old: Int32, for new: Int32, appearsFirst: Bool = false) {
    let view = run.target("view", of: object)
    run.screens.loadViewIfNeeded(new)
    if appearsFirst { run.screens.willAppear(new) }
    if old >= 0 { run.screens.willDisappear(old) }
    if !appearsFirst { run.screens.willAppear(new) }
    run.screens.insert(run.target("view", of: new), into: view)
    run.screens.isAppearing(new)
    run.screens.layOut(new)
    if old >= 0 { run.screens.removeFromHierarchy(run.target("view", of: old)) }
  }

  /// Puts the view of the shown child into the container, before both appear.
  func showChild() {
    guard Self.showsOne else { return }
    var child = shownChild
    while child >= 0 {
      run.screens.loadViewIfNeeded(child)
      let now = shownChild
      if now == child { break }
      child = now
    }
    guard child >= 0, run.halt == nil else { return }
    let view = run.target("view", of: object)
    for other in run.screens.controllersShown(in: view) where other != child {
      run.screens.removeFromHierarchy(run.target("view", of: other))
    }
    run.screens.insert(run.target("view", of: child), into: view)
  }

  /// Takes back an appearance of a controller inside that was cancelled, and lets the one before appear again.
  func cancel(_ new: Int32, returningTo old: Int32) {
    run.screens.insert(run.target("view", of: new), into: run.target("view", of: object))
    run.screens.cancelAppearance(of: new)
    run.screens.removeFromHierarchy(run.target("view", of: new))
    guard old >= 0 else { return }
    run.screens.controllers[old].appearance = .hidden
    run.screens.willAppear(old)
    run.screens.didAppear(old)
  }
}

extension Simulation {
  /// The container that a controller is, or `nil` for other objects.
  func container(of object: Int32) -> (any Container)? {
    guard object >= 0 else { return nil }
    return types.container(of: heap.type(of: object))?.init(object: object, run: self)
  }

  /// The container of a class that an object must be; else the run ends.
  func require<Class: Container>(_ object: Int32, _ type: Class.Type) -> Class? {
    if let container = container(of: object) as? Class { return container }
    failNotOf(type.type.name, object)
    return nil
  }

  /// What UIKit does in the initialiser of a class.
  func initialize(_ object: Int32, first: Int32) {
    guard let container = container(of: object), type(of: container).isAheadOfChildren else {
      return
    }
    screens.loadViewIfNeeded(object)
    if first >= 0, container.takesInInitializer(first) { container.append(first) }
  }

  /// Gives a container its first controller behind the initialiser.
  func takeFirst(_ first: Int32, in object: Int32) {
    guard halt == nil else { return }
    if isWindow(object) { return setReference("rootViewController", of: object, first) }
    guard let container = container(of: object), type(of: container).showsOne else {
      return fail("\(typeName(object)) takes no \"root\"", expected: "a container")
    }
    if !container.takesInInitializer(first) { container.takeFirst(first) }
  }
}

extension [Int32] {
  /// The controllers that are not in another list.
  func without(_ others: [Int32]) -> [Int32] {
    let others = Set(others)
    return filter { !others.contains($0) }
  }
}
