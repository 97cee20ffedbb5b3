import LeakCheckGraph
import LeakCheckText

/// A simulation that runs a program on a simulated heap, with UIKit, run loop, notification center and tasks.
///
/// Every function that goes on in the program's own code looks at ``halt`` first: a scenario that asks for
/// something impossible, or a program that would crash, stops where it stands.
///
/// A class, because callbacks change the state that called them.
final class Simulation {
  let program: Program
  let heap = SimulatedHeap()
  /// What a replay does differently.
  let settings: RunSettings

  var log: [LogEntry] = []
  var failedChecks: [FailedCheck] = []
  /// The subjects of the failed checks that may hold later, by the place of the check.
  var eventual: [Int: Expected] = [:]
  /// The graph of each snapshot by its label; `nil` for one that nobody asked to keep.
  var snapshots: [String: ObjectGraph?] = [:]
  /// The objects of all snapshots that were kept, also for a moment.
  var snapshotObjects = 0
  var halt: Halt?
  /// What a replay compares.
  var replayed = ReplayRecord()
  /// What records each moment, where that is asked for.
  var recorder: StepRecorder?

  var clock: Double = 0
  var step = 0
  var steps: Frame
  var calls: [CallbackCall] = []
  var site: Int32 = 0
  var depth = 0
  /// Where each local that is no more was given up.
  var dropped: [String: (object: Int32, site: Int32)] = [:]
  /// Why an object is expected to be gone.
  var goneReasons: [Int32: String] = [:]
  var roots = Roots()
  /// The method of a bound method.
  var methods: [Int32: String] = [:]

  /// Who holds what, for those who ask why something is not gone.
  var holders = Holders()
  /// Which objects have a name or a type, for those who expect something of them.
  var groups = ObjectGroups()

  let monitor = MisuseMonitor()
  var teardowns: Teardowns
  /// The threads of callbacks and closures under way, the outermost first.
  var running: [Thread] = []
  /// What is not followed of a source, by its place.
  var unfollowed: [Int32: Unfollowed] = [:]
  /// What was done of what ``RunBounds`` bounds.
  var spent = RunCost()

  /// Deeper calls are taken for endless recursion.
  static let deepestCall = 100
  static let mostFrames = 10_000
  static let mostFramesOfSource = 1_000

  init(_ program: Program, settings: RunSettings = RunSettings()) {
    self.program = program
    self.settings = settings
    steps = Frame(program.steps)
    teardowns = Teardowns(program.types)
    heap.releaseOrder = ReleaseOrder(of: types, symbol: heap.symbol)
    heap.onDeinit = { [unowned self] in willFree($0) }
    heap.onFreed = { [unowned self] in didFree($0) }
  }

  // MARK: - Services, each with the state of its own

  private(set) lazy var registrations = Registrations(self)
  private(set) lazy var screens = Screens(self)
  private(set) lazy var runLoop = RunLoop(self)
  private(set) lazy var mainQueue = MainQueue(self)
  private(set) lazy var notifications = Notifications(self)
  private(set) lazy var publishers = Publishers(self)
  private(set) lazy var sessions = Sessions(self)
  private(set) lazy var tasks = Tasks(self)

  var types: TypeTable { program.types }

  /// Runs every step, then drops the locals: the end of the scenario.
  func run() {
    while halt == nil, steps.position < steps.actions.count {
      let action = steps.actions[steps.position]
      steps.position += 1
      step = steps.position
      replayed.countBeforeStep = heap.count
      // What a step calls runs on a thread of its own, to its end: only tasks wait.
      let thread = Thread(steps)
      perform(action, in: steps, on: thread)
      thread.frames.removeFirst()
      if !thread.frames.isEmpty { recorder?.showAround(self) }
      running.append(thread)
      run(thread)
      running.removeLast()
      releaseTemporaries(of: steps)
      mainQueue.drain()
      announce(.stepEnded)
      recorder?.leave(self)
      if settings.checksHeap, halt == nil, let broken = heap.brokenInvariant() { fail(broken) }
    }
    if halt == nil { endScenario() }
    recorder?.end(self)
  }

  private func endScenario() {
    step += 1
    applyEndsAtEnd()
    announceEnd()
    leave(steps)
    if settings.settles { settle() }
  }

  // MARK: - Threads

