import LeakCheckGraph

/// Who is told of what.
struct Observations {
  struct Entry {
    /// The registration, or -1 for a selector's.
    var registration: Int32
    /// The notification, the property, or the publisher's place.
    var name: String
    /// The observed object of a key-value observation, the target of a selector, or -1.
    var object: Int32 = -1
    var selector: String?
  }

  var blocks: [Entry] = []
  var selectors: [Entry] = []
  var keyValues: [Entry] = []
  var sinks: [Entry] = []

  mutating func remove(_ registration: Int32) {
    blocks.removeAll { $0.registration == registration }
    keyValues.removeAll { $0.registration == registration }
    sinks.removeAll { $0.registration == registration }
  }
}

/// Notifications, key-value observation, publishers, sessions.
extension Simulation {
  func performObserving(_ action: Action, in frame: Frame) {
    switch action.word {
    case .observe: observe(action, in: frame)
    case .observeSelector: observeWithSelector(action, in: frame)
    case .unobserve: unobserve(action, in: frame)
    case .post: text(action, "post").map { post($0) }
    case .kvo: observeKey(action, in: frame)
    case .sink, .assign: subscribe(action, in: frame)
    case .session: makeSession(action, in: frame)
    case .finishSession:
      object(action, "finishSession", in: frame).map { endRegistrations(of: $0, [.session]) }
    case .dataTask: startDataTask(action, in: frame)
    default: complete(action, in: frame)
    }
  }

  // MARK: - Notifications

  private func observe(_ action: Action, in frame: Frame) {
    let block = value(action, "using", in: frame)
    let token = make("NotificationToken", hint: "token", in: frame)
    let registration = register(
      .observer, token, event: "removeObserver(_:) with its token", in: frame)
    holdRegistered("block", of: token, block, registration)
    holdRegistered(
      "observers", of: root("NotificationCenter.default"), token, registration, isListed: true)
    observations.blocks.append(
      .init(registration: registration, name: text(action, "observe") ?? ""))
    storeResult(token, of: action, in: frame)
  }

  private func observeWithSelector(_ action: Action, in frame: Frame) {
    let target = target(action, "selector", selector: "-", in: frame)
    guard halt == nil, target.object >= 0 else { return }
    hold(
      "observers", of: root("NotificationCenter.default"), target.object, strength: .weak,
      isListed: true)
    observations.selectors.append(
      .init(
        registration: -1, name: text(action, "observe") ?? "", object: target.object,
        selector: target.selector))
  }

  private func unobserve(_ action: Action, in frame: Frame) {
    guard let object = object(action, "unobserve", in: frame) else { return }
    observations.selectors.removeAll { $0.object == object }
    release("observers", of: root("NotificationCenter.default"), weakly: object)
    endRegistrations(of: object, [.observer, .observation])
  }

  private func release(_ name: String, of holder: Int32, weakly target: Int32) {
    let symbol = heap.symbol(name)
    heap.remove(from: holder) {
      $0.name == symbol && $0.target == target && $0.strength == .weak
    }
  }

  /// Calls everyone who observes a notification, in the order of registration.
  func post(_ name: String) {
    let blocks = observations.blocks.filter { $0.name == name }
    let selectors = observations.selectors.filter { $0.name == name }
    for entry in blocks { tell(entry, "block") }
    for entry in selectors where heap.isAlive(entry.object) {
      if let selector = entry.selector { callMethod(selector, of: entry.object, on: nil) }
    }
  }

  /// Calls the closure that an observer's token holds, unless one who was told before has ended the observation.
  private func tell(_ entry: Observations.Entry, _ closure: String) {
    guard registrations.indices.contains(Int(entry.registration)),
      registrations[Int(entry.registration)].isActive
    else { return }
    let token = registrations[Int(entry.registration)].object
    heap.pin(token)
    invoke(held(closure, of: token))
    heap.unpin(token)
  }

  // MARK: - Properties and publishers

  private func observeKey(_ action: Action, in frame: Frame) {
    guard let observed = object(action, "kvo", in: frame) else { return }
    let token = make("NSKeyValueObservation", hint: "observation", in: frame)
    let registration = register(.observation, token, event: "invalidate()", in: frame)
    holdRegistered("block", of: token, value(action, "using", in: frame), registration)
    observations.keyValues.append(
      .init(
        registration: registration, name: text(action, "keyPath") ?? "", object: observed))
    storeResult(token, of: action, in: frame)
  }

