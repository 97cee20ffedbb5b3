import LeakCheckGraph

/// The main queue: blocks for its next turn, animations, and dispatch sources.
///
/// A class, because the blocks that it runs may add others.
final class MainQueue {
  unowned let run: Simulation
  private static let mostTurns = 10_000

  /// Work for the next turn, in the order of arrival.
  private var items: [Int32] = []
  /// Blocks that run alongside a rotation, while one is announced.
  private var alongside: [(animation: Int32, completion: Int32)]?

  init(_ run: Simulation) { self.run = run }

  /// The blocks that transitions announce meanwhile, to run alongside.
  func animationsAlongside(_ transitions: () -> Void) -> [(animation: Int32, completion: Int32)] {
    alongside = []
    transitions()
    defer { alongside = nil }
    return alongside ?? []
  }

  /// Gives the main queue a block, for its next turn or after a time; one that `repeats` asks for its next run.
  func enqueue(_ closure: Int32, after seconds: Double?, repeats: Bool = false, in frame: Frame) {
    guard run.halt == nil, closure >= 0 else { return }
    let item = run.make("DispatchWorkItem", hint: "workItem", in: frame)
    let registration = run.registrations.add(
      .work, item, event: "runs", endsByItself: !repeats, in: frame)
    run.registrations.setReference("block", of: item, closure, registration)
    run.registrations.setReference(
      "workItems", of: run.root("DispatchQueue.main"), item, registration, isListed: true)
    if let seconds {
      run.runLoop.schedule(registration, after: seconds)
    } else {
      items.append(registration)
    }
  }

  /// Ends work that never ends: in a source, the rest of it is not followed.
  private func failEndless() {
    run.fail("the main queue got work \(Self.mostTurns) times in one step: does it end?")
    guard run.dropsFailure() else { return }
    for registration in items { run.registrations.end(registration) }
    items.removeAll()
  }

  /// Runs the work of the main queue, and what that adds, until it is empty.
  func drain() {
    var turns = 0
    while run.halt == nil, !items.isEmpty {
      turns += 1
      guard turns <= Self.mostTurns else {
        return failEndless()
      }
      let registration = items.removeFirst()
      guard run.registrations[registration].isActive else { continue }
      let item = run.registrations[registration].object
      run.heap.retain(item)
      run.invoke(run.target("block", of: item))
      run.registrations.end(registration)
      run.heap.release(item)
    }
  }

  func animate(_ action: Action, in frame: Frame) {
    let animation = run.value(action, "animate", in: frame)
    let completion = action["completion"] == nil ? -1 : run.value(action, "completion", in: frame)
    guard run.halt == nil else { return }
    if alongside != nil, run.calls.last?.name == "viewWillTransition" {
      run.heap.retain(animation)
      run.heap.retain(completion)
      alongside?.append((animation, completion))
      return
    }
    run.invoke(animation)
    enqueue(completion, after: nil, in: frame)
  }

  func addSource(_ action: Action, in frame: Frame) {
    let made = madeSource(action, in: frame)
    let source = made ?? run.make("DispatchSource", hint: "source", in: frame)
    let registration = run.registrations.add(.source, source, event: "cancel()", in: frame)
    run.registrations.setReference(
      "handler", of: source, run.value(action, "source.handler", in: frame), registration)
    if made == nil { run.storeResult(source, of: action, in: frame) }
  }

  /// The source that the place of the result has already, without a handler: its handler may capture it.
  private func madeSource(_ action: Action, in frame: Frame) -> Int32? {
    guard let place = run.place(action, "in"), case .name(let name) = place.head,
      let holder = frame.variable(name)?.target, run.heap.isAlive(holder)
    else { return nil }
    let source = run.heldThing(at: place, of: holder)
    guard source >= 0, run.typeName(source) == "DispatchSource",
      run.registrations.all(of: source).isEmpty
    else { return nil }
    return source
  }
}
