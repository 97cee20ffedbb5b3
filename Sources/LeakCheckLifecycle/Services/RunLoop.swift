import LeakCheckGraph

/// The words of timers, display links and queues.
enum TimeWord: String, SubjectWord {
  case timer, displayLink, invalidate, advance, after, async, animate, source

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .timer: run.runLoop.addTimer(action, in: frame)
    case .displayLink: run.runLoop.addDisplayLink(action, in: frame)
    case .invalidate: run.runLoop.invalidate(action, in: frame)
    case .advance: run.number(action, "advance").map { run.runLoop.advance($0) }
    case .after:
      run.mainQueue.enqueue(
        run.value(action, "do", in: frame), after: run.number(action, "after") ?? 0,
        repeats: run.truth(action, "repeats"), in: frame)
    case .async: run.mainQueue.enqueue(run.value(action, "async", in: frame), after: nil, in: frame)
    case .animate: run.mainQueue.animate(action, in: frame)
    case .source: run.mainQueue.addSource(action, in: frame)
    }
  }
}

/// The main run loop: timers, display links and everything that waits for the clock.
///
/// A class, because what it fires may change it.
final class RunLoop {
  unowned let run: Simulation
  struct Entry {
    var registration: Int32
    var time: Double
    /// Seconds between two firings, or `nil` for once.
    var interval: Double?
    /// The method that a target gets, or `nil`.
    var selector: String?
  }

  /// The order of an entry by due time, then by creation.
  private struct Due: Comparable {
    var time: Double
    var number: Int

    static func < (left: Due, right: Due) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }
  }

  /// More firings in one move of the clock are taken for a mistake in the scenario.
  private static let mostFirings = 1_000_000
  /// The run loop fires a timer at most this often, as Foundation says of an interval of 0.
  private static let shortestInterval = 0.0001

  /// What fires, in the order in which it was made; nothing where it has ended.
  private var entries: [Entry?] = []
  /// The entries of each registration.
  private var numbers: [Int32: [Int]] = [:]
  /// When they are due; what is no longer so, the entries tell.
  private var queue = BinaryHeap<Due>()

  init(_ run: Simulation) { self.run = run }

  fileprivate func addTimer(_ action: Action, in frame: Frame) {
    let every = run.number(action, "timer.every")
    let interval = max(every ?? run.number(action, "timer.after") ?? 0, Self.shortestInterval)
    let timer = run.make("Timer", hint: "timer", in: frame)
    let registration = run.registrations.add(
      .timer, timer, event: every == nil ? "fires" : "invalidate()", endsByItself: every == nil,
      in: frame)
    var selector: String?
    if action["timer.target"] != nil {
      let target = run.receiver(action, "timer.target", selector: "timer.selector", in: frame)
      selector = target.selector
      run.registrations.setReference("target", of: timer, target.object, registration)
    } else {
      run.registrations.setReference(
        "block", of: timer, run.value(action, "timer.block", in: frame), registration)
    }
    run.registrations.setReference(
      "timers", of: run.root("RunLoop.main"), timer, registration, isListed: true)
    let isIdle = selector == nil && doesNothing(run.target("block", of: timer))
    add(
      Entry(
        registration: registration, time: run.clock + interval,
        interval: every == nil ? nil : interval, selector: selector),
      isIdle: isIdle)
    run.storeResult(timer, of: action, in: frame)
  }

  fileprivate func addDisplayLink(_ action: Action, in frame: Frame) {
    let link = run.make("CADisplayLink", hint: "displayLink", in: frame)
    let registration = run.registrations.add(.displayLink, link, event: "invalidate()", in: frame)
    let target = run.receiver(
      action, "displayLink.target", selector: "displayLink.selector", in: frame)
    run.registrations.setReference("target", of: link, target.object, registration)
    run.registrations.setReference(
      "displayLinks", of: run.root("RunLoop.main"), link, registration, isListed: true)
    add(
      Entry(
        registration: registration, time: run.clock + 1 / 60, interval: 1 / 60,
        selector: target.selector),
      isIdle: target.selector == nil)
    run.storeResult(link, of: action, in: frame)
  }

  fileprivate func invalidate(_ action: Action, in frame: Frame) {
    guard let object = run.object(action, "invalidate", in: frame) else { return }
    run.registrations.end(of: object, [.timer, .displayLink, .observation, .session])
  }

  /// Adds what fires, but for a repeating timer that calls nothing: it does nothing that could be seen.
  private func add(_ entry: Entry, isIdle: Bool = false) {
    guard !isIdle || entry.interval == nil else { return }
    numbers[entry.registration, default: []].append(entries.count)
    queue.insert(Due(time: entry.time, number: entries.count))
    entries.append(entry)
  }

  /// Moves the clock; everything due fires in the order of its time.
  fileprivate func advance(_ seconds: Double) {
    let end = run.clock + seconds
    var firings = 0
    while run.halt == nil, let next = nextDue(until: end) {
      firings += 1
      guard firings <= Self.mostFirings else {
        return run.fail(
          "the run loop would fire more than \(Self.mostFirings) times in \(seconds) s")
      }
      run.clock = max(run.clock, next.time)
      fire(next.number)
      run.mainQueue.drain()
    }
    run.clock = end
  }

  /// Fires everything that fires once, in the order in which it was made.
  func fireOnce() {
    for number in entries.indices where run.halt == nil {
      guard let entry = entries[number], entry.interval == nil else { continue }
      run.clock = max(run.clock, entry.time)
      fire(number)
      run.mainQueue.drain()
    }
  }

  /// Takes out the first that is due and has not ended.
  private func nextDue(until end: Double) -> Due? {
    while let next = queue.popLeast() {
      guard let entry = entries[next.number], entry.time == next.time else { continue }
      if next.time <= end { return next }
      queue.insert(next)
      return nil
    }
    return nil
  }

  /// Whether a block is not there, or has an empty body.
  private func doesNothing(_ block: Int32) -> Bool {
    guard block >= 0 else { return true }
    let code = run.heap.objects[Int(block)].code
    return code >= 0 && run.program.closures[Int(code)].literal.body.isEmpty
  }

  private func fire(_ number: Int) {
    guard let entry = entries[number] else { return }
    let object = run.registrations[entry.registration].object
    if let interval = entry.interval {
      entries[number]?.time += interval
      queue.insert(Due(time: entry.time + interval, number: number))
    } else {
      entries[number] = nil
    }
    run.heap.retain(object)
    if let selector = entry.selector {
      let target = run.target("target", of: object)
      if target >= 0 { run.callMethod(selector, of: target, on: nil) }
    } else {
      // A timer's block is given the timer, which it may end.
      run.invoke(run.target("block", of: object), handing: Handover(arguments: [object]))
    }
    if entry.interval == nil { run.registrations.end(entry.registration) }
    run.heap.release(object)
  }

  /// Has a registration's block run after some seconds.
  func schedule(_ registration: Int32, after seconds: Double) {
    add(Entry(registration: registration, time: run.clock + seconds))
  }

  /// The end of a registration.
  func ended(_ registration: Int32) {
    for number in numbers.removeValue(forKey: registration) ?? [] { entries[number] = nil }
  }
}
