import LeakCheckGraph

/// What waits for the clock or for the next turn of the main queue.
struct Scheduler {
  struct Entry {
    var registration: Int32
    var time: Double
    /// Seconds between two firings, or `nil` for once.
    var interval: Double?
    /// The method that a target gets, or `nil`.
    var selector: String?
    /// Whether firing does nothing that could be seen.
    var isIdle = false
  }

  var entries: [Entry] = []
  /// Work for the next turn, in the order of arrival.
  var queue: [Int32] = []
  /// Blocks that run alongside a rotation, while one is announced.
  var alongside: [(animation: Int32, completion: Int32)]?

  mutating func remove(_ registration: Int32) {
    entries.removeAll { $0.registration == registration }
  }
}

/// The words of timers, display links and queues.
enum TimeWord: String, SubjectWord {
  case timer, displayLink, invalidate, advance, after, async, animate, source

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .timer: run.addTimer(action, in: frame)
    case .displayLink: run.addDisplayLink(action, in: frame)
    case .invalidate: run.invalidate(action, in: frame)
    case .advance: run.number(action, "advance").map { run.advance($0) }
    case .after:
      run.enqueue(
        run.value(action, "do", in: frame), after: run.number(action, "after") ?? 0, in: frame)
    case .async: run.enqueue(run.value(action, "async", in: frame), after: nil, in: frame)
    case .animate: run.animate(action, in: frame)
    case .source: run.addSource(action, in: frame)
    }
  }
}

/// Timers, display links and queues.
extension Simulation {
  /// More firings in one move of the clock are taken for a mistake in the scenario.
  private static let mostFirings = 1_000_000
  private static let mostTurns = 10_000
  /// The run loop fires a timer at most this often, as Foundation says of an interval of 0.
  private static let shortestInterval = 0.0001

  /// A target, and the method that it gets: named by itself, or as the end of the target's place.
  func target(
    _ action: Action, _ key: String, selector: String, in frame: Frame
  ) -> (object: Int32, selector: String?) {
    guard let place = place(action, key) else { return (-1, nil) }
    if let method = place.path.last {
      let receiver = object(place.parent, in: frame)
      if receiver >= 0, implementsMethod(method, receiver) { return (receiver, method) }
    }
    let target = object(place, in: frame)
    let method = text(action, selector)
    if let method, target >= 0, !implementsMethod(method, target) {
      failNoMethod(method, of: target)
    }
    return (target, method)
  }

  fileprivate func addTimer(_ action: Action, in frame: Frame) {
    let every = number(action, "timer.every")
    let interval = max(every ?? number(action, "timer.after") ?? 0, Self.shortestInterval)
    let timer = make("Timer", hint: "timer", in: frame)
    let registration = register(
      .timer, timer, event: every == nil ? "fires" : "invalidate()", endsByItself: every == nil,
      in: frame)
    var selector: String?
    if action["timer.target"] != nil {
      let target = target(action, "timer.target", selector: "timer.selector", in: frame)
      selector = target.selector
      holdRegistered("target", of: timer, target.object, registration)
    } else {
      holdRegistered("block", of: timer, value(action, "timer.block", in: frame), registration)
    }
    holdRegistered("timers", of: root("RunLoop.main"), timer, registration, isListed: true)
    scheduler.entries.append(
      .init(
        registration: registration, time: clock + interval,
        interval: every == nil ? nil : interval, selector: selector,
        isIdle: selector == nil && doesNothing(held("block", of: timer))))
    storeResult(timer, of: action, in: frame)
  }

  fileprivate func addDisplayLink(_ action: Action, in frame: Frame) {
    let link = make("CADisplayLink", hint: "displayLink", in: frame)
    let registration = register(.displayLink, link, event: "invalidate()", in: frame)
    let target = target(
      action, "displayLink.target", selector: "displayLink.selector", in: frame)
    holdRegistered("target", of: link, target.object, registration)
    holdRegistered("displayLinks", of: root("RunLoop.main"), link, registration, isListed: true)
    scheduler.entries.append(
      .init(
        registration: registration, time: clock + 1 / 60, interval: 1 / 60,
        selector: target.selector, isIdle: target.selector == nil))
    storeResult(link, of: action, in: frame)
  }

  /// Stores what an action made where its `in` says.
  func storeResult(_ object: Int32, of action: Action, in frame: Frame, isListed: Bool = false) {
    guard halt == nil, let place = place(action, "in") else { return }
    store(object, at: place, in: frame, isListed: isListed)
  }

