import LeakCheckGraph

/// The words of notifications and of observed properties.
enum ObservationWord: String, SubjectWord {
  case observe, observeSelector, unobserve, post, kvo

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .observe: run.notifications.observe(action, in: frame)
    case .observeSelector: run.notifications.observeWithSelector(action, in: frame)
    case .unobserve: run.notifications.unobserve(action, in: frame)
    case .post: run.text(action, "post").map { run.notifications.post($0) }
    case .kvo: run.notifications.observeKey(action, in: frame)
    }
  }
}

/// The notification center and key-value observation.
///
/// A class, because whom it tells may change it.
final class Notifications {
  unowned let run: Simulation
  private var observations = Observations()

  init(_ run: Simulation) { self.run = run }

  fileprivate func observe(_ action: Action, in frame: Frame) {
    let block = run.value(action, "using", in: frame)
    let token = run.make("NotificationToken", hint: "token", in: frame)
    let registration = run.registrations.add(
      .observer, token, event: "removeObserver(_:) with its token", in: frame)
    run.registrations.setReference("block", of: token, block, registration)
    run.registrations.setReference(
      "observers", of: run.root("NotificationCenter.default"), token, registration, isListed: true)
    observations.add(
      .init(registration: registration), of: .notification(run.text(action, "observe") ?? ""))
    run.storeResult(token, of: action, in: frame)
  }

  fileprivate func observeWithSelector(_ action: Action, in frame: Frame) {
    let target = run.receiver(action, "selector", selector: "-", in: frame)
    guard run.halt == nil, target.object >= 0 else { return }
    run.setReference(
      "observers", of: run.root("NotificationCenter.default"), target.object, strength: .weak,
      isListed: true)
    if let selector = target.selector {
      observations.addSelector(selector, of: target.object, for: run.text(action, "observe") ?? "")
    }
  }

  fileprivate func unobserve(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "unobserve", in: frame) else { return }
    observations.removeSelectors(of: object)
    removeReference("observers", of: run.root("NotificationCenter.default"), weakly: object)
    run.registrations.end(of: object, [.observer, .observation])
  }

  private func removeReference(_ name: String, of holder: Int32, weakly target: Int32) {
    let symbol = run.heap.symbol(name)
    run.heap.remove(from: holder, .target(target)) {
      $0.name == symbol && $0.strength == .weak
    }
  }

  /// Calls everyone who observes a notification, in the order of registration, unless one who was told before has ended
  /// the observation.
  func post(_ name: String) {
    let blocks = observations.entries(of: .notification(name))
    let selectors = observations.entries(of: .notificationBySelector(name))
    for entry in blocks { tell(entry) }
    for entry in selectors where run.heap.isAlive(entry.object) && observations.isActive(entry) {
      if let selector = entry.selector { run.callMethod(selector, of: entry.object, on: nil) }
    }
  }

  fileprivate func observeKey(_ action: Action, in frame: Frame) {
    guard let observed = run.object(action, "kvo", in: frame) else { return }
    let token = run.make("NSKeyValueObservation", hint: "observation", in: frame)
    let registration = run.registrations.add(.observation, token, event: "invalidate()", in: frame)
    run.registrations.setReference(
      "block", of: token, run.value(action, "using", in: frame), registration)
    observations.add(
      .init(registration: registration),
      of: .property(run.text(action, "keyPath") ?? "", of: observed))
    run.storeResult(token, of: action, in: frame)
  }

  /// A property was set: its observers hear of it.
  func changed(_ property: String, of object: Int32) {
    for entry in observations.entries(of: .property(property, of: object)) { tell(entry) }
  }

  /// The end of a registration.
  func ended(_ registration: Int32) { observations.remove(registration) }

  private func tell(_ entry: Observations.Entry) {
    if observations.isActive(entry) { run.registrations.tell(entry.registration, by: "block") }
  }
}
