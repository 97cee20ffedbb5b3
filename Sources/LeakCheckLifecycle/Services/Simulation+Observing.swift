import LeakCheckGraph

/// Who is told of what, in the order of registration.
struct Observations {
  /// What somebody is told of.
  enum Subject: Hashable {
    case notification(String)
    case notificationBySelector(String)
    case property(String, of: Int32)
    /// A publisher, by its place.
    case publisher(String)
  }

  struct Entry {
    /// The registration, or a number below zero for a selector.
    var registration: Int32
    /// The target of a selector, or -1.
    var object: Int32 = -1
    var selector: String?
  }

  /// Those of a subject, also some that are told no more.
  private var entries: [Subject: [Entry]] = [:]
  private var goneCounts: [Subject: Int] = [:]
  /// The subject of each registration that is active.
  private var subjects: [Int32: Subject] = [:]
  /// The numbers of an object's selectors.
  private var selectors: [Int32: [Int32]] = [:]
  private var selectorCount: Int32 = 0

  mutating func add(_ entry: Entry, of subject: Subject) {
    subjects[entry.registration] = subject
    entries[subject, default: []].append(entry)
  }

  mutating func addSelector(_ selector: String, of object: Int32, for name: String) {
    selectorCount += 1
    selectors[object, default: []].append(-selectorCount)
    add(
      Entry(registration: -selectorCount, object: object, selector: selector),
      of: .notificationBySelector(name))
  }

  func isActive(_ entry: Entry) -> Bool { subjects[entry.registration] != nil }

  /// Everyone who is told of a subject just now.
  func entries(of subject: Subject) -> [Entry] { entries[subject, default: []].filter(isActive) }

  /// Ends an observation.
  ///
  /// - Complexity: O(1) amortized.
  mutating func remove(_ registration: Int32) {
    guard let subject = subjects.removeValue(forKey: registration) else { return }
    goneCounts[subject, default: 0] += 1
    guard let all = entries[subject], goneCounts[subject, default: 0] * 2 > all.count else {
      return
    }
    entries[subject] = all.filter(isActive)
    goneCounts[subject] = nil
  }

  mutating func removeSelectors(of object: Int32) {
    for number in selectors.removeValue(forKey: object) ?? [] { remove(number) }
  }
}

/// The words of notifications and of observed properties.
enum ObservationWord: String, SubjectWord {
  case observe, observeSelector, unobserve, post, kvo

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .observe: run.observe(action, in: frame)
    case .observeSelector: run.observeWithSelector(action, in: frame)
    case .unobserve: run.unobserve(action, in: frame)
    case .post: run.text(action, "post").map { run.post($0) }
    case .kvo: run.observeKey(action, in: frame)
    }
  }
}

/// The words of publishers.
enum PublisherWord: String, SubjectWord {
  case sink, assign

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .sink: run.subscribe(action, isSink: true, in: frame)
    case .assign: run.subscribe(action, isSink: false, in: frame)
    }
  }
}

/// The words of sessions and their tasks.
enum SessionWord: String, SubjectWord {
  case session, finishSession, dataTask, complete

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .session: run.makeSession(action, in: frame)
    case .finishSession:
      run.object(action, "finishSession", in: frame).map {
        run.endRegistrations(of: $0, [.session])
      }
    case .dataTask: run.startDataTask(action, in: frame)
    case .complete: run.complete(action, in: frame)
    }
  }
}

/// Notifications, key-value observation, publishers, sessions.
extension Simulation {
  // MARK: - Notifications

  fileprivate func observe(_ action: Action, in frame: Frame) {
    let block = value(action, "using", in: frame)
    let token = make("NotificationToken", hint: "token", in: frame)
    let registration = register(
      .observer, token, event: "removeObserver(_:) with its token", in: frame)
    holdRegistered("block", of: token, block, registration)
    holdRegistered(
      "observers", of: root("NotificationCenter.default"), token, registration, isListed: true)
    observations.add(
      .init(registration: registration), of: .notification(text(action, "observe") ?? ""))
    storeResult(token, of: action, in: frame)
  }

  fileprivate func observeWithSelector(_ action: Action, in frame: Frame) {
    let target = target(action, "selector", selector: "-", in: frame)
    guard halt == nil, target.object >= 0 else { return }
    hold(
      "observers", of: root("NotificationCenter.default"), target.object, strength: .weak,
      isListed: true)
    if let selector = target.selector {
      observations.addSelector(selector, of: target.object, for: text(action, "observe") ?? "")
    }
  }

