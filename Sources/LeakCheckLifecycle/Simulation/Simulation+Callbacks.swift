import LeakCheckGraph

/// Callbacks: the chain of implementations, `super`, and the log.
extension Simulation {
  /// Calls a callback of an object, with what the framework's own implementation does as `base`.
  ///
  /// The result says whether that was reached: a `super` call left out keeps it from running.
  @discardableResult
  func send(
    _ name: String, to object: Int32, handing handover: Handover = Handover(),
    base: @escaping () -> Void = {}
  ) -> Bool {
    guard halt == nil, object >= 0 else { return false }
    let type = heap.type(of: object)
    let isUnlogged = !logs(object) && types.chain(of: name, in: type).isEmpty
    if isUnlogged {
      base()
      return true
    }
    let chain = types.chain(of: name, in: type)
    let call = CallbackCall(name, to: object, chain: chain, base: base)
    call.handover = handover
    calls.append(call)
    let logsItself = chain.contains { $0.contains { $0.word == .body(.log) } }
    if name != "init", !logsItself { record(call) }
    if name == "deinit" {
      for level in chain.indices { runBody(of: call, at: level) }
    } else {
      run(call, from: 0)
    }
    calls.removeLast()
    if halt == nil, isController(object) { announce(.callbackEnded(call)) }
    return call.reachesBase
  }

  /// Runs the implementation at a level, and those above it where it calls `super`.
  private func run(_ call: CallbackCall, from level: Int) {
    guard halt == nil else { return }
    guard level < call.chain.count else {
      call.reachesBase = true
      call.base()
      if call.name == "init", call.chain.isEmpty { record(call) }
      return
    }
    let words = call.chain[level].lazy.map(\.word)
    if !words.contains(.body(.noSuper)), !words.contains(.body(.superCall)) {
      run(call, from: level + 1)
    }
    if level == 0, call.name == "init", !words.contains(.body(.superCall)),
      !words.contains(.body(.log))
    {
      record(call)
    }
    runBody(of: call, at: level)
  }

  /// Runs `super` where a list has it.
  func callSuper(in frame: Frame) {
    guard let call = frame.call else { return fail("\"super\" outside a callback") }
    run(call, from: frame.level + 1)
    if frame.level == 0, call.name == "init", !call.isLogged,
      !frame.actions.contains(where: { $0.word == .body(.log) })
    {
      record(call)
    }
  }

  private func runBody(of call: CallbackCall, at level: Int) {
    let frame = Frame(
      call.chain[level],
      variables: [Variable(name: "self", target: call.object, strength: .strong)])
    frame.call = call
    frame.level = level
    // What initialisers above get is for their subclass to say.
    if level == 0 || call.name != "init" { hand(call.handover, to: frame) }
    if level > 0 { frame.handover.caller = nil }
    if heap.isAlive(call.object) {
      heap.retain(call.object)
      frame.held.append(call.object)
    }
    runNested(frame)
  }

  /// Calls a lifecycle callback by hand, as the app may.
  func callFramework(
    _ method: String, of object: Int32, handing handover: Handover = Handover()
  ) {
    announce(.callsCallback(method, of: object))
    if method == "loadView", isController(object) {
      send("loadView", to: object) { [unowned self] in
        screens.makeView(of: object)
        screens.controllers[object].isViewLoaded = true
      }
      return
    }
    guard method != "init", method != "deinit" else {
      return fail("\(method) cannot be called")
    }
    send(method, to: object, handing: handover)
  }

  /// Whether callbacks of an object are logged.
  func logs(_ object: Int32) -> Bool {
    let type = types[heap.type(of: object)]
    // Copies come and go, and a struct has no `deinit`.
    guard type.kind != FrameworkType.structKind else { return false }
    return type.traces || settings.logsAll && (type.isDeclared || type.kind == .controller)
  }

  /// Adds the line of a callback, once; the action that prints it may have a place of its own.
  func record(_ call: CallbackCall, at place: SourcePlace? = nil) {
    guard !call.isLogged, CallbackName.ofFrameworks.contains(call.name) || hasLogWord(call),
      logs(call.object) || hasLogWord(call)
    else { return }
    call.isLogged = true
    let signature =
      call.name == "init" ? initializer(of: call.object) : signature(of: call)
    addEntry(
      signature, of: call.object, named: call.name, at: place, seeing: sight(of: call))
  }

  /// The callback as `#function` prints it.
  func signature(of call: CallbackCall) -> String {
    types.signature(ofCallback: call.name, in: heap.type(of: call.object))
  }

  /// Adds the line of a method of the app's own, where that is asked for.
  func recordMethod(_ name: String, of object: Int32) {
    guard settings.logsMethods, halt == nil, object >= 0, logs(object),
      !CallbackName.ofFrameworks.contains(name), !CallbackName.isAccessor(name),
      !types.chain(of: name, in: heap.type(of: object)).isEmpty
    else { return }
    addEntry(CallbackName.signature(name), of: object, named: name, seeing: [])
  }

  private func addEntry(
    _ signature: String, of object: Int32, named name: String, at place: SourcePlace? = nil,
    seeing sight: LogEntry.Sight
  ) {
    let type = heap.type(of: object)
    log.append(
      LogEntry(
        callback: signature, type: types[type].name, id: heap.label(of: object),
        place: place ?? types.place(ofCallback: name, in: type),
        transition: screens.controllers[object].transition.flatMap { transition in
          CallbackName.appearance.contains(name) ? transition : nil
        },
        sees: sight, time: clock, step: step, isOverdue: goneReasons[object] != nil,
        isBehindEnd: !goneReasons.isEmpty, services: settings.logsMethods ? services : []))
  }

  /// The kinds of registration that are active, in words.
  private var services: Set<String> {
    Set(
      registrations.indices.lazy.map { self.registrations[$0] }.filter(\.isActive).compactMap(
        \.kind.word))
  }

  private func hasLogWord(_ call: CallbackCall) -> Bool {
    call.chain.contains { $0.contains { $0.word == .body(.log) } }
  }

  private func initializer(of object: Int32) -> String {
    guard let container = types.container(of: heap.type(of: object)) else { return "init()" }
    return container.initializer(hasFirst: screens.controllers[object].hasInitialController)
  }

  /// Which facts of rule L5 hold in a callback.
  private func sight(of call: CallbackCall) -> LogEntry.Sight {
    switch call.name {
    case "viewIsAppearing": return [.hierarchy, .traits, .geometry, .coordinator]
    case "viewWillLayoutSubviews", "viewDidLayoutSubviews", "viewDidAppear",
      "updateViewConstraints", "traitCollectionDidChange":
      return screens.isInWindow(call.object) ? [.hierarchy, .traits, .geometry] : []
    case "viewWillAppear": return [.coordinator]
    case "viewWillDisappear": return [.hierarchy, .traits, .geometry, .coordinator]
    default: return []
    }
  }
}

extension CallbackName {
  /// The callbacks in which the flags of a transition are true.
  static let appearance: Set<String> = [
    "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
    "viewWillLayoutSubviews", "viewDidLayoutSubviews", "updateViewConstraints",
  ]
}
