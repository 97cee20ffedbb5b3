import LeakCheckGraph
import LeakCheckText

/// The origin of a reference in the program, for cutting it in a replay.
enum Origin: Hashable, Sendable {
  case capture(code: Int32, name: String)
  case method(site: Int32, name: String)
  case property(type: String, name: String)
  case registration(site: Int32)
  /// What a suspended task's frames hold, of the task that an action starts.
  case frame(site: Int32)
}

/// A reference of the graph by its ends and name.
struct ReferenceKey: Hashable, Sendable {
  var from: String
  var to: String
  var name: String
}

/// The heap as a graph.
struct HeapGraph: Sendable {
  var graph: ObjectGraph
  var origins: [ReferenceKey: Origin]
  /// The action that made each reference, where one did.
  var sites: [ReferenceKey: Int32] = [:]
}

extension Simulation {
  func takeSnapshot(_ label: String) {
    guard !settings.isReplay else { return }
    guard settings.keptSnapshots?.contains(label) != false else {
      snapshots[label] = .some(nil)
      return
    }
    if countSnapshot(), let graph = makeGraph()?.graph { snapshots[label] = graph }
  }

  /// The graph of the heap now; `nil` only where ids would not be unique, which they are.
  func makeGraph() -> HeapGraph? {
    _ = root("UIApplication.shared")
    var maker = GraphMaker(self)
    return maker.make()
  }

  /// Every frame that runs or waits: the steps, callbacks under way, and tasks'.
  var runningFrames: [Frame] { [steps] + running.flatMap(\.frames) }
}

/// A builder of a graph from a simulated heap.
private struct GraphMaker {
  let simulation: Simulation
  let ends: ExpectedEnds
  var builder = ObjectGraph.Builder()
  var origins: [ReferenceKey: Origin] = [:]
  var sites: [ReferenceKey: Int32] = [:]
  /// What retains from outside the graph shows as references.
  var shownRetains: [Int32: Int32] = [:]
  /// Freed objects that something still refers to without retaining.
  var zombies: Set<Int32> = []
  /// Objects of frameworks whose references are not told, because others say the same.
  var forgotten: Set<Int32> = []

  init(_ simulation: Simulation) {
    self.simulation = simulation
    ends = simulation.expectedEnds()
  }

  private var heap: SimulatedHeap { simulation.heap }

  mutating func make() -> HeapGraph? {
    builder.name = simulation.program.scenario.name
    addFrames()
    addThreads()
    for object in 0..<heap.count where heap.objects[Int(object)].phase == .alive {
      addReferences(of: object)
    }
    for object in 0..<heap.count
    where heap.objects[Int(object)].phase == .alive || zombies.contains(object) {
      if forgotten.contains(object) || simulation.isFlag(object) { continue }
      builder.add(description(of: object))
    }
    guard let graph = try? builder.build() else { return nil }
    return HeapGraph(graph: graph, origins: origins, sites: sites)
  }

  // MARK: - Objects

  private func description(of object: Int32) -> ObjectDescription {
    let record = heap.objects[Int(object)]
    let type = simulation.types[record.type]
    var description = ObjectDescription(id: .text(heap.label(of: object)), type: type.name)
    description.kind = type.kind
    if type.kind == .closure { describeClosure(object, record, &description) }
    if isFramework(record, type) { description.owner = .framework }
    if let reason = simulation.roots.reasons[object] {
      description.root = reason
      if let variable = simulation.variable(of: object) {
        (description.type, description.root) = (variable.owner, variable.reason)
      } else if let name = simulation.nameOfGlobal(object) {
        description.type = name
      }
    } else if record.outsideCount > shownRetains[object] ?? 0,
      record.strongCount == record.outsideCount
    {
      // What runs now keeps it, and nothing else does.
      description.root = "running code"
    }
    // The view of a controller that is still there is part of the controller's finding.
    let owner = simulation.screens.controllers.owners[object]
    if let reason = simulation.goneReasons[object], record.phase == .alive,
      owner.map(heap.isAlive) != true
    {
      description.expectation = LifetimeExpectation(.gone, because: reason)
    }
    if type.kind == .closure, let place = place(ofClosure: record) {
      description.file = place.file.isEmpty ? simulation.program.scenario.fileName : place.file
      description.line = Int32(clamping: place.line)
    }
    return description
  }

  /// Where a closure begins, which a source says; else where the statement stands that made it.
  private func place(ofClosure record: SimulatedHeap.Object) -> SourcePlace? {
    if record.code >= 0, let own = simulation.program.closures[Int(record.code)].literal.place,
      !own.file.isEmpty
    {
      return own
    }
    return record.site > 0 ? simulation.sitePlace(record.site) : nil
  }

