import LeakCheckGraph

/// The streams: values that nobody has read yet, and the finished streams.
struct StreamStates {
  var buffered: [String: Int] = [:]
  var finished: Set<String> = []
}

/// The words of tasks, signals and streams.
enum TaskWord: String, SubjectWord {
  case task, await
  case forAwait = "for await"
  case cancel, signal, yield, finish

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .task: run.tasks.startTask(action, in: frame)
    case .await:
      guard thread.task >= 0 else { return run.tasks.failOutsideTask("await") }
      guard let signal = run.text(action, "await") else { return }
      if run.truth(action, "lost") {
        run.tasks.loseContinuation(of: thread, in: frame)
      } else {
        thread.wait = .signal(signal)
      }
    case .forAwait:
      guard thread.task >= 0 else { return run.tasks.failOutsideTask("for await") }
      run.tasks.startLoop(action, in: frame, on: thread)
    case .cancel: run.object(action, "cancel", in: frame).map { run.tasks.cancel($0) }
    case .signal: run.text(action, "signal").map { run.tasks.wake(.signal($0)) }
    case .yield: run.text(action, "yield").map { run.tasks.yield(to: $0) }
    case .finish: run.text(action, "finish").map { run.tasks.finish($0) }
    }
  }
}

/// Tasks, signals and streams.
///
/// A task runs until it waits; its frames then stay, with everything they hold, until it is woken.
///
/// A class, because the tasks that it runs may start others.
final class Tasks {
  unowned let run: Simulation
  /// The tasks that have not ended, by their objects, which are numbered as they are made.
  private var threadOf: [Int32: Thread] = [:]
  /// The tasks that wait for something, or did, in the order in which they were made.
  private var waiting: [Thread.Wait: [Int32]] = [:]
  private var streams = StreamStates()

  init(_ run: Simulation) { self.run = run }

  /// The tasks that have not ended, in the order in which they were made.
  var threads: [Thread] { threadOf.values.sorted { $0.task < $1.task } }

  /// The thread of a task that has not ended, or `nil`.
  func thread(of task: Int32) -> Thread? { threadOf[task] }

  /// The tasks that wait for something, in the order in which they were made.
  func threads(waitingFor wait: Thread.Wait) -> [Thread] {
    waiting[wait, default: []].compactMap { threadOf[$0] }.filter { $0.wait == wait }
  }

  /// The signals that tasks wait for, in alphabetical order.
  var awaitedSignals: [String] {
    waiting.keys.compactMap { wait in
      guard case .signal(let name) = wait, !threads(waitingFor: wait).isEmpty else { return nil }
      return name
    }.sorted()
  }

  /// Notes what a task waits for.
  func note(_ thread: Thread) {
    guard let wait = thread.wait else { return }
    let tasks = waiting[wait, default: []]
    let place = tasks.partitioningIndex { $0 >= thread.task }
    guard place == tasks.count || tasks[place] != thread.task else { return }
    waiting[wait, default: []].insert(thread.task, at: place)
  }

  fileprivate func failOutsideTask(_ word: String) {
    run.fail(
      "\"\(word)\" outside a task",
      expected: "a place in a task's closure, or in a method that a task calls")
  }

  fileprivate func startTask(_ action: Action, in frame: Frame) {
    let closure = run.value(action, "task", in: frame)
    guard run.halt == nil, closure >= 0 else { return }
    let task = run.make("Task", hint: "task", in: frame)
    let registration = run.registrations.add(.task, task, event: "cancel()", in: frame)
    run.registrations.setReference("operation", of: task, closure, registration)
    run.registrations.setReference(
      "tasks", of: run.root("Task.executor"), task, registration, isListed: true)
    run.storeResult(task, of: action, in: frame)
    let thread = Thread(Frame([]), task: task)
    run.invoke(closure, on: thread)
    threadOf[task] = thread
    runDeeper(thread, "tasks start tasks")
  }

  /// Has a task wait for a continuation that nothing resumes: it is kept by that alone, and cancelling is no end.
  fileprivate func loseContinuation(of thread: Thread, in frame: Frame) {
    let executor = run.root("Task.executor")
    let continuation = run.make("CheckedContinuation", hint: "continuation", in: frame)
    let registration = run.registrations.add(
      .continuation, continuation, event: "resume()", in: frame)
    run.registrations.setReference(
      "continuations", of: executor, continuation, registration, isListed: true)
    run.registrations.setReference("task", of: continuation, thread.task, registration)
    for task in run.registrations.active(of: thread.task) {
      run.heap.remove(from: executor, .registration(task))
    }
    thread.wait = .continuation(continuation)
  }