  /// A property was set: its observers hear of it.
  func notifyObservers(of property: String, of object: Int32) {
    let entries = observations.keyValues.filter { $0.object == object && $0.name == property }
    for entry in entries { tell(entry, "block") }
  }

  private func subscribe(_ action: Action, in frame: Frame) {
    let isSink = action.word == .sink
    guard let place = place(action, "on") else { return }
    // `$name` is the publisher that the object itself carries.
    let isProjected = place.path.last?.hasPrefix("$") == true
    let publisher = object(isProjected ? place.parent : place, in: frame)
    let subscription = make(isSink ? "Sink" : "Assign", hint: isSink ? "sink" : "assign", in: frame)
    let cancellable = make("AnyCancellable", hint: "cancellable", in: frame)
    let registration = register(.subscription, subscription, event: "cancel()", in: frame)
    registered[cancellable] = [registration]
    if isSink {
      holdRegistered(
        "receiveValue", of: subscription, value(action, "sink", in: frame), registration)
    } else if let target = self.place(action, "assign") {
      let object = object(target.path.isEmpty ? target : target.parent, in: frame)
      holdRegistered("object", of: subscription, object, registration)
    }
    guard halt == nil else { return }
    hold("subscription", of: cancellable, subscription)
    if publisher >= 0 {
      holdRegistered("subscribers", of: publisher, subscription, registration, isListed: true)
    }
    observations.sinks.append(.init(registration: registration, name: place.description))
    storeResult(cancellable, of: action, in: frame, isListed: isSet(self.place(action, "in")))
  }

  /// Whether a place is a set of cancellables, as its name says, rather than one.
  private func isSet(_ place: Place?) -> Bool {
    guard let name = place?.path.last?.lowercased() else { return false }
    return name.hasSuffix("s") || name.hasSuffix("bag") || name.hasSuffix("set")
  }

  /// Sends a value down the subscriptions of a publisher's place.
  func sendValue(to name: String) {
    for entry in observations.sinks where entry.name == name { tell(entry, "receiveValue") }
  }

  // MARK: - Network

  private func makeSession(_ action: Action, in frame: Frame) {
    let session = make("URLSession", hint: "session", in: frame)
    let registration = register(
      .session, session, event: "finishTasksAndInvalidate() or invalidateAndCancel()", in: frame)
    let delegate = object(action, "session.delegate", in: frame) ?? -1
    holdRegistered("delegate", of: session, delegate, registration)
    // The URL loading system keeps a session until it is invalidated, also one that the app forgets.
    if delegate >= 0 || place(action, "in")?.path.isEmpty ?? true {
      holdRegistered(
        "sessions", of: root("URLSession.loader"), session, registration, isListed: true)
    }
    storeResult(session, of: action, in: frame)
  }

  private func startDataTask(_ action: Action, in frame: Frame) {
    guard let place = place(action, "dataTask") else { return }
    let closure = value(action, "completion", in: frame)
    let isNew = place.path.isEmpty && place.name.map { frame.variable($0) == nil } == true
    let known = isNew ? -1 : object(place, in: frame)
    let task = make("URLSessionDataTask", hint: "dataTask", in: frame)
    let registration = register(
      .dataTask, task, event: "completes", endsByItself: true, in: frame)
    holdRegistered("completionHandler", of: task, closure, registration)
    let isSession = isKind(known, of: "URLSession")
    let session = isSession ? known : root("URLSession.shared")
    holdRegistered("tasks", of: session, task, registration, isListed: true)
    if !isSession, halt == nil { store(task, at: place, in: frame) }
  }

  private func complete(_ action: Action, in frame: Frame) {
    guard let object = object(action, "complete", in: frame) else { return }
    let isSession = isKind(object, of: "URLSession")
    for task in isSession ? listed("tasks", of: object) : [object] {
      for registration in activeRegistrations(of: task)
      where registrations[Int(registration)].kind == .dataTask {
        heap.pin(task)
        invoke(held("completionHandler", of: task))
        end(registration)
        heap.unpin(task)
      }
    }
  }
}
