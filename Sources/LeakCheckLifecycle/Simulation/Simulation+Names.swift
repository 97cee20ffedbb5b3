import LeakCheckGraph
import LeakCheckText

/// The objects that the program holds to its end: singletons, statics, objects held by frameworks.
struct Roots {
  var objects: [String: Int32] = [:]
  /// Why each is there, in words.
  var reasons: [Int32: String] = [:]
}

/// The resolution of names and places to objects.
extension Simulation {
  /// The object at a place, or -1 for null; a name that is not there ends the run.
  func object(_ place: Place, in frame: Frame) -> Int32 {
    var object = head(of: place, in: frame)
    for (position, property) in place.path.enumerated() where halt == nil {
      guard object >= 0 else { break }
      announceRead(of: property, on: object, isLast: position == place.path.count - 1)
      object = value(of: property, of: object)
    }
    note(object)
    return halt == nil ? object : -1
  }

  /// The object at an operand, which must be there: null ends the action with a note.
  func object(_ action: Action, _ key: String, in frame: Frame) -> Int32? {
    guard case .place(let place)? = action[key] else { return nil }
    let object = object(place, in: frame)
    return object >= 0 ? object : nil
  }

  /// The object that an action is about, held to the action's end.
  func subject(of action: Action, in frame: Frame) -> Int32? {
    guard let object = object(action, action.word.key, in: frame) else { return nil }
    heap.retain(object)
    frame.temporaries.append(object)
    return object
  }

  func place(_ action: Action, _ key: String) -> Place? {
    if case .place(let place)? = action[key] { place } else { nil }
  }

  func text(_ action: Action, _ key: String) -> String? {
    if case .text(let text)? = action[key] { text } else { nil }
  }

  func number(_ action: Action, _ key: String) -> Double? {
    if case .number(let number)? = action[key] { number } else { nil }
  }

  func truth(_ action: Action, _ key: String) -> Bool {
    if case .truth(let truth)? = action[key] { truth } else { false }
  }

  private func head(of place: Place, in frame: Frame) -> Int32 {
    switch place.head {
    case .shared(let name): return root(name)
    case .global(let name):
      let root = global(name)
      let stored = heap.read(heap.symbol("value"), of: root)
      return stored.map { $0.target } ?? root
    case .name(let name):
      if let variable = frame.variable(name) { return read(variable, in: frame) }
      // A window on screen is known by its name, also where the local that made it is out of scope.
      if let window = screens.app.windows.first(where: {
        heap.isAlive($0) && heap.label(of: $0) == name
      }) {
        return window
      }
      failUnknown(name, in: frame)
      return -1
    }
  }

  /// What a variable holds now: a weak one nothing once its target goes; an unowned one traps then.
  private func read(_ variable: Variable, in frame: Frame) -> Int32 {
    guard variable.target >= 0, !heap.isAlive(variable.target) else { return variable.target }
    switch variable.strength {
    case .strong: return heap.isFreed(variable.target) ? -1 : variable.target
    case .weak: return -1
    case .unowned, .unmanaged:
      let slot = SimulatedHeap.Slot(
        name: heap.symbol(LocalName.shown(variable.name)), target: variable.target,
        strength: .unowned)
      trap(slot, of: frame.enclosingClosure)
      return -1
    }
  }

  func failUnknown(_ name: String, in frame: Frame) {
    if let gone = dropped[name] {
      let place = sitePlace(gone.site)
      let end = place.map { " at \($0.words)" } ?? ""
      return fail(
        "\(Quotation.quoted(name)) was dropped\(end)", expected: "a name that is there")
    }
    var names: [String] = []
    var next: Frame? = frame
    while let frame = next {
      names += frame.variables.map(\.name).filter { !$0.isEmpty }
      next = frame.outer
    }
    fail(
      "there is no \(Quotation.quoted(name)) here",
      expected: name == "self"
        ? "a name: the steps have no self" : "a local, or a dotted property of one",
      suggestion: NearestWord.nearest(to: name, among: names + types.names))
  }

  // MARK: - Properties

  /// What a property holds, or -1.
  func value(of property: String, of object: Int32) -> Int32 {
    if let found = frameworkValue(of: property, of: object) { return found }
    guard let slot = heap.read(heap.symbol(property), of: object), slot.target >= 0 else {
      return -1
    }
    if heap.isAlive(slot.target) { return slot.target }
    switch slot.strength {
    case .strong, .weak: return -1
    case .unowned, .unmanaged:
      trap(slot, of: object)
      return -1
    }
  }

