import LeakCheckGraph

/// The words of sessions and their tasks.
enum SessionWord: String, SubjectWord {
  case session, finishSession, dataTask, complete

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .session: run.sessions.makeSession(action, in: frame)
    case .finishSession:
      run.object(action, "finishSession", in: frame).map {
        run.registrations.end(of: $0, [.session])
      }
    case .dataTask: run.sessions.startDataTask(action, in: frame)
    case .complete: run.sessions.complete(action, in: frame)
    }
  }
}

/// Sessions of the URL loading system, and the tasks that they run.
///
/// A class, as the other services are; what it knows is in the registrations.
final class Sessions {
  unowned let run: Simulation

  init(_ run: Simulation) { self.run = run }

  private func isSession(_ object: Int32) -> Bool {
    object >= 0 && run.types.type(run.heap.type(of: object), is: run.types.framework("URLSession"))
  }

  fileprivate func makeSession(_ action: Action, in frame: Frame) {
    let session = run.make("URLSession", hint: "session", in: frame)
    let registration = run.registrations.add(
      .session, session, event: "finishTasksAndInvalidate() or invalidateAndCancel()", in: frame)
    let delegate = run.object(action, "session.delegate", in: frame) ?? -1
    run.registrations.setReference("delegate", of: session, delegate, registration)
    // The URL loading system keeps a session until it is invalidated, also one that the app forgets.
    if delegate >= 0 || run.place(action, "in")?.path.isEmpty ?? true {
      run.registrations.setReference(
        "sessions", of: run.root("URLSession.loader"), session, registration, isListed: true)
    }
    run.storeResult(session, of: action, in: frame)
  }

  fileprivate func startDataTask(_ action: Action, in frame: Frame) {
    guard let place = run.place(action, "dataTask") else { return }
    let closure = run.value(action, "completion", in: frame)
    let isNew = place.path.isEmpty && place.name.map { frame.variable($0) == nil } == true
    let known = isNew ? -1 : run.object(place, in: frame)
    let task = run.make("URLSessionDataTask", hint: "dataTask", in: frame)
    let registration = run.registrations.add(
      .dataTask, task, event: "completes", endsByItself: true, in: frame)
    run.registrations.setReference("completionHandler", of: task, closure, registration)
    let isSession = isSession(known)
    let session = isSession ? known : run.root("URLSession.shared")
    run.registrations.setReference("tasks", of: session, task, registration, isListed: true)
    if !isSession, run.halt == nil { run.store(task, at: place, in: frame) }
  }

  fileprivate func complete(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "complete", in: frame) else { return }
    let isSession = isSession(object)
    for task in isSession ? run.targets("tasks", of: object) : [object] {
      for registration in run.registrations.active(of: task)
      where run.registrations[registration].kind == .dataTask { complete(registration) }
    }
  }

  /// Completes the data tasks of all sessions.
  func completeAll() {
    for registration in run.registrations.indices
    where run.registrations[registration].isActive
      && run.registrations[registration].kind == .dataTask && run.halt == nil
    { complete(registration) }
  }

  private func complete(_ registration: Int32) {
    let task = run.registrations[registration].object
    run.heap.retain(task)
    run.invoke(run.target("completionHandler", of: task))
    run.registrations.end(registration)
    run.heap.release(task)
  }
}
