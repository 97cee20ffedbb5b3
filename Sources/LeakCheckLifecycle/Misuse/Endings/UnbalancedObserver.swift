struct UnbalancedObserver: MisuseRule {
  let code: Misuse.Code = .unbalancedObserver
  let message =
    "the observer is added at each appearance and not removed at each disappearance: it is called several times"
  let correct =
    "remove it in viewDidDisappear(_:), or add it once in viewDidLoad()"
  let events: [RunEvent.Kind] = [.acts, .disappeared]

  private static let appearances: Set<String> = [
    "viewWillAppear", "viewIsAppearing", "viewDidAppear",
  ]

  /// The registrations that appearances made, to be ended by the matching disappearance.
  private var added: [(registration: Int32, owner: Int32)] = []

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .acts(let action, let call, by: let actor)
    where Self.appearances.contains(call.name)
      && (action.word == .observation(.observe) || action.word == .observation(.observeSelector)):
      observes(call.object, by: actor, in: run)
    case .disappeared(let controller): disappeared(controller, in: run)
    default: return
    }
  }

  /// An observer added per appearance needs a removal per disappearance.
  ///
  /// What another object adds for the controller is judged by what is left of it at the disappearance: the removal is
  /// in code of that object.
  private mutating func observes(_ controller: Int32, by actor: Int32, in run: Simulation) {
    let removals = run.teardowns.actions(of: run.heap.type(of: controller), by: .disappearance)
    let isRemoved = removals.contains { $0.word == .observation(.unobserve) }
    if actor == controller, !isRemoved {
      run.report(self, of: controller)
    } else {
      added.append((Int32(run.registrations.count), controller))
    }
  }

  /// Behind a disappearance the observers of the appearance must be gone.
  private mutating func disappeared(_ controller: Int32, in run: Simulation) {
    let mine = added.filter { $0.owner == controller }
    added.removeAll { $0.owner == controller }
    for (index, _) in mine where run.registrations.indices.contains(index) {
      let registration = run.registrations[index]
      if registration.kind == .observer, registration.isActive {
        run.report(
          self, of: controller, callback: registration.callback, site: registration.site)
      }
    }
  }
}

extension Misuse.Code {
  /// An observer is added on each appearance and never removed.
  public static let unbalancedObserver: Misuse.Code = .init("unbalanced-observer")
}
