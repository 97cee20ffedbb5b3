import LeakCheckGraph
import LeakCheckText

/// The words of objects and their contents.
enum ObjectWord: String, SubjectWord {
  case new, drop, set, append, pick, take, remove, clear, copy, call, associate
  case guardName = "guard"
  case read

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .new: run.makeObject(action, in: frame)
    case .drop: run.place(action, "drop").map { run.drop($0, in: frame) }
    case .set: run.set(action, in: frame)
    case .append: run.append(action, in: frame)
    case .pick: run.pick(action, in: frame)
    case .take: run.take(action, in: frame)
    case .remove: run.remove(action, in: frame)
    case .copy: run.copyAll(action, in: frame)
    case .clear: run.place(action, "clear").map { run.clear($0, in: frame) }
    case .call: run.call(action, in: frame, on: thread)
    case .associate: run.associate(action, in: frame)
    case .guardName: run.guardName(action, in: frame, on: thread)
    case .read: run.place(action, "read").map { run.read($0, in: frame) }
    }
  }
}

/// The words of expectations and snapshots.
enum CheckWord: String, SubjectWord {
  case expectGone, expectAlive, snapshot

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .expectGone, .expectAlive: run.expect(self, action, in: frame)
    case .snapshot: run.text(action, "snapshot").map { run.takeSnapshot($0) }
    }
  }
}

/// The execution of actions: those of objects here, the others beside their words.
extension Simulation {
  func perform(_ action: Action, in frame: Frame, on thread: Thread) {
    site = action.site
    guard countAction() else { return }
    replayed.countBeforeAction = heap.count
    recorder?.enter(action, of: self)
    announce(action, by: frame.variable("self")?.target ?? -1)
    action.word.subject.perform(action, in: frame, on: thread, of: self)
    site = action.site
    goOn(behind: action)
  }

  fileprivate func makeObject(_ action: Action, in frame: Frame) {
    guard let name = text(action, "new") else { return }
    guard let type = types.index(of: name) else {
      return fail(
        "unknown type \(Quotation.quoted(name))", expected: "a UIKit class or a type of the file",
        suggestion: NearestWord.nearest(to: name, among: types.names))
    }
    let local = text(action, "as")
    let object = heap.allocate(
      type: type, hint: local.map(LocalName.shown) ?? lowered(name), site: site)
    heap.retain(object)
    frame.temporaries.append(object)
    let first = place(action, "root").map { self.object($0, in: frame) } ?? -1
    screens.controllers[object].hasInitialController = first >= 0
    let handover = Handover(arguments: arguments(of: action, in: frame))
    send("init", to: object, handing: handover) { [unowned self] in initialize(object, first: first)
    }
    if first >= 0 { takeFirst(first, in: object) }
    if case .properties(let properties)? = action["set"] {
      for (property, value) in properties where halt == nil {
        let target = evaluate(value, in: frame)
        guard halt == nil, requireOwn(property, of: object) else { break }
        if !screens.storeFramework(target, property, in: object) {
          heap.store(slot(property, target: target, of: object), in: object)
        }
      }
    }
    if let local, halt == nil { setLocal(local, to: object, in: frame) }
  }

  private func lowered(_ type: String) -> String {
    let prefix = type.prefix { $0.isUppercase }
    let head = prefix.count > 1 ? prefix.dropLast() : prefix
    return head.lowercased() + type.dropFirst(head.count)
  }

  fileprivate func associate(_ action: Action, in frame: Frame) {
    let target = value(action, "associate", in: frame)
    let key = text(action, "key") ?? "associated object"
    guard let holder = object(action, "with", in: frame), requireOwn(key, of: holder) else {
      return
    }
    let isRetained = text(action, "policy") != "assign"
    heap.store(
      .init(
        name: heap.symbol(key), target: target,
        strength: isRetained ? .strong : .unmanaged, kind: .associated, site: site), in: holder)
  }

  // MARK: - Calling

  /// Calls a closure, a closure in a property, or a method; null is called as `?()` is: not at all.
  fileprivate func call(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let place = place(action, "call") else { return }
    var handover = Handover(arguments: arguments(of: action, in: frame))
    if let result = text(action, "as"), halt == nil {
      setLocal(result, to: -1, in: frame)
      handover.caller = frame
      handover.result = result
    }
    guard unfollowed[action.site] != .nestsTooDeep,
      mayRepeat(action, place, handover.arguments, in: frame)
    else { return }
    guard let property = place.path.last else {
      let closure = object(place, in: frame)
      if closure >= 0 { invoke(closure, handing: handover, on: thread) }
      return
    }
    let receiver = object(place.parent, in: frame)
    guard halt == nil, receiver >= 0 else { return }
    if heap.read(heap.symbol(property), of: receiver) != nil {
      let closure = object(place, in: frame)
      if closure >= 0 { invoke(closure, handing: handover, on: thread) }
    } else if implementsMethod(property, receiver) || CallbackName.ofFrameworks.contains(property) {
      callMethod(property, of: receiver, handing: handover, on: thread)
    } else if types.declaredStrength(of: property, in: heap.type(of: receiver)) == nil,
      !program.storedProperties.contains(property), !isTranslated(callOf: property)
    {
      failNoMethod(property, of: receiver)
    }
  }