  fileprivate func invalidate(_ action: Action, in frame: Frame) {
    guard let object = object(action, "invalidate", in: frame) else { return }
    endRegistrations(of: object, [.timer, .displayLink, .observation, .session])
  }

  /// Moves the clock; everything due fires in the order of its time.
  fileprivate func advance(_ seconds: Double) {
    let end = clock + seconds
    var firings = 0
    skipIdle(until: end)
    while halt == nil, let next = nextDue(until: end) {
      firings += 1
      guard firings <= Self.mostFirings else {
        return fail("the clock would fire more than \(Self.mostFirings) times in \(seconds) s")
      }
      guard countVisits(scheduler.entries.count) else { return }
      clock = max(clock, scheduler.entries[next].time)
      let known = registrations.count
      fire(next)
      drainQueues()
      if registrations.count != known { skipIdle(until: end) }
    }
    clock = end
  }

  private func nextDue(until end: Double) -> Int? {
    var best: Int?
    for (index, entry) in scheduler.entries.enumerated() where entry.time <= end {
      if best.map({ entry.time < scheduler.entries[$0].time }) ?? true { best = index }
    }
    return best
  }

  /// Repeating timers that call nothing pass over their firings at once.
  private func skipIdle(until end: Double) {
    for index in scheduler.entries.indices {
      let entry = scheduler.entries[index]
      guard entry.isIdle, let interval = entry.interval else { continue }
      if entry.time <= end {
        let turns = ((end - entry.time) / interval).rounded(.down) + 1
        scheduler.entries[index].time += turns * interval
      }
    }
  }

  /// Whether a block is not there, or has an empty body.
  private func doesNothing(_ block: Int32) -> Bool {
    guard block >= 0 else { return true }
    let code = heap.objects[Int(block)].code
    return code >= 0 && program.closures[Int(code)].literal.body.isEmpty
  }

  private func fire(_ index: Int) {
    let entry = scheduler.entries[index]
    let object = registrations[Int(entry.registration)].object
    if let interval = entry.interval {
      scheduler.entries[index].time += interval
    } else {
      scheduler.entries.remove(at: index)
    }
    heap.pin(object)
    if let selector = entry.selector {
      let target = held("target", of: object)
      if target >= 0 { callMethod(selector, of: target, on: nil) }
    } else {
      // A timer's block is given the timer, which it may end.
      invoke(held("block", of: object), handing: Handover(arguments: [object]))
    }
    if entry.interval == nil { end(entry.registration) }
    heap.unpin(object)
  }

  // MARK: - Queues

  /// Gives the main queue a block, for its next turn or after a time.
  fileprivate func enqueue(_ closure: Int32, after seconds: Double?, in frame: Frame) {
    guard halt == nil, closure >= 0 else { return }
    let item = make("DispatchWorkItem", hint: "workItem", in: frame)
    let registration = register(.work, item, event: "runs", endsByItself: true, in: frame)
    holdRegistered("block", of: item, closure, registration)
    holdRegistered(
      "workItems", of: root("DispatchQueue.main"), item, registration, isListed: true)
    if let seconds {
      scheduler.entries.append(.init(registration: registration, time: clock + seconds))
    } else {
      scheduler.queue.append(registration)
    }
  }

  /// Runs the work of the main queue, and what that adds, until it is empty.
  func drainQueues() {
    var turns = 0
    while halt == nil, !scheduler.queue.isEmpty {
      turns += 1
      guard turns <= Self.mostTurns else {
        return fail("the main queue got work \(Self.mostTurns) times in one step: does it end?")
      }
      let registration = scheduler.queue.removeFirst()
      guard registrations[Int(registration)].isActive else { continue }
      let item = registrations[Int(registration)].object
      heap.pin(item)
      invoke(held("block", of: item))
      end(registration)
      heap.unpin(item)
    }
  }

  fileprivate func animate(_ action: Action, in frame: Frame) {
    let animation = value(action, "animate", in: frame)
    let completion = action["completion"] == nil ? -1 : value(action, "completion", in: frame)
    guard halt == nil else { return }
    if scheduler.alongside != nil, calls.last?.name == "viewWillTransition" {
      heap.pin(animation)
      heap.pin(completion)
      scheduler.alongside?.append((animation, completion))
      return
    }
    invoke(animation)
    enqueue(completion, after: nil, in: frame)
  }

  fileprivate func addSource(_ action: Action, in frame: Frame) {
    let source = make("DispatchSource", hint: "source", in: frame)
    let registration = register(.source, source, event: "cancel()", in: frame)
    holdRegistered("handler", of: source, value(action, "source.handler", in: frame), registration)
    storeResult(source, of: action, in: frame)
  }
}
