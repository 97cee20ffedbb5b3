struct ReliesOnDisappearAtBackground: MisuseRule {
  let code: Misuse.Code = .reliesOnDisappearAtBackground
  let message =
    "going to the background brings no viewWillDisappear(_:): what it would stop or save goes on, or is lost"
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
        guard relies(controller, having: called, in: run) else { continue }
        run.report(self, of: controller, callback: "viewWillDisappear(_:)")
      }
    default: return
    }
  }

  /// Whether a disappearance would have done what nobody did.
  private func relies(_ controller: Int32, having called: Set<String>, in run: Simulation) -> Bool {
    let type = run.heap.type(of: controller)
    let direct = ["viewWillDisappear", "viewDidDisappear"].flatMap {
      run.types.chain(of: $0, in: type).flatMap { $0 }
    }
    return direct.contains { action in
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