  fileprivate func unobserve(_ action: Action, in frame: Frame) {
    guard let object = object(action, "unobserve", in: frame) else { return }
    observations.removeSelectors(of: object)
    release("observers", of: root("NotificationCenter.default"), weakly: object)
    endRegistrations(of: object, [.observer, .observation])
  }

  private func release(_ name: String, of holder: Int32, weakly target: Int32) {
    let symbol = heap.symbol(name)
    heap.remove(from: holder) {
      $0.name == symbol && $0.target == target && $0.strength == .weak
    }
  }

  /// Calls everyone who observes a notification, in the order of registration, unless one who was told before has ended
  /// the observation.
  func post(_ name: String) {
    let blocks = observations.entries(of: .notification(name))
    let selectors = observations.entries(of: .notificationBySelector(name))
    for entry in blocks { tell(entry, "block") }
    for entry in selectors where heap.isAlive(entry.object) && observations.isActive(entry) {
      if let selector = entry.selector { callMethod(selector, of: entry.object, on: nil) }
    }
  }

  /// Calls the closure that an observer's token holds, unless one who was told before has ended the observation.
  private func tell(_ entry: Observations.Entry, _ closure: String) {
    guard observations.isActive(entry) else { return }
    let token = registrations[Int(entry.registration)].object
    heap.pin(token)
    invoke(held(closure, of: token))
    heap.unpin(token)
  }

  // MARK: - Properties and publishers

  fileprivate func observeKey(_ action: Action, in frame: Frame) {
    guard let observed = object(action, "kvo", in: frame) else { return }
    let token = make("NSKeyValueObservation", hint: "observation", in: frame)
    let registration = register(.observation, token, event: "invalidate()", in: frame)
    holdRegistered("block", of: token, value(action, "using", in: frame), registration)
    observations.add(
      .init(registration: registration),
      of: .property(text(action, "keyPath") ?? "", of: observed))
    storeResult(token, of: action, in: frame)
  }

  /// A property was set: its observers hear of it.
  func notifyObservers(of property: String, of object: Int32) {
    for entry in observations.entries(of: .property(property, of: object)) { tell(entry, "block") }
  }

  fileprivate func subscribe(_ action: Action, isSink: Bool, in frame: Frame) {
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
    observations.add(.init(registration: registration), of: .publisher(place.description))
    storeResult(cancellable, of: action, in: frame, isListed: isSet(self.place(action, "in")))
  }

  /// Whether a place is a set of cancellables, as its name says, rather than one.
  private func isSet(_ place: Place?) -> Bool {
    guard let name = place?.path.last?.lowercased() else { return false }
    return name.hasSuffix("s") || name.hasSuffix("bag") || name.hasSuffix("set")
  }

  /// Sends a value down the subscriptions of a publisher's place.
  func sendValue(to name: String) {
    for entry in observations.entries(of: .publisher(name)) { tell(entry, "receiveValue") }
  }

  // MARK: - Network

  private func isSession(_ object: Int32) -> Bool {
    object >= 0 && types.type(heap.type(of: object), is: "URLSession")
  }

  fileprivate func makeSession(_ action: Action, in frame: Frame) {
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

  fileprivate func startDataTask(_ action: Action, in frame: Frame) {
    guard let place = place(action, "dataTask") else { return }
    let closure = value(action, "completion", in: frame)
    let isNew = place.path.isEmpty && place.name.map { frame.variable($0) == nil } == true
    let known = isNew ? -1 : object(place, in: frame)
    let task = make("URLSessionDataTask", hint: "dataTask", in: frame)
    let registration = register(
      .dataTask, task, event: "completes", endsByItself: true, in: frame)
    holdRegistered("completionHandler", of: task, closure, registration)
    let isSession = isSession(known)
    let session = isSession ? known : root("URLSession.shared")
    holdRegistered("tasks", of: session, task, registration, isListed: true)
    if !isSession, halt == nil { store(task, at: place, in: frame) }
  }

  fileprivate func complete(_ action: Action, in frame: Frame) {
    guard let object = object(action, "complete", in: frame) else { return }
    let isSession = isSession(object)
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