  /// In a replay: a continuation is resumed after all.
  func resume(_ continuation: Int32) {
    guard let thread = threads(waitingFor: .continuation(continuation)).first else { return }
    thread.wait = nil
    resume(thread)
  }

  /// Runs a thread inside of what another one does, which it may do only so deep.
  private func runDeeper(_ thread: Thread, _ what: String) {
    run.depth += 1
    if run.depth > Simulation.deepestCall {
      run.fail("\(what) over \(Simulation.deepestCall) deep: is this an endless recursion?")
    }
    run.run(thread)
    run.depth -= 1
  }

  /// The end of a task: the executor lets it go, and it lets its closure go.
  func finish(_ thread: Thread) {
    guard threadOf.removeValue(forKey: thread.task) != nil else { return }
    run.heap.retain(thread.task)
    run.registrations.end(of: thread.task, [.task])
    run.heap.release(thread.task)
  }

  /// In a replay of the cut that unwraps `self` inside each turn: a waiting task holds no more than weakly.
  func releaseWhileWaiting(_ thread: Thread) {
    guard thread.wait != nil, !run.settings.releasesWhileWaiting.isEmpty,
      let registration = run.registrations.all(of: thread.task).first,
      run.settings.releasesWhileWaiting.contains(run.registrations[registration].site)
    else { return }
    let operation = run.target("operation", of: thread.task)
    // A method that waits keeps its own `self`, whoever called it.
    for frame in thread.frames where frame.method == nil && frame.call == nil {
      for index in frame.variables.indices where frame.variables[index].isRetained {
        frame.variables[index].isRetained = false
        frame.variables[index].strength = .weak
        run.heap.release(frame.variables[index].target)
      }
      for object in frame.held where object != operation { run.heap.release(object) }
      frame.held.removeAll { $0 != operation }
    }
  }

  fileprivate func startLoop(_ action: Action, in frame: Frame, on thread: Thread) {
    guard case .actions(let body)? = action["do"], let stream = run.text(action, "for await") else {
      return
    }
    let loop = Frame(body, outer: frame)
    loop.stream = stream
    run.call(loop, on: thread)
  }

  /// One turn of a loop: its body for a value that is there, its end, or a wait.
  func turn(_ loop: Frame, on thread: Thread) {
    guard let stream = loop.stream else { return }
    // What was given before the end is delivered behind it too, as AsyncStream does.
    if let count = streams.buffered[stream], count > 0 {
      streams.buffered[stream] = count - 1
      run.call(Frame(loop.actions, outer: loop.outer), on: thread)
    } else if thread.isCancelled || streams.finished.contains(stream) {
      thread.frames.removeLast()
      run.leave(loop)
    } else {
      thread.wait = .stream(stream)
    }
  }

  /// The end of a stream.
  fileprivate func finish(_ stream: String) {
    streams.finished.insert(stream)
    wake(.stream(stream))
  }

  func wake(_ wait: Thread.Wait) {
    let last = run.heap.count
    var woken: Int32 = -1
    // A task that is woken may have others wait for the same, which are woken too where they were made later.
    while let task = waiting[wait]?.first(after: woken), task < last {
      woken = task
      guard let thread = threadOf[task], thread.wait == wait else { continue }
      thread.wait = nil
      resume(thread)
    }
    let left = threads(waitingFor: wait).map(\.task)
    waiting[wait] = left.isEmpty ? nil : left
  }

  private func resume(_ thread: Thread) {
    run.heap.retain(thread.task)
    runDeeper(thread, "tasks wake tasks")
    run.heap.release(thread.task)
  }

  fileprivate func yield(to stream: String) {
    run.publishers.send(to: stream)
    let waiting = threads(waitingFor: .stream(stream))
    if waiting.isEmpty, !streams.finished.contains(stream) {
      streams.buffered[stream, default: 0] += 1
    }
    for thread in waiting where thread.wait == .stream(stream) {
      guard let loop = thread.frames.last else { continue }
      thread.wait = nil
      run.call(Frame(loop.actions, outer: loop.outer), on: thread)
      resume(thread)
    }
  }

  /// Asks a task to end, or ends a subscription, an observation, a timer or a source.
  func cancel(_ object: Int32) {
    if let thread = threadOf[object] {
      thread.isCancelled = true
      run.registrations.cancel(object)
      if case .stream? = thread.wait {
        thread.wait = nil
        resume(thread)
      }
      return
    }
    run.registrations.end(
      of: object, [.subscription, .source, .observation, .timer, .displayLink, .work])
  }
}

extension [Int32] {
  /// The first of these, which are in rising order, that is above another one.
  fileprivate func first(after other: Int32) -> Int32? {
    let place = partitioningIndex { $0 > other }
    return place < count ? self[place] : nil
  }
}
