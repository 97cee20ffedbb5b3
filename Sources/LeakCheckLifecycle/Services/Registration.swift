import LeakCheckGraph

/// Something that a framework holds until an event ends it.
struct Registration {
  enum Kind: Sendable {
    case timer, displayLink, observer, observation, task, source, session, subscription
    case work, dataTask

    /// What it is called; those that end by themselves, or that another kind may stand for, are not.
    var word: String? {
      switch self {
      case .timer, .displayLink: "timer or display link"
      case .observation: "observation of a property"
      case .source: "dispatch source"
      case .session: "URL session"
      case .subscription: "subscription"
      case .observer, .task, .work, .dataTask: nil
      }
    }
  }

  var kind: Kind
  /// What is held: the timer, the token, the task.
  var object: Int32
  /// Whose code made it, or -1.
  var owner: Int32
  /// The callback in which it was made.
  var callback: String
  var site: Int32
  /// The objects that hold something for it.
  var holders: [Int32] = []
  /// Whether it ends by itself.
  var endsByItself = false
  /// The event that ends it, as the graph names it.
  var event: String
  var isActive = true
  /// Whether somebody asked a task to end.
  var isCancelled = false
}

/// Registrations: making, ending, and what a teardown does.
extension Simulation {
  /// Notes a registration that the current action makes.
  func register(
    _ kind: Registration.Kind, _ object: Int32, event: String, endsByItself: Bool = false,
    in frame: Frame
  ) -> Int32 {
    registrations.append(
      Registration(
        kind: kind, object: object, owner: owner(in: frame), callback: callbackText, site: site,
        endsByItself: endsByItself, event: event))
    let index = Int32(registrations.count - 1)
    registered[object, default: []].append(index)
    return index
  }

  /// The object whose code runs: `self` here, or that of the callback around.
  func owner(in frame: Frame) -> Int32 {
    if let own = frame.variable("self"), heap.isAlive(own.target) { return own.target }
    return calls.last?.object ?? -1
  }

  /// A framework's strong reference that a registration stands for.
  func holdRegistered(
    _ name: String, of holder: Int32, _ target: Int32, _ registration: Int32,
    isListed: Bool = false, strength: Strength = .strong, kind: ReferenceKind? = nil
  ) {
    guard target >= 0 else { return }
    registrations[Int(registration)].holders.append(holder)
    let slot = SimulatedHeap.Slot(
      name: heap.symbol(name), target: target, strength: strength,
      kind: kind ?? (isListed ? .element : .property), isListed: isListed, isFramework: true,
      site: registrations[Int(registration)].site, registration: registration)
    if isListed { heap.append(slot, to: holder) } else { heap.store(slot, in: holder) }
  }

  /// Ends a registration: every reference that stands for it goes.
  func end(_ registration: Int32) {
    guard registrations[Int(registration)].isActive else { return }
    registrations[Int(registration)].isActive = false
    let object = registrations[Int(registration)].object
    scheduler.remove(registration)
    observations.remove(registration)
    let holders = registrations[Int(registration)].holders
    let isHeld = heap.isAlive(object)
    if isHeld { heap.pin(object) }
    for holder in holders where !heap.isFreed(holder) {
      heap.remove(from: holder) { $0.registration == registration }
    }
    if isHeld { heap.unpin(object) }
  }

  /// The active registrations of an object that a place holds.
  func activeRegistrations(of object: Int32) -> [Int32] {
    (registered[object] ?? []).filter { registrations[Int($0)].isActive }
  }

  /// Ends what an object was registered as; the token's own references go with it.
  func endRegistrations(of object: Int32, _ kinds: Set<Registration.Kind>) {
    for index in activeRegistrations(of: object)
    where kinds.contains(registrations[Int(index)].kind) {
      end(index)
    }
  }

  /// The end of an object that stands for a registration: dropped tokens end what they stand for.
  func endService(of object: Int32) {
    guard registered[object] != nil, let kind = serviceKind(of: object) else { return }
    endRegistrations(of: object, [kind])
  }

  private func serviceKind(of object: Int32) -> Registration.Kind? {
    switch types[heap.type(of: object)].name {
    case "AnyCancellable": .subscription
    case "NSKeyValueObservation": .observation
    case "DispatchSource": .source
    case "URLSession": .session
    default: nil
    }
  }

  /// What is freed needs no state.
  func forget(_ object: Int32) {
    controllers.forget(object)
    goneReasons[object] = nil
    methods[object] = nil
    registered[object] = nil
  }
}
