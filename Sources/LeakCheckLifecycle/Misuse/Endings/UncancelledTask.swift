import LeakCheckGraph

struct UncancelledTask: MisuseRule {
  let code: Misuse.Code = .uncancelledTask
  let message =
    "the task goes on waiting when the screen that started it has gone"
  let correct =
    "keep the task and cancel it in viewDidDisappear(_:), or in deinit where it does not hold the controller"
  let events: [RunEvent.Kind] = [.outlivesScreen]

  func judge(_ event: RunEvent, in run: Simulation) {
    guard case .outlivesScreen(let registration) = event, registration.kind == .task,
      isMissed(registration, in: run)
    else { return }
    run.report(self, for: registration)
  }

  /// Whether a task that still waits should have been cancelled.
  ///
  /// A stream need not end; a reply does, but until then the task may keep the screen that is gone.
  private func isMissed(_ registration: Registration, in run: Simulation) -> Bool {
    guard let thread = run.tasks.thread(of: registration.object) else {
      return false
    }
    switch thread.wait {
    case .stream: return true
    // Whoever is cancelled waits for it all the same.
    case .continuation: return false
    case .signal, nil: break
    }
    let owner = registration.owner
    guard run.heap.isAlive(owner) else { return false }
    let operation = run.target("operation", of: thread.task)
    let captures = operation < 0 ? [] : run.heap.objects[Int(operation)].slots
    return captures.contains { $0.target == owner && $0.strength == .strong }
      || thread.frames.contains { frame in
        frame.held.contains(owner)
          || frame.variables.contains { $0.isRetained && $0.target == owner }
      }
  }
}

extension Misuse.Code {
  /// A task outlives the screen that started it.
  public static let uncancelledTask: Misuse.Code = .init("uncancelled-task")
}
