import LeakCheckGraph

/// Streams: what was given to them before somebody asked, and which have ended.
struct StreamStates {
  var buffered: [String: Int] = [:]
  var finished: Set<String> = []
}

/// The words of tasks, signals and streams.
enum TaskWord: String, SubjectWord {
  case task, await, forAwait = "for await", cancel, signal, yield, finish

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .task: run.startTask(action, in: frame)
    case .await:
      guard thread.task >= 0 else { return run.failOutsideTask("await") }
      run.text(action, "await").map { thread.wait = .signal($0) }
    case .forAwait:
      guard thread.task >= 0 else { return run.failOutsideTask("for await") }
      run.startLoop(action, in: frame, on: thread)
    case .cancel: run.object(action, "cancel", in: frame).map { run.cancel($0) }
    case .signal: run.text(action, "signal").map { run.wake(.signal($0)) }
    case .yield: run.text(action, "yield").map { run.yield(to: $0) }
    case .finish: run.text(action, "finish").map { run.finish($0) }
    }
  }
}

/// Tasks, signals and streams.
///
/// A task runs until it waits; its frames then stay, with everything they hold, until it is woken.
extension Simulation {
  fileprivate func failOutsideTask(_ word: String) {
    fail(
      "\"\(word)\" outside a task",
      expected: "a place in a task's closure, or in a method that a task calls")
  }

  fileprivate func startTask(_ action: Action, in frame: Frame) {
    let closure = value(action, "task", in: frame)
    guard halt == nil, closure >= 0 else { return }
    let task = make("Task", hint: "task", in: frame)
    let registration = register(.task, task, event: "cancel()", in: frame)
    holdRegistered("operation", of: task, closure, registration)
    holdRegistered("tasks", of: root("Task.executor"), task, registration, isListed: true)
    storeResult(task, of: action, in: frame)
    let thread = Thread(Frame([]), task: task)
    invoke(closure, on: thread)
    threads.append(thread)
    runDeeper(thread, "tasks start tasks")
  }

  /// Runs a thread inside of what another one does, which it may do only so deep.
  private func runDeeper(_ thread: Thread, _ what: String) {
    depth += 1
    if depth > Self.deepestCall {
      fail("\(what) over \(Self.deepestCall) deep: is this an endless recursion?")
    }
    run(thread)
    depth -= 1
  }

  /// The end of a task: the executor lets it go, and it lets its closure go.
  func finishTask(_ thread: Thread) {
    guard let index = threads.firstIndex(where: { $0 === thread }) else { return }
    threads.remove(at: index)
    heap.pin(thread.task)
    endRegistrations(of: thread.task, [.task])
    heap.unpin(thread.task)
  }

  /// In a replay of the cut that unwraps `self` inside each turn: a waiting task holds no more than weakly.
  func releaseWhileWaiting(_ thread: Thread) {
    guard thread.wait != nil, !settings.releasesWhileWaiting.isEmpty,
      let registration = registered[thread.task]?.first,
      settings.releasesWhileWaiting.contains(registrations[Int(registration)].site)
    else { return }
    let operation = held("operation", of: thread.task)
    for frame in thread.frames {
      for index in frame.variables.indices where frame.variables[index].isPinned {
        frame.variables[index].isPinned = false
        frame.variables[index].strength = .weak
        heap.unpin(frame.variables[index].target)
      }
      for object in frame.held where object != operation { heap.unpin(object) }
      frame.held.removeAll { $0 != operation }
    }
  }

  fileprivate func startLoop(_ action: Action, in frame: Frame, on thread: Thread) {
    guard case .actions(let body)? = action["do"], let stream = text(action, "for await") else {
      return
    }
    let loop = Frame(body, outer: frame)
    loop.stream = stream
    call(loop, on: thread)
  }

  /// One turn of a loop: its body for a value that is there, its end, or a wait.
  func turn(_ loop: Frame, on thread: Thread) {
    guard let stream = loop.stream else { return }
    // What was given before the end is delivered behind it too, as AsyncStream does.
    if let count = streams.buffered[stream], count > 0 {
      streams.buffered[stream] = count - 1
      call(Frame(loop.actions, outer: loop.outer), on: thread)
    } else if thread.isCancelled || streams.finished.contains(stream) {
      thread.frames.removeLast()
      leave(loop)
    } else {
      thread.wait = .stream(stream)
    }
  }

  /// The end of a stream.
  fileprivate func finish(_ stream: String) {
    streams.finished.insert(stream)
    wake(.stream(stream))
  }

  fileprivate func wake(_ wait: Thread.Wait) {
    for thread in threads where thread.wait == wait {
      thread.wait = nil
      resume(thread)
    }
  }

  private func resume(_ thread: Thread) {
    heap.pin(thread.task)
    runDeeper(thread, "tasks wake tasks")
    heap.unpin(thread.task)
  }

  fileprivate func yield(to stream: String) {
    sendValue(to: stream)
    let waiting = threads.filter { $0.wait == .stream(stream) }
    if waiting.isEmpty, !streams.finished.contains(stream) {
      streams.buffered[stream, default: 0] += 1
    }
    for thread in waiting where thread.wait == .stream(stream) {
      guard let loop = thread.frames.last else { continue }
      thread.wait = nil
      call(Frame(loop.actions, outer: loop.outer), on: thread)
      resume(thread)
    }
  }

  /// Asks a task to end, or ends a subscription, an observation, a timer or a source.
  func cancel(_ object: Int32) {
    if let thread = threads.first(where: { $0.task == object }) {
      thread.isCancelled = true
      for registration in activeRegistrations(of: object) {
        registrations[Int(registration)].isCancelled = true
      }
      if case .stream? = thread.wait {
        thread.wait = nil
        resume(thread)
      }
      return
    }
    endRegistrations(
      of: object, [.subscription, .source, .observation, .timer, .displayLink, .work])
  }
}
