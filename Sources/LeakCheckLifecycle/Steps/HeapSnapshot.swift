import LeakCheckGraph

/// The counts and references of a heap at a moment, including those of the steps' locals and of waiting tasks.
///
/// The strong references that it lists are those that the count of their target says; the others are of code that runs.
struct HeapSnapshot {
  /// A reference between objects of the heap, or from the locals.
  struct Reference {
    var from: Int32
    var to: Int32
    var name: String
    var strength: Strength
  }

  private let simulation: Simulation
  private(set) var counts: [Int32: StepTrace.Count] = [:]
  private(set) var references: [(Reference, StepTrace.Hold)] = []
  /// How much was looked at.
  private(set) var visits = 0
  /// The strong references of each object that are listed.
  private var listed: [Int32: Int32] = [:]

  init(_ simulation: Simulation) { self.simulation = simulation }

  private var heap: SimulatedHeap { simulation.heap }

  /// Looks at everything.
  ///
  /// - Complexity: O(objects + references).
  mutating func take() {
    addLocals()
    addTasks()
    for object in 0..<heap.count where heap.objects[Int(object)].phase != .freed {
      for slot in heap.objects[Int(object)].slots where !simulation.isFlag(slot.target) {
        add(slot, of: object)
      }
    }
    for object in 0..<heap.count
    where heap.objects[Int(object)].phase != .freed && !simulation.isFlag(object) {
      counts[object] = count(of: object)
    }
    visits += Int(heap.count) + references.count
  }

  private func count(of object: Int32) -> StepTrace.Count {
    let record = heap.objects[Int(object)]
    guard record.phase == .alive else { return StepTrace.Count(phase: .deiniting) }
    let strong = listed[object] ?? 0
    // What the program holds to its end is held once by nothing that is listed.
    let root: Int32 = simulation.roots.reasons[object] == nil ? 0 : 1
    return StepTrace.Count(
      phase: .alive, strong: strong, running: max(0, record.strongCount - strong - root))
  }

  private mutating func add(_ slot: SimulatedHeap.Slot, of holder: Int32) {
    guard slot.target >= 0 else { return }
    var hold = StepTrace.Hold.present
    if !heap.isAlive(slot.target) {
      guard slot.strength != .strong else { return }
      hold = slot.strength == .weak ? .zeroed : .dangling
    }
    add(
      Reference(
        from: holder, to: slot.target, name: simulation.name(of: slot, in: holder),
        strength: slot.strength), hold)
  }

  private mutating func add(_ reference: Reference, _ hold: StepTrace.Hold = .present) {
    references.append((reference, hold))
    if reference.strength == .strong { listed[reference.to, default: 0] += 1 }
  }

  private mutating func addLocals() {
    guard simulation.step <= simulation.steps.actions.count else { return }
    counts[StepRecorder.locals] = StepTrace.Count(phase: .alive)
    for variable in simulation.steps.variables where variable.isRetained {
      guard heap.isAlive(variable.target) else { continue }
      add(
        Reference(
          from: StepRecorder.locals, to: variable.target, name: LocalName.shown(variable.name),
          strength: .strong))
    }
  }

  /// What the frames of waiting tasks hold is held by the task.
  private mutating func addTasks() {
    for thread in simulation.tasks.threads where thread.wait != nil && heap.isAlive(thread.task) {
      let operation = simulation.target("operation", of: thread.task)
      for frame in thread.frames {
        for variable in frame.variables where variable.isRetained && heap.isAlive(variable.target) {
          add(
            Reference(
              from: thread.task, to: variable.target, name: LocalName.shown(variable.name),
              strength: .strong))
        }
        for object in frame.held where heap.isAlive(object) {
          let name = object == operation ? "running operation" : "self"
          add(Reference(from: thread.task, to: object, name: name, strength: .strong))
        }
      }
    }
  }
}