  private func describeClosure(
    _ object: Int32, _ record: SimulatedHeap.Object, _ description: inout ObjectDescription
  ) {
    description.type = "() -> ()"
    if let method = simulation.boundMethod(object) {
      description.name = "bound method \(method)"
    } else if record.code >= 0 {
      description.name = simulation.program.closures[Int(record.code)].name
    }
  }

  /// Objects of frameworks hold what the app can only end, unless the app gave them properties of its own.
  private func isFramework(_ record: SimulatedHeap.Object, _ type: TypeTable.TypeInfo) -> Bool {
    let common: Set<String> = ["NSObject", "AnyObject", "Actor", "WeakBox", "Closure"]
    return !type.isDeclared && !common.contains(type.name)
      && record.slots.allSatisfy(\.isFramework)
  }

  // MARK: - References

  private mutating func addReferences(of object: Int32) {
    let slots = heap.objects[Int(object)].slots
    if isBoxOfClosures(object) || !slots.isEmpty && slots.allSatisfy(isSaidByAnother) {
      forgotten.insert(object)
      return
    }
    for slot in slots
    where slot.target >= 0 && !isSaidByAnother(slot) && !simulation.isFlag(slot.target) {
      let phase = heap.objects[Int(slot.target)].phase
      if phase != .alive {
        guard phase == .freed, slot.strength == .unowned || slot.strength == .unmanaged else {
          continue
        }
        zombies.insert(slot.target)
      }
      guard isBoxOfClosures(slot.target) else {
        add(slot, of: object)
        continue
      }
      for content in heap.objects[Int(slot.target)].slots where heap.isAlive(content.target) {
        var captured = slot
        captured.target = content.target
        add(captured, of: object)
      }
    }
  }

  /// Whether an object is the box of a captured variable that is out of scope: closures capture what is in it.
  private func isBoxOfClosures(_ object: Int32) -> Bool {
    let record = heap.objects[Int(object)]
    return record.outsideCount == 0 && simulation.types[record.type].name == FrameworkType.captured
  }

  /// Whether a slot is the URL loading system's, of a session that something else keeps as well: that says the same,
  /// and with a shorter path.
  private func isSaidByAnother(_ slot: SimulatedHeap.Slot) -> Bool {
    guard slot.isListed, slot.registration >= 0,
      simulation.registrations[slot.registration].kind == .session,
      simulation.registrations[slot.registration].object == slot.target
    else { return false }
    let session = heap.objects[Int(slot.target)]
    return session.strongCount - session.outsideCount > 1
  }

  private mutating func add(_ slot: SimulatedHeap.Slot, of holder: Int32) {
    let name = simulation.name(of: slot, in: holder)
    var reference = ReferenceDescription(
      from: .text(heap.label(of: holder)), to: .text(heap.label(of: slot.target)))
    reference.name = name
    reference.strength = slot.strength
    reference.kind = slot.kind
    if slot.strength == .strong { reference.until = until(slot, of: holder) }
    if slot.registration < 0, slot.kind == .property,
      let declaring = simulation.types.supertype(
        declaring: heap.text(slot.name), of: heap.type(of: holder))
    {
      // The fix stands where the property is declared.
      reference.extensions = "\"x-declaredIn\": \(JSONValue.string(declaring).line())"
    }
    builder.add(reference)
    let key = ReferenceKey(
      from: heap.label(of: holder), to: heap.label(of: slot.target), name: name)
    origins[key] = origin(of: slot, in: holder)
    sites[key] =
      slot.registration >= 0
      ? simulation.registrations[slot.registration].site : slot.site
  }

  private func origin(of slot: SimulatedHeap.Slot, in holder: Int32) -> Origin {
    let name = heap.text(slot.name)
    if slot.registration >= 0 {
      return .registration(site: simulation.registrations[slot.registration].site)
    }
    let record = heap.objects[Int(holder)]
    if simulation.methods[holder] != nil {
      return .method(site: record.site, name: simulation.methods[holder] ?? "")
    }
    if record.code >= 0 { return .capture(code: record.code, name: name) }
    return .property(type: simulation.declarer(of: holder), name: name)
  }

  private func until(
    _ slot: SimulatedHeap.Slot, of holder: Int32
  ) -> ReferenceDescription.Until? {
    let name = simulation.name(of: slot, in: holder)
    let event =
      slot.registration >= 0
      ? simulation.registrations[slot.registration].event
      : ends.method(ending: slot, in: holder).map(Self.call) ?? emptying(name, of: holder)
    if let word = automaticEnd(of: slot) {
      return .init(event: word, called: .automatically)
    }
    switch ends.caller(of: slot, in: holder) {
    case nil: return nil
    case .inTeardown: return .init(event: event, called: .inTeardown)
    case .inDeinit(let owner):
      return .init(event: event, called: .inDeinit(of: .text(heap.label(of: owner))))
    }
  }