  /// Runs a frame to its end; it must not wait.
  func runNested(_ frame: Frame) {
    guard halt == nil else { return }
    guard depth < Self.deepestCall else { return refuse(frame, deeperThan: Self.deepestCall) }
    guard countCall() else { return }
    depth += 1
    running.append(Thread(frame))
    run(running[running.count - 1])
    running.removeLast()
    depth -= 1
  }

  func run(_ thread: Thread) {
    while halt == nil, thread.wait == nil, let frame = thread.frames.last {
      if frame.stream != nil {
        tasks.turn(frame, on: thread)
      } else if frame.position < frame.actions.count {
        let action = frame.actions[frame.position]
        frame.position += 1
        perform(action, in: frame, on: thread)
        releaseTemporaries(of: frame)
        recorder?.leave(self)
      } else {
        thread.frames.removeLast()
        leave(frame)
      }
    }
    guard thread.task >= 0 else { return }
    guard !thread.frames.isEmpty else { return tasks.finish(thread) }
    tasks.note(thread)
    tasks.releaseWhileWaiting(thread)
  }

  /// Puts a body on top of a thread.
  func call(_ frame: Frame, on thread: Thread) {
    let most = isOfSource ? Self.mostFramesOfSource : Self.mostFrames
    guard thread.frames.count < most else { return refuse(frame, deeperThan: most) }
    guard countCall() else { return }
    thread.frames.append(frame)
  }

  /// The end of a frame: its locals go in the order in which they were made.
  func leave(_ frame: Frame) {
    releaseTemporaries(of: frame)
    for index in frame.variables.indices where frame.variables[index].isRetained {
      frame.variables[index].isRetained = false
      heap.release(frame.variables[index].target)
    }
    for object in frame.held { heap.release(object) }
    frame.held = []
  }

  /// Leaves the function that a frame is in, and the loops around it.
  func returnFrom(_ frame: Frame, on thread: Thread) {
    guard function(of: frame) !== steps else {
      return fail("the steps cannot be left", expected: "the end of them, or a body to leave")
    }
    while let last = thread.frames.popLast() {
      leave(last)
      if !last.isInLoop { break }
    }
  }

  func releaseTemporaries(of frame: Frame) {
    while !frame.temporaries.isEmpty {
      let temporaries = frame.temporaries
      frame.temporaries = []
      for object in temporaries { heap.release(object) }
    }
  }

  // MARK: - Failing

  /// The place of the action that runs, for messages.
  func sitePlace(_ site: Int32) -> SourcePlace? { program.sites[Int(site)].place }

  /// Ends the run: the scenario asks for something that is not there.
  func fail(_ problem: String, expected: String = "", suggestion: String? = nil) {
    guard halt == nil else { return }
    halt = .failure(error(problem, expected: expected, suggestion: suggestion))
  }

  /// An error at the place of the action that runs.
  func error(_ problem: String, expected: String, suggestion: String? = nil) -> InputError {
    let site = program.sites[Int(self.site)]
    let start = site.place == nil ? "\(site.owner), action \(site.number): " : ""
    return InputError(
      source: program.scenario.name(of: site.place),
      line: site.place?.line ?? 1, column: site.place?.column ?? 1,
      problem: start + problem, expected: expected,
      suggestion: suggestion.map { Quotation.quoted($0) })
  }

  func trap(_ slot: SimulatedHeap.Slot, of holder: Int32) {
    guard halt == nil else { return }
    halt = .trap(
      Trap(holder: holder, target: slot.target, name: heap.text(slot.name), site: site))
  }

  // MARK: - Freeing

  private func willFree(_ object: Int32) {
    if isController(object) { announce(.settles(object)) }
    send("deinit", to: object)
    screens.freesSubviews(of: object)
    registrations.endWith(object)
  }

  private func didFree(_ object: Int32) {
    screens.controllers.forget(object)
    goneReasons[object] = nil
    methods[object] = nil
    registrations.forget(object)
    if settings.isReplay { replayed.note(deathOf: object, named: heap.label(of: object), in: step) }
  }
}

/// A check of a scenario that failed.
public struct FailedCheck: Sendable, Equatable {
  /// The check: `expectGone`, `expectAlive` or `trap`.
  public var check: String
  /// The name or type.
  public var name: String
  /// The problem, in a sentence.
  public var message: String
  /// The line of the check, or 0.
  public var line: Int
  /// The source file from which the scenario was translated, or empty for the scenario's own file.
  public var file: String = ""
}
