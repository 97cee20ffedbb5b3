struct WaitsForViewWillAppearAfterSheet: MisuseRule {
  let code: Misuse.Code = .waitsForViewWillAppearAfterSheet
  let message =
    "the sheet leaves this view on screen: its dismissal brings no viewWillAppear(_:), and what waits for it never runs"
  let correct =
    "let the sheet tell its presenter: a delegate, a closure, presentationControllerDidDismiss(_:)"
  let events: [RunEvent.Kind] = [.presented, .called, .dismissedSheet, .stepEnded]

  private static let waitingWords: Set<Word> = [
    .object(.call), .object(.set), .session(.dataTask), .view(.layout), .object(.append),
    .observation(.post),
  ]

  /// What was called and set of a controller since a sheet was presented over it.
  private var calls: [Int32: Set<String>] = [:]
  /// Who has lost a sheet in this step, and where: what the step calls behind it may tell them.
  private var dismissed: [(presenter: Int32, site: Int32)] = []

  var followsCalls: Bool { !calls.isEmpty }

  mutating func judge(_ event: RunEvent, in run: Simulation) {
    switch event {
    case .presented(let presenter):
      // What leads to the sheet does not wait for its end.
      let leading = Set(run.running.flatMap(\.frames).compactMap(\.method))
      for controller in run.screens.controllerTree(of: presenter) { calls[controller] = leading }
    case .called(let name, let object): calls[object]?.insert(name)
    case .dismissedSheet(let presenter): dismissed.append((presenter, run.site))
    case .stepEnded:
      let sheets = dismissed
      dismissed = []
      for sheet in sheets where run.heap.isAlive(sheet.presenter) {
        judgeDismissal(over: sheet.presenter, at: sheet.site, in: run)
      }
    default: return
    }
  }

  /// A sheet was dismissed over a controller that heard nothing of it.
  private mutating func judgeDismissal(
    over presenter: Int32, at site: Int32, in run: Simulation
  ) {
    for controller in run.screens.controllerTree(of: presenter)
    where run.screens.controllers[controller].appearance == .shown {
      let called = calls.removeValue(forKey: controller) ?? []
      let bodies = ["viewWillAppear", "viewIsAppearing", "viewDidAppear"].flatMap {
        run.types.chain(of: $0, in: run.heap.type(of: controller)).flatMap { $0 }
      }
      guard bodies.contains(where: { waits($0, having: called, in: run) }) else { continue }
      run.report(self, of: controller, callback: "viewWillAppear(_:)", site: site)
    }
  }

  private func waits(_ action: Action, having called: Set<String>, in run: Simulation) -> Bool {
    guard Self.waitingWords.contains(action.word), !isOfLocal(action, in: run) else { return false }
    // What the sheet's own code has called or set meanwhile does not wait.
    guard [.object(.call), .object(.set)].contains(action.word) else { return true }
    let isClosure = if case .value(.closure)? = action["to"] { true } else { false }
    guard !isClosure, let name = run.place(action, action.word.key)?.path.last else { return false }
    return !called.contains(name)
  }

  /// Whether an action fills what the body has made itself.
  private func isOfLocal(_ action: Action, in run: Simulation) -> Bool {
    guard action.word == .object(.append) || action.word == .object(.set),
      let name = run.place(action, action.word == .object(.append) ? "to" : "set")?.name
    else { return false }
    return name != "self"
  }
}

extension Misuse.Code {
  /// Code waits for an appearance callback that a sheet does not cause.
  public static let waitsForViewWillAppearAfterSheet: Misuse.Code = .init(
    "waits-for-viewWillAppear-after-sheet")
}
