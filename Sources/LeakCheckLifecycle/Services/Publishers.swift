import LeakCheckGraph

/// The words of publishers.
enum PublisherWord: String, SubjectWord {
  case sink, assign

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .sink: run.publishers.subscribe(action, isSink: true, in: frame)
    case .assign: run.publishers.subscribe(action, isSink: false, in: frame)
    }
  }
}

/// Publishers and their subscriptions.
///
/// A class, because whom it sends a value may change it.
final class Publishers {
  unowned let run: Simulation
  private var subscriptions = Observations()

  init(_ run: Simulation) { self.run = run }

  fileprivate func subscribe(_ action: Action, isSink: Bool, in frame: Frame) {
    guard let place = run.place(action, "on") else { return }
    // `$name` is the publisher that the object itself carries.
    let isProjected = place.path.last?.hasPrefix("$") == true
    let publisher = run.object(isProjected ? place.parent : place, in: frame)
    let subscription = run.make(
      isSink ? "Sink" : "Assign", hint: isSink ? "sink" : "assign", in: frame)
    let cancellable = run.make("AnyCancellable", hint: "cancellable", in: frame)
    let registration = run.registrations.add(
      .subscription, subscription, event: "cancel()", in: frame)
    run.registrations.stand(cancellable, for: registration)
    if isSink {
      run.registrations.setReference(
        "receiveValue", of: subscription, run.value(action, "sink", in: frame), registration)
    } else if let target = run.place(action, "assign") {
      let object = run.object(target.path.isEmpty ? target : target.parent, in: frame)
      run.registrations.setReference("object", of: subscription, object, registration)
    }
    guard run.halt == nil else { return }
    run.setReference("subscription", of: cancellable, subscription)
    if publisher >= 0 {
      run.registrations.setReference(
        "subscribers", of: publisher, subscription, registration, isListed: true)
    }
    subscriptions.add(.init(registration: registration), of: .publisher(place.description))
    run.storeResult(cancellable, of: action, in: frame, isListed: isSet(run.place(action, "in")))
  }

  /// Whether a place is a set of cancellables, as its name says, rather than one.
  private func isSet(_ place: Place?) -> Bool {
    guard let name = place?.path.last?.lowercased() else { return false }
    return name.hasSuffix("s") || name.hasSuffix("bag") || name.hasSuffix("set")
  }

  /// Sends a value down the subscriptions of a publisher's place.
  func send(to name: String) {
    for entry in subscriptions.entries(of: .publisher(name)) where subscriptions.isActive(entry) {
      run.registrations.tell(entry.registration, by: "receiveValue")
    }
  }

  /// The end of a registration.
  func ended(_ registration: Int32) { subscriptions.remove(registration) }
}
