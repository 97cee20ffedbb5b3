struct ReliesOnDisappearAtBackground: MisuseRule {
  let code: Misuse.Code = .reliesOnDisappearAtBackground
  let message: String = Self.message(for: "viewWillDisappear(_:)")
  let correct =
    "observe didEnterBackgroundNotification, or use sceneDidEnterBackground(_:)"
  let events: [RunEvent.Kind] = [.leavesForBackground, .called, .isInBackground]

  private static let endingWords: Set<Word> = [
    .time(.invalidate), .task(.cancel), .session(.finishSession), .task(.finish),
  ]

  /// What was called and set since the app began to leave the screen.
  private var calls: Set<String>?

  var followsCalls: Bool { calls != nil }

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .leavesForBackground: calls = []
    case .called(let name, let object): calls?.insert("\(object).\(name)")
    case .isInBackground:
      let called = calls ?? []
      calls = nil
      for controller in run.screens.liveControllers()
      where run.screens.controllers[controller].appearance == .shown {
        let name = Self.callbacks.first { relies(controller, on: $0, having: called, in: run) }
        guard let callback = name.map({ "\($0)(_:)" }) else { continue }
        run.report(
          self, of: controller, message: Self.message(for: callback), callback: callback)
      }
    default: return
    }
  }

  /// The callbacks of a disappearance, in the order in which they come.
  private static let callbacks = ["viewWillDisappear", "viewDidDisappear"]

  private static func message(for callback: String) -> String {
    "going to the background brings no \(callback): what it would stop or save goes on, or is lost"
  }

  /// Whether a callback would have done what nobody did.
  private func relies(
    _ controller: Int32, on callback: String, having called: Set<String>, in run: Simulation
  ) -> Bool {
    let type = run.heap.type(of: controller)
    return run.types.chain(of: callback, in: type).flatMap { $0 }.contains { action in
      if action.word == .object(.call), let method = run.place(action, "call")?.path.last {
        return !called.contains("\(controller).\(method)") && hasWork(method, of: type, in: run)
      }
      return Self.endingWords.contains(action.word) && isStillRunning(action, controller, in: run)
        || [.observation(.post), .session(.dataTask), .object(.append)].contains(action.word)
    }
  }

  /// Whether a method does more than removing observers.
  private func hasWork(_ method: String, of type: Int32, in run: Simulation) -> Bool {
    let bodies = run.types.chain(of: method, in: type).flatMap { $0 }
    return bodies.isEmpty
      || bodies.contains {
        ![.observation(.unobserve), .body(.log), .body(.superCall)].contains($0.word)
      }
  }

  private func isStillRunning(_ action: Action, _ controller: Int32, in run: Simulation) -> Bool {
    guard let place = run.place(action, action.word.key), place.name == "self" else { return true }
    let object = run.heldThing(at: place, of: controller)
    return object >= 0
      && run.registrations.active(of: object).contains {
        !run.registrations[$0].isCancelled
      }
  }
}

extension Misuse.Code {
  /// Code relies on a disappearance callback when the app enters the background.
  public static let reliesOnDisappearAtBackground: Misuse.Code = .init(
    "relies-on-disappear-at-background")
}
