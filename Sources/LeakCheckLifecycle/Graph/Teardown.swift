import LeakCheckGraph

/// The teardowns of a type: the references that its callbacks end.
enum Teardown {
  /// The caller of the ending event.
  enum Caller: CaseIterable {
    case disappearance
    case deinitializer

    var callbacks: [String] {
      switch self {
      case .disappearance: ["viewWillDisappear", "viewDidDisappear"]
      case .deinitializer: ["deinit"]
      }
    }
  }
}

/// The actions of teardowns by type, with those of the methods that they call on `self`.
struct Teardowns {
  private let types: TypeTable
  private var known: [String: [Action]] = [:]

  init(_ types: TypeTable) { self.types = types }

  mutating func actions(of type: Int32, by caller: Teardown.Caller) -> [Action] {
    let key = "\(type) \(caller)"
    if let actions = known[key] { return actions }
    var found: [Action] = []
    var seen: Set<String> = []
    var waiting = caller.callbacks.map { (callback: $0, arguments: [Value]()) }
    while let (callback, arguments) = waiting.popLast() {
      guard seen.insert(callback).inserted else { continue }
      var locals = TeardownLocals(arguments: arguments)
      for action in Self.flat(types.chain(of: callback, in: type).joined()) {
        found.append(locals.resolved(action))
        if action.word == .object(.call), case .place(let place)? = action["call"],
          place.name == "self",
          place.path.count == 1
        {
          let given: [Value] = if case .values(let values)? = action["with"] { values } else { [] }
          waiting.append((place.path[0], given))
        }
      }
    }
    known[key] = found
    return found
  }

  /// Actions with those of the loops among them, in their order.
  static func flat(_ actions: some Sequence<Action>) -> [Action] {
    var flat: [Action] = []
    var open = Array(actions.reversed())
    while let action = open.popLast() {
      flat.append(action)
      if action.word == .body(.each) || action.word == .body(.whileThere),
        case .actions(let inner)? = action["do"]
      {
        open += inner.reversed()
      }
    }
    return flat
  }
}

/// The locals of a teardown that represent properties, as in `if let token` or a loop over tokens.
private struct TeardownLocals {
  private var places: [String: Place] = [:]
  /// What the caller hands over.
  private let arguments: [Value]

  init(arguments: [Value]) { self.arguments = arguments }

  /// An action with the property in place of the local, where the action ends what both are; what becomes of the local
  /// itself is not the property's.
  mutating func resolved(_ action: Action) -> Action {
    note(action)
    var action = action
    let ends: [Word] = [
      .time(.invalidate), .observation(.unobserve), .task(.cancel), .session(.finishSession),
    ]
    for index in action.operands.indices {
      guard case .place(let place) = action.operands[index].operand,
        ends.contains(action.word) || !place.path.isEmpty
      else { continue }
      action.operands[index].operand = .place(resolved(place))
    }
    return action
  }

  private func resolved(_ place: Place) -> Place {
    guard let name = place.name, let known = places[name] else { return place }
    return Place(head: known.head, path: known.path + place.path)
  }

  private mutating func note(_ action: Action) {
    if case .names(let names)? = action["parameters"] {
      for case (let name, .place(let place)) in zip(names, arguments) {
        if case .global = place.head { places[name] = place }
      }
    }
    switch (action.word, action[action.word.key], action["to"], action["as"]) {
    case (.object(.set), .place(let local)?, let value, _):
      guard let name = local.name, local.path.isEmpty else { return }
      places[name] = if case .value(.place(let source))? = value { resolved(source) } else { nil }
    case (.body(.each), .place(let list)?, _, .text(let name)?):
      places[name] = resolved(list)
    default: return
    }
  }
}

/// The references that a teardown would end if it can still run.
struct ExpectedEnds {
  struct Slot: Hashable {
    var holder: Int32
    var name: Int32
    /// The one target that is taken out, or -1 for all of the name.
    var target: Int32 = -1
  }

  enum Caller {
    case inTeardown
    case inDeinit(of: Int32)
  }

  private(set) var registrations: [Int32: Caller] = [:]
  private(set) var slots: [Slot: Caller] = [:]
  /// The method that ends a reference, where its object has one for that.
  private(set) var methods: [Slot: String] = [:]

  mutating func add(_ caller: Caller, toRegistration index: Int32) {
    if case .inTeardown? = registrations[index] { return }
    registrations[index] = caller
  }

  mutating func add(_ caller: Caller, to slot: Slot) {
    if case .inTeardown? = slots[slot] { return }
    slots[slot] = caller
  }

  /// Takes in what a method of another object ends.
  mutating func add(_ ends: ExpectedEnds, by method: String) {
    for (index, caller) in ends.registrations { add(caller, toRegistration: index) }
    for (slot, caller) in ends.slots {
      add(caller, to: slot)
      methods[slot] = method
    }
  }