  /// Whether a call was read from a source, and another type has the method: where a container gives any of its objects,
  /// what is asked of those that another kind of object is meant for does nothing.
  private func isTranslated(callOf method: String) -> Bool {
    isOfSource && program.methodNames.contains(method)
  }

  /// Whether the action that runs was read from a source in Swift.
  var isOfSource: Bool { sitePlace(site)?.file.isEmpty == false }

  /// Whether a call that is made a number of times at most in a step, on the same object and with the same ones, may be
  /// made once more.
  private func mayRepeat(
    _ action: Action, _ place: Place, _ arguments: [Int32], in frame: Frame
  ) -> Bool {
    guard case .number(let most)? = action["most"] else { return true }
    let receiver = object(place.path.isEmpty ? place : place.parent, in: frame)
    // Closures of one place in the source are the same, each time that they are made, and so are copies of lists.
    let list = types.framework("Array")
    let given = arguments.map { object -> Int32 in
      guard object >= 0, heap.type(of: object) != list else { return -1 }
      let code = heap.objects[Int(object)].code
      return code >= 0 ? -2 - code : object
    }
    let call = RunCost.Call(site: site, receiver: receiver, arguments: given)
    if spent.repeated.step != step { spent.repeated = (step, [:]) }
    spent.repeated.counts[call, default: 0] += 1
    return Double(spent.repeated.counts[call, default: 0]) <= most
  }

  /// Calls a method of an object, on the thread of the caller so that it may wait there.
  func callMethod(
    _ method: String, of object: Int32, handing handover: Handover = Handover(),
    on thread: Thread?
  ) {
    announceCall(of: method, on: object)
    if CallbackName.ofFrameworks.contains(method) {
      return callFramework(method, of: object, handing: handover)
    }
    recordMethod(method, of: object)
    let chain = types.chain(of: method, in: heap.type(of: object))
    guard chain.count == 1, let body = chain.first, let thread,
      !body.contains(where: { $0.word == .body(.log) || $0.word == .body(.superCall) })
    else {
      send(method, to: object, handing: handover)
      return
    }
    let frame = Frame(
      body, variables: [Variable(name: "self", target: object, strength: .strong)])
    frame.method = method
    hand(handover, to: frame)
    if heap.isAlive(object) {
      heap.retain(object)
      frame.held.append(object)
    }
    call(frame, on: thread)
  }

  /// Calls a closure; without a thread it runs to its end and cannot wait.
  func invoke(
    _ closure: Int32, handing handover: Handover = Handover(), on thread: Thread? = nil
  ) {
    guard halt == nil, closure >= 0 else { return }
    if let method = methods[closure] {
      let receiver = value(of: "self", of: closure)
      if receiver >= 0 { callMethod(method, of: receiver, handing: handover, on: thread) }
      return
    }
    let code = heap.objects[Int(closure)].code
    guard code >= 0 else { return fail("\(heap.label(of: closure)) is not a closure") }
    let frame = Frame(
      program.closures[Int(code)].literal.body, variables: variables(of: closure, code: code))
    heap.retain(closure)
    frame.held = [closure]
    hand(handover, to: frame)
    frame.closure = closure
    if let thread { call(frame, on: thread) } else { runNested(frame) }
  }

  private func variables(of closure: Int32, code: Int32) -> [Variable] {
    let code = program.closures[Int(code)]
    return zip(code.captures, code.labels).map { capture, label in
      guard let slot = heap.read(heap.symbol(label), of: closure) else {
        return Variable(name: capture.name, target: -1, strength: .strong)
      }
      return Variable(name: capture.name, target: slot.target, strength: slot.strength)
    }
  }

  fileprivate func guardName(_ action: Action, in frame: Frame, on thread: Thread) {
    guard let place = place(action, "guard"), let name = place.name else { return }
    let target = object(place, in: frame)
    guard halt == nil else { return }
    guard target >= 0 else {
      // Nothing is left out in silence: not what the steps would do, and not what they would check.
      guard function(of: frame) !== steps else {
        return fail(
          "there is nothing in \(Quotation.quoted(place.shown)), and the steps cannot be left",
          expected: "something, or a \"guard\" in a body")
      }
      return leaveByElse(action, in: frame, on: thread)
    }
    heap.retain(target)
    if place.path.isEmpty {
      frame.variables.append(
        Variable(
          name: name, target: target, strength: .strong, isRetained: true, unwrapped: site))
    } else {
      frame.held.append(target)
    }
  }

  fileprivate func read(_ place: Place, in frame: Frame) { _ = object(place, in: frame) }
}
