struct UninvalidatedTimer: MisuseRule {
  let code: Misuse.Code = .uninvalidatedTimer
  let message =
    "the timer goes on firing when the screen that started it has gone"
  let correct =
    "invalidate the timer in viewDidDisappear(_:), or in deinit where it does not hold the controller"
  let events: [RunEvent.Kind] = [.outlivesScreen]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .outlivesScreen(let registration) = event else { return }
    let isTimer = registration.kind == .timer
    guard isTimer || registration.kind == .displayLink,
      !isTimer || !endsWithItsOwner(registration.object, in: run)
    else { return }
    run.report(self, for: registration)
  }

  /// Whether a timer's block invalidates it where the object that it asks for first is gone.
  private func endsWithItsOwner(_ timer: Int32, in run: Simulation) -> Bool {
    let block = run.target("block", of: timer)
    guard block >= 0, run.heap.objects[Int(block)].code >= 0 else { return false }
    let closure = run.program.closures[Int(run.heap.objects[Int(block)].code)]
    return closure.literal.body.contains { action in
      guard action.word == .object(.guardName), case .actions(let otherwise)? = action["else"]
      else {
        return false
      }
      return otherwise.contains { $0.word == .time(.invalidate) }
    }
  }
}

extension Misuse.Code {
  /// A timer outlives the screen that started it.
  public static let uninvalidatedTimer: Misuse.Code = .init("uninvalidated-timer")
}