  func method(ending slot: SimulatedHeap.Slot, in holder: Int32) -> String? {
    methods[Slot(holder: holder, name: slot.name)]
      ?? methods[Slot(holder: holder, name: slot.name, target: slot.target)]
  }

  func caller(of slot: SimulatedHeap.Slot, in holder: Int32) -> Caller? {
    if slot.registration >= 0, let caller = registrations[slot.registration] { return caller }
    return slots[Slot(holder: holder, name: slot.name)]
      ?? slots[Slot(holder: holder, name: slot.name, target: slot.target)]
  }
}

extension Simulation {
  /// The ends that are still to come, from what the callbacks of live objects say.
  func expectedEnds() -> ExpectedEnds {
    var ends = ExpectedEnds()
    for object in 0..<heap.count where heap.isAlive(object) {
      let type = heap.type(of: object)
      guard types[type].isDeclared else { continue }
      for caller in Teardown.Caller.allCases where canStillRun(caller, of: object) {
        let word: ExpectedEnds.Caller =
          caller == .disappearance ? .inTeardown : .inDeinit(of: object)
        for action in teardowns.actions(of: type, by: caller) {
          note(action, of: object, by: word, in: &ends)
        }
      }
    }
    return ends
  }

  /// A screen that has gone disappears no more; a `deinit` always may come.
  private func canStillRun(_ caller: Teardown.Caller, of object: Int32) -> Bool {
    switch caller {
    case .deinitializer: true
    case .disappearance:
      isController(object)
        && (goneReasons[object] == nil || screens.controllers[object].appearance == .shown)
    }
  }

  func note(
    _ action: Action, of object: Int32, by caller: ExpectedEnds.Caller,
    in ends: inout ExpectedEnds
  ) {
    switch action.word {
    case .task(.finish):
      guard let stream = text(action, "finish") else { return }
      for thread in tasks.threads(waitingFor: .stream(stream)) {
        note(registrations.active(of: thread.task), by: caller, in: &ends)
      }
    case .object(.clear), .object(.take), .object(.set):
      guard action.word != .object(.set) || isNullValue(action["to"]),
        let place = place(action, action.word.key),
        let slot = slotPlace(place, of: object)
      else { return }
      ends.add(caller, to: slot)
      noteDropped(slot, by: caller, in: &ends)
    case .object(.remove):
      guard let place = place(action, "from"), var slot = slotPlace(place, of: object),
        case .value(.place(let value))? = action["remove"], value.name == "self"
      else { return }
      slot.target = heldThing(at: value, of: object)
      if slot.target >= 0 { ends.add(caller, to: slot) }
    case .time(.invalidate), .observation(.unobserve), .task(.cancel), .session(.finishSession):
      guard let place = place(action, action.word.key), place.name == "self" else { return }
      for target in heldThings(at: place, of: object) where target != object {
        note(registrations.active(of: target), by: caller, in: &ends)
      }
    case .object(.call): noteCall(action, of: object, by: caller, in: &ends)
    case .object, .body, .check, .time, .observation, .task, .session, .publisher, .view, .app,
      .container:
      return
    }
  }

  /// What a place of `self` holds: of a list all.
  private func heldThings(at place: Place, of object: Int32) -> [Int32] {
    guard let property = place.path.last else { return [object] }
    let holder = heldThing(at: place.parent, of: object)
    return holder >= 0 ? targets(property, of: holder).filter { $0 >= 0 } : []
  }

  private func note(
    _ registrations: [Int32], by caller: ExpectedEnds.Caller, in ends: inout ExpectedEnds
  ) {
    for index in registrations { ends.add(caller, toRegistration: index) }
  }

  private func isNullValue(_ operand: Operand?) -> Bool {
    if case .value(.null)? = operand { true } else { false }
  }

  /// Dropping the last token of an observation or a subscription ends it.
  private func noteDropped(
    _ slot: ExpectedEnds.Slot, by caller: ExpectedEnds.Caller, in ends: inout ExpectedEnds
  ) {
    for held in heap.slots(slot.name, of: slot.holder) where held.target >= 0 {
      for index in registrations.active(of: held.target) {
        let kind = registrations[index].kind
        if kind == .subscription || kind == .observation || kind == .source {
          ends.add(caller, toRegistration: index)
        }
      }
    }
  }

  private func slotPlace(_ place: Place, of object: Int32) -> ExpectedEnds.Slot? {
    switch place.head {
    case .name("self"):
      guard let property = place.path.last else { return nil }
      let holder = heldThing(at: place.parent, of: object)
      return holder >= 0 ? .init(holder: holder, name: heap.symbol(property)) : nil
    case .global(let name):
      guard let root = roots.objects["global.\(name)"] else { return nil }
      let isListed = heap.objects[Int(root)].slots.contains(where: \.isListed)
      let property = place.path.last ?? (isListed ? "elements" : "value")
      return .init(holder: root, name: heap.symbol(property))
    default: return nil
    }
  }
}