  /// A method as a call of it is written: with its labels, or without arguments.
  private static func call(_ method: String) -> String {
    method.contains("(") ? method : "\(method)()"
  }

  /// What empties a property: of a framework's object, a call.
  private func emptying(_ property: String, of holder: Int32) -> String {
    let isOfApp = simulation.types[heap.objects[Int(holder)].type].isDeclared
    return isOfApp
      ? "\(property) = nil" : FrameworkType.end(ofProperty: property) ?? "\(property) = nil"
  }

  /// The event by which a registration ends itself, if it does.
  private func automaticEnd(of slot: SimulatedHeap.Slot) -> String? {
    guard slot.registration >= 0 else { return nil }
    let registration = simulation.registrations[slot.registration]
    if registration.endsByItself { return registration.event }
    guard registration.kind == .task,
      let thread = simulation.tasks.thread(of: registration.object),
      case .signal(let signal)? = thread.wait
    else { return nil }
    // A source has no signals: their names are the translation's.
    return simulation.program.scenario.isTranslated
      ? "what it waits for arrives" : "the signal \(signal) arrives"
  }

  // MARK: - Frames

  /// The locals of code that runs: one root for each frame that has some.
  private mutating func addFrames() {
    for (number, frame) in simulation.runningFrames.enumerated() {
      let retained = frame.variables.filter { $0.isRetained && $0.target >= 0 }
      guard !retained.isEmpty else { continue }
      let id = number == 0 ? "locals" : "locals#\(number + 1)"
      var description = ObjectDescription(id: .text(id), type: "Local variables")
      description.root = number == 0 ? "the scenario's steps" : "running code"
      description.owner = .test
      builder.add(description)
      for variable in retained where heap.isAlive(variable.target) {
        shownRetains[variable.target, default: 0] += 1
        var reference = ReferenceDescription(
          from: .text(id), to: .text(heap.label(of: variable.target)))
        reference.name = LocalName.shown(variable.name)
        builder.add(reference)
      }
    }
  }

  /// What the frames of waiting tasks hold, as references of the task.
  private mutating func addThreads() {
    for thread in simulation.tasks.threads where thread.wait != nil && heap.isAlive(thread.task) {
      for frame in thread.frames {
        for variable in frame.variables where variable.isRetained {
          addFrameReference(
            LocalName.shown(variable.name), variable.target, of: thread,
            unwrapped: variable.unwrapped)
        }
        for object in frame.held where object != simulation.target("operation", of: thread.task) {
          let isReceiver = frame.variables.contains { $0.name == "self" && $0.target == object }
          addFrameReference(isReceiver ? "self" : "", object, of: thread)
        }
      }
      // The operation's own frame holds it once more.
      let operation = simulation.target("operation", of: thread.task)
      for frame in thread.frames where frame.held.contains(operation) {
        shownRetains[operation, default: 0] += 1
      }
    }
  }

  private mutating func addFrameReference(
    _ name: String, _ target: Int32, of thread: Thread, unwrapped: Int32 = 0
  ) {
    guard heap.isAlive(target) else { return }
    shownRetains[target, default: 0] += 1
    var reference = ReferenceDescription(
      from: .text(heap.label(of: thread.task)), to: .text(heap.label(of: target)))
    reference.name = name
    reference.kind = .capture
    // What ends the task, or what it waits for, ends its frames.
    var ending = thread.task
    if case .continuation(let continuation)? = thread.wait { ending = continuation }
    let registration = simulation.registrations.all(of: ending).first ?? -1
    let slot = SimulatedHeap.Slot(
      name: 0, target: target, strength: .strong, registration: registration)
    reference.until = until(slot, of: thread.task)
    builder.add(reference)
    let key = ReferenceKey(
      from: heap.label(of: thread.task), to: heap.label(of: target), name: name)
    let site = simulation.registrations.all(of: thread.task).first.map {
      simulation.registrations[$0].site
    }
    origins[key] = .frame(site: site ?? 0)
    // The guard that unwraps it makes it strong; else the task's code does.
    sites[key] = unwrapped > 0 ? unwrapped : sites[key] ?? site
  }
}

extension Scenario {
  /// The file that a place is in, as errors name it.
  func name(of place: SourcePlace?) -> String {
    if let file = place?.file, !file.isEmpty { return file }
    return source.isEmpty ? "scenario" : source
  }

  /// The last part of the source's path.
  var fileName: String { source.split(separator: "/").last.map(String.init) ?? source }
}