  /// What a place that begins with `self` holds, without any side effect.
  func heldThing(at place: Place, of object: Int32) -> Int32 {
    var next = object
    for property in place.path {
      guard next >= 0 else { return -1 }
      next = target(property, of: next)
    }
    return next
  }

  private func frameworkValue(of property: String, of object: Int32) -> Int32? {
    let type = types[heap.type(of: object)]
    if type.kind == .controller { return screens.controllerValue(of: property, of: object) }
    if type.kind == .view || type.kind == .window, property == "window" {
      return screens.window(of: object)
    }
    return nil
  }

  /// A target, and the method that it gets: named by itself, or as the end of the target's place.
  func receiver(
    _ action: Action, _ key: String, selector: String, in frame: Frame
  ) -> (object: Int32, selector: String?) {
    guard let place = place(action, key) else { return (-1, nil) }
    if let method = place.path.last {
      let receiver = object(place.parent, in: frame)
      if receiver >= 0, implementsMethod(method, receiver) { return (receiver, method) }
    }
    let target = object(place, in: frame)
    let method = text(action, selector)
    if let method, target >= 0, !implementsMethod(method, target) {
      failNoMethod(method, of: target)
    }
    return (target, method)
  }

  /// Stores what an action made where its `in` says.
  func storeResult(_ object: Int32, of action: Action, in frame: Frame, isListed: Bool = false) {
    guard halt == nil, let place = place(action, "in") else { return }
    store(object, at: place, in: frame, isListed: isListed)
  }

  /// Stores an object in a place; an object on the way that is null makes it nothing, as `?.` does.
  func store(_ target: Int32, at place: Place, in frame: Frame, isListed: Bool = false) {
    guard !place.path.isEmpty else { return storeHead(target, place, in: frame, isListed) }
    let holder = object(place.parent, in: frame)
    guard halt == nil, holder >= 0, let property = place.path.last else { return }
    guard requireOwn(property, of: holder) else { return }
    if !isListed, screens.storeFramework(target, property, in: holder) { return }
    announceCall(of: property, on: holder)
    let slot = slot(property, target: target, of: holder, isListed: isListed)
    if isListed { heap.append(slot, to: holder) } else { heap.store(slot, in: holder) }
    notifications.changed(property, of: holder)
  }

  /// The reference that a property of an object is.
  func slot(
    _ property: String, target: Int32, of holder: Int32, isListed: Bool = false
  ) -> SimulatedHeap.Slot {
    let type = heap.type(of: holder)
    var strength = types.strength(of: property, in: type)
    if !settings.weakProperties.isEmpty {
      let declaring = types.supertype(declaring: property, of: type) ?? declarer(of: holder)
      if settings.weakProperties.contains(.init(type: declaring, name: property)) {
        strength = .weak
      }
    }
    return SimulatedHeap.Slot(
      name: heap.symbol(property), target: target, strength: strength,
      kind: isListed ? .element : .property, isListed: isListed, site: site)
  }

  /// The type that declares the properties of an object: a global, which has none, stands for itself.
  func declarer(of object: Int32) -> String {
    let type = types[heap.type(of: object)]
    guard !type.isDeclared, let reason = roots.reasons[object] else { return type.name }
    return reason
  }

  private func storeHead(_ target: Int32, _ place: Place, in frame: Frame, _ isListed: Bool) {
    switch place.head {
    case .name(let name):
      if isListed { return fail("a local cannot list objects", expected: "a property") }
      setLocal(name, to: target, in: frame)
    case .global(let name):
      let root = global(name)
      let slot = slot(
        isListed ? "elements" : "value", target: target, of: root, isListed: isListed)
      if isListed { heap.append(slot, to: root) } else { heap.store(slot, in: root) }
    case .shared(let name): fail("\(name) cannot be set")
    }
  }

