import LeakCheckGraph

/// A recorder of each action's changes to the heap.
///
/// A class, because a simulation calls it while it changes itself.
final class StepRecorder {
  /// More moments than these nobody steps through.
  static let mostMoments = 400
  /// So many objects and references are looked at in all; then only the end is recorded.
  static let mostVisits = 4_000_000

  private(set) var trace = StepTrace()

  /// The actions under way, the outermost first, each with whether a moment has shown it.
  private var open: [(action: Action, isShown: Bool)] = []
  /// Whether actions inside of steps have moments.
  private let recordsInside: Bool
  /// How many steps there are to a moment.
  private let stride: Int
  private var visits = 0

  private var positions: [Int32: Int] = [:]
  private var referencePositions: [StepTrace.Reference: Int] = [:]
  private var counts: [StepTrace.Count] = []
  private var holds: [StepTrace.Hold] = []
  /// The number of the object for the locals of the steps.
  static let locals: Int32 = -1

  /// A recorder for a scenario whose run has so many actions.
  init(_ scenario: Scenario, actions: Int) {
    let steps = scenario.steps.actions.count
    recordsInside = actions <= Self.mostMoments / 2
    stride = recordsInside ? 1 : max(1, (steps + Self.mostMoments - 1) / Self.mostMoments)
    trace.sources = scenario.texts.map {
      StepTrace.Source(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
    }
    if stride > 1 {
      trace.thinning = "the scenario has \(steps) steps: one of every \(stride) is shown"
    } else if !recordsInside {
      trace.thinning = "the run has \(actions) actions: only the \(steps) steps are shown"
    }
  }

  /// An action begins: the one that it is part of is shown first.
  func enter(_ action: Action, of simulation: Simulation) {
    showAround(simulation)
    open.append((action, false))
  }

  /// Shows the action under way, of which more is to come.
  func showAround(_ simulation: Simulation) {
    guard let last = open.indices.last, !open[last].isShown, recordsInside else { return }
    open[last].isShown = true
    record(open[last].action, .begins, of: simulation)
  }

  /// An action has happened, with everything that it set off.
  func leave(_ simulation: Simulation) {
    // Where the program has crashed the action has not ended.
    guard simulation.halt == nil, let ended = open.popLast() else { return }
    guard recordsInside || open.isEmpty && simulation.step % stride == 0 else { return }
    record(ended.action, ended.isShown ? .ends : .done, of: simulation)
  }

  /// The scenario has ended, or the program has crashed.
  func end(_ simulation: Simulation) {
    visits = 0
    guard case .trap(let trap)? = simulation.halt else {
      return record(nil, .done, of: simulation)
    }
    record(open.last?.action, .crashes(trap.name), of: simulation)
  }

  /// Records a moment; without an action it is the end of the scenario.
  private func record(_ action: Action?, _ part: StepTrace.Part, of simulation: Simulation) {
    guard visits <= Self.mostVisits else {
      trace.thinning = "the heap is large: the moments between this one and the end are left out"
      return
    }
    var snapshot = HeapSnapshot(simulation)
    snapshot.take()
    visits += snapshot.visits
    let site = simulation.program.sites[Int(action?.site ?? 0)]
    var moment = StepTrace.Moment(
      file: site.place?.file ?? "", line: site.place?.line ?? 0, owner: site.owner,
      words: action?.text ?? "the end: the locals of the steps go", part: part,
      logCount: simulation.log.count)
    noteObjects(of: snapshot, simulation, in: &moment)
    noteReferences(of: snapshot, in: &moment)
    let isSame = moment.objects.isEmpty && moment.references.isEmpty
    let isSilent = moment.logCount == trace.moments.last?.logCount
    if part == .ends, isSame, isSilent { return }
    trace.moments.append(moment)
  }

  // MARK: - Differences

  private func noteObjects(
    of snapshot: HeapSnapshot, _ simulation: Simulation, in moment: inout StepTrace.Moment
  ) {
    for object in snapshot.counts.keys.sorted() {
      guard let count = snapshot.counts[object] else { continue }
      let position = position(of: object, in: simulation)
      if counts[position] != count {
        counts[position] = count
        moment.objects.append((position, count))
      }
    }
    // What is not in the snapshot and was there has been freed.
    for (object, position) in positions.sorted(by: { $0.value < $1.value })
    where snapshot.counts[object] == nil && counts[position].phase != .freed {
      counts[position] = StepTrace.Count(phase: .freed)
      moment.objects.append((position, counts[position]))
    }
  }

  private func noteReferences(of snapshot: HeapSnapshot, in moment: inout StepTrace.Moment) {
    var seen = Set<Int>()
    for (reference, hold) in snapshot.references {
      // An object that no moment has seen alive is not told of.
      guard let from = positions[reference.from], let to = positions[reference.to] else { continue }
      let key = StepTrace.Reference(
        from: from, to: to, name: reference.name, strength: reference.strength)
      let position = position(of: key)
      guard seen.insert(position).inserted, holds[position] != hold else { continue }
      holds[position] = hold
      moment.references.append((position, hold))
    }
    for position in holds.indices where !seen.contains(position) && holds[position] != .absent {
      holds[position] = .absent
      moment.references.append((position, .absent))
    }
  }

  private func position(of reference: StepTrace.Reference) -> Int {
    if let known = referencePositions[reference] { return known }
    referencePositions[reference] = holds.count
    holds.append(.absent)
    trace.references.append(reference)
    return holds.count - 1
  }

  private func position(of object: Int32, in simulation: Simulation) -> Int {
    if let known = positions[object] { return known }
    positions[object] = counts.count
    counts.append(StepTrace.Count())
    trace.objects.append(simulation.stepObject(object))
    return counts.count - 1
  }
}

extension Simulation {
  /// What a film says of an object.
  fileprivate func stepObject(_ object: Int32) -> StepTrace.Object {
    guard object != StepRecorder.locals else {
      return StepTrace.Object(
        id: "locals", type: "Local variables", name: "", kind: .object, isRoot: true,
        isOfApp: true)
    }
    let record = heap.objects[Int(object)]
    let type = types[record.type]
    var name = ""
    if let method = boundMethod(object) {
      name = "bound method \(method)"
    } else if record.code >= 0 {
      name = program.closures[Int(record.code)].name
    }
    let global = variable(of: object)?.owner ?? nameOfGlobal(object)
    return StepTrace.Object(
      id: heap.label(of: object),
      type: type.kind == .closure ? "() -> ()" : global ?? type.name,
      name: name, kind: type.kind, isRoot: roots.reasons[object] != nil,
      isOfApp: type.isDeclared || type.kind == .closure || global != nil)
  }
}