  /// Gives a local an object; a name that is there already lets its old one go.
  func setLocal(_ name: String, to target: Int32, in frame: Frame) {
    heap.retain(target)
    if let (owner, index) = frame.slot(name) {
      let old = owner.variables[index]
      owner.variables[index] = Variable(
        name: name, target: target, strength: .strong, isRetained: true)
      if old.isRetained { heap.release(old.target) }
    } else {
      frame.variables.append(
        Variable(name: name, target: target, strength: .strong, isRetained: true))
    }
    if frame === steps { dropped[name] = nil }
  }

  func drop(_ place: Place, in frame: Frame) {
    guard let name = place.name, place.path.isEmpty else {
      return fail("only a local can be dropped", expected: "a name without dots")
    }
    guard let (owner, index) = frame.slot(name) else { return failUnknown(name, in: frame) }
    let variable = owner.removeVariable(at: index)
    dropped[name] = (variable.target, site)
    if variable.isRetained { heap.release(variable.target) }
  }

  // MARK: - Roots

  /// A root of the program, such as the run loop.
  func root(_ name: String) -> Int32 {
    if let known = roots.objects[name] { return known }
    let words: [String: (type: String, reason: String)] = [
      "NotificationCenter.default": ("NotificationCenter", "default notification centre"),
      "RunLoop.main": ("RunLoop", "main run loop"),
      "UIApplication.shared": ("UIApplication", "shared application"),
      "DispatchQueue.main": ("DispatchQueue", "main queue"),
      "Task.executor": ("Executor", "running tasks"),
      "URLSession.shared": ("URLSession", "shared session"),
      "URLSession.loader": ("URLLoadingSystem", "sessions that are not invalidated"),
    ]
    let (type, reason) = words[name] ?? ("NSObject", name)
    return makeRoot(name, type: types.framework(type), key: name, reason: reason)
  }

  func global(_ name: String) -> Int32 {
    let key = "global.\(name)"
    if let known = roots.objects[key] { return known }
    return makeRoot(name, type: types.index(of: name) ?? 0, key: key, reason: "global \(name)")
  }

  /// The name of the global that an object is.
  func nameOfGlobal(_ object: Int32) -> String? {
    guard let reason = roots.reasons[object] else { return nil }
    let name = heap.text(heap.objects[Int(object)].hint)
    return reason == "global \(name)" ? name : nil
  }

  /// The variable of a source that a global stands for.
  func variable(of object: Int32) -> GlobalVariable? {
    let variables = program.scenario.variables
    return variables.isEmpty ? nil : nameOfGlobal(object).flatMap { variables[$0] }
  }

  /// The name of a slot as the source has it: that of the variable, where the holder stands for one.
  func name(of slot: SimulatedHeap.Slot, in holder: Int32) -> String {
    variable(of: holder)?.name ?? heap.text(slot.name)
  }

  private func makeRoot(_ hint: String, type: Int32, key: String, reason: String) -> Int32 {
    let object = heap.allocate(type: type, hint: hint, site: 0)
    heap.retain(object)
    roots.objects[key] = object
    roots.reasons[object] = reason
    return object
  }

  // MARK: - Values

  /// The object of a value, or -1; a new one is a temporary of the frame.
  func evaluate(_ value: Value, in frame: Frame) -> Int32 {
    switch value {
    case .null: return -1
    case .place(let place): return object(place, in: frame)
    case .closure(let literal):
      let closure = makeClosure(literal, in: frame)
      if literal.isEscaping { return closure }
      // A closure that does not escape is called where it is handed over, and nobody can keep it.
      invoke(closure)
      return -1
    case .method(let place): return makeBoundMethod(place, in: frame)
    case .copy(let place): return copy(of: object(place, in: frame), in: frame)
    case .weakBox(let place):
      let target = object(place, in: frame)
      let box = make("WeakBox", hint: "weakBox", in: frame)
      let slot = SimulatedHeap.Slot(
        name: heap.symbol("value"), target: target, strength: .weak, site: site)
      heap.store(slot, in: box)
      return box
    }
  }

  /// The object of a value operand.
  func value(_ action: Action, _ key: String, in frame: Frame) -> Int32 {
    guard case .value(let value)? = action[key] else { return -1 }
    return evaluate(value, in: frame)
  }

  /// A new object that the frame holds to the end of the action.
  func make(_ type: String, hint: String, in frame: Frame) -> Int32 {
    let object = heap.allocate(type: types.framework(type), hint: hint, site: site)
    heap.retain(object)
    frame.temporaries.append(object)
    return object
  }
}
