import LeakCheckGraph

/// Finding misuse where it happens.
extension Simulation {
  /// The innermost callback of UIKit that runs, as `#function` prints it, or `steps`.
  var callbackText: String {
    guard let call = calls.last else { return "steps" }
    return CallbackName.signature(call.name)
  }

  /// Reports a misuse, once for each place of the scenario.
  func report(
    _ code: Misuse.Code, of object: Int32, message: String? = nil, callback: String? = nil,
    site: Int32? = nil
  ) {
    guard halt == nil, !settings.isReplay else { return }
    let site = site ?? self.site
    let type = object >= 0 ? types[heap.type(of: object)].name : "steps"
    let callback = callback ?? callbackText
    guard watch.reported.insert("\(code.rawValue) \(site) \(type) \(callback)").inserted else {
      return
    }
    misuses.append(
      Misuse(
        code: code, callback: callback, type: type, message: message ?? code.message,
        correct: code.correct, line: sitePlace(site)?.line ?? 0,
        file: sitePlace(site)?.file ?? ""))
  }

  // MARK: - While actions run

  private static let geometry: Set<String> = [
    "bounds", "frame", "center", "safeAreaInsets", "safeAreaLayoutGuide", "layoutMargins",
    "readableContentGuide", "traitCollection", "size", "width", "height",
  ]

  /// A property is read: `view` too early, geometry before it is true.
  func noteRead(of property: String, on object: Int32, isLast: Bool) {
    guard let call = calls.last else { return }
    if property == "view", object == call.object, call.name == "init",
      !controllers[object].isViewLoaded
    {
      report(.viewInInit, of: object)
    }
    guard isLast, Self.geometry.contains(property), belongs(object, to: call.object) else { return }
    if call.name == "viewDidLoad" { report(.geometryInViewDidLoad, of: call.object) }
    if call.name == "viewWillAppear" { report(.geometryInViewWillAppear, of: call.object) }
  }

  private func belongs(_ object: Int32, to controller: Int32) -> Bool {
    object == controller
      || view(object, isIn: held("view", of: controller))
        && held("view", of: controller) >= 0
  }

  private static let oneShotWords: Set<Word> = [
    .addSubview, .gesture, .control, .uiAction, .observe, .observeSelector, .kvo, .timer,
    .displayLink, .task, .source, .sink, .assign, .addChild, .present, .push, .session, .dataTask,
    .append,
  ]
  private static let expensiveWords: Set<Word> = [.dataTask, .session, .advance]
  private static let appearances: Set<String> = [
    "viewWillAppear", "viewIsAppearing", "viewDidAppear",
  ]

  func noteMisuse(of action: Action, in frame: Frame) {
    guard let call = calls.last, isController(call.object) else { return }
    noteTiming(of: action, in: call)
    if CallbackName.layout.contains(call.name), call.name != "updateViewConstraints",
      Self.oneShotWords.contains(action.word)
    {
      report(.oneShotWorkInLayout, of: call.object)
    }
    if call.name == "viewWillAppear", Self.expensiveWords.contains(action.word) {
      report(.expensiveWorkInViewWillAppear, of: call.object)
    }
    if Self.appearances.contains(call.name),
      action.word == .observe || action.word == .observeSelector
    {
      noteObserver(of: call.object)
    }
  }

  /// What belongs to another callback of the same appearance, layout or transition.
  private func noteTiming(of action: Action, in call: CallbackCall) {
    switch (call.name, action.word) {
    case ("viewDidAppear", .addSubview) where isOwnView(place(action, "to"), of: call.object):
      report(.configurationInViewDidAppear, of: call.object)
    case ("viewWillLayoutSubviews", .layout), ("viewDidLayoutSubviews", .layout):
      guard isOwnView(place(action, "layout"), of: call.object) else { return }
      report(.layoutInLayout, of: call.object)
    case ("viewWillTransition", .animate): report(.animationOutsideCoordinator, of: call.object)
    default: break
    }
  }

  /// Whether a place is a controller or its view, and no view in that.
  private func isOwnView(_ place: Place?, of controller: Int32) -> Bool {
    guard let place, place.name == "self" else { return false }
    let object = heldThing(at: place, of: controller)
    return object == controller || object >= 0 && object == held("view", of: controller)
  }

  /// An observer added per appearance needs a removal per disappearance.
  private func noteObserver(of controller: Int32) {
    let removals = [Teardown.Caller.disappearance].flatMap {
      teardowns.actions(of: heap.type(of: controller), by: $0)
    }
    if !removals.contains(where: { $0.word == .unobserve }) {
      report(.unbalancedObserver, of: controller)
    } else {
      watch.appearanceObservers.append((Int32(registrations.count), controller))
    }
  }

  /// Behind a disappearance: the observers of the appearance must be gone.
  func judgeDisappeared(_ controller: Int32) {
    let mine = watch.appearanceObservers.filter { $0.owner == controller }
    watch.appearanceObservers.removeAll { $0.owner == controller }
    for (index, _) in mine where registrations.indices.contains(Int(index)) {
      let registration = registrations[Int(index)]
      if registration.kind == .observer, registration.isActive {
        report(
          .unbalancedObserver, of: controller, callback: registration.callback,
          site: registration.site)
      }
    }
  }

  /// Judges a callback that has run: `super` reached where it must be, left alone where it must not be.
  func judge(_ call: CallbackCall) {
    guard halt == nil, isController(call.object) else { return }
    if !call.reachesBase, CallbackName.needSuper.contains(call.name) {
      report(.missingSuper, of: call.object, callback: CallbackName.signature(call.name))
    }
    guard call.name == "loadView", let own = call.chain.first else { return }
    let words = own.map(\.word)
    let isCustom =
      words.contains(.superCall) || words.contains { ![.log, .noSuper].contains($0) }
    if isCustom, !words.contains(.noSuper) {
      report(.superInLoadView, of: call.object, callback: "loadView()")
    } else if isCustom, types[heap.type(of: call.object)].hasNib {
      report(.loadViewWithStoryboard, of: call.object, callback: "loadView()")
    }
  }

  /// Lifecycle callbacks that the app calls itself.
  func callFramework(_ method: String, of object: Int32) {
    if method == "loadView", isController(object) {
      report(.loadViewCalledDirectly, of: object)
      send("loadView", to: object) { [unowned self] in remakeView(of: object) }
      return
    }
    guard method != "init", method != "deinit" else {
      return fail("\(method) cannot be called")
    }
    send(method, to: object)
  }

  private func remakeView(of controller: Int32) {
    let view = heap.allocate(
      type: types.framework("UIView"), hint: "\(heap.label(of: controller)).view",
      site: site)
    heap.pin(view)
    setView(view, of: controller)
    heap.unpin(view)
    controllers[controller].isViewLoaded = true
  }

  // MARK: - Children

  /// Judges a view that is added: its controller should be a child by then.
  func judgeAddedView(_ view: Int32, to superview: Int32) {
    guard let child = controllers.owners[view], held("parent", of: child) < 0,
      !isPresentedOrRoot(child)
    else { return }
    report(.addViewWithoutAddChild, of: calls.last.map(\.object) ?? child)
  }

  private func isPresentedOrRoot(_ controller: Int32) -> Bool {
    app.windows.contains { window in
      heap.isAlive(window) && held("rootViewController", of: window) == controller
    }
  }

  func judgeAddChild(_ child: Int32) {
    if controllers[child].announcedMove { report(.redundantWillMove, of: child) }
    controllers[child].announcedMove = false
    controllers[child].viewLeftFirst = false
  }

  func judgeWillMove(_ child: Int32, toNothing: Bool) {
    if toNothing {
      if controllers[child].viewLeftFirst { report(.reversedChildRemoval, of: child) }
      controllers[child].announcedRemoval = true
      if held("parent", of: child) < 0 { report(.redundantWillMove, of: child) }
    } else if held("parent", of: child) >= 0 {
      report(.redundantWillMove, of: child)
    } else {
      controllers[child].announcedMove = true
    }
  }

  func judgeDidMove(_ child: Int32, toNothing: Bool) {
    // removeFromParent() has said so already.
    if toNothing { report(.redundantWillMove, of: child) }
    controllers[child].awaitsDidMove = nil
  }

  /// The views of children leave: before the removal was announced is the wrong order.
  func judgeRemovedView(of leaving: [Int32]) {
    for child in leaving
    where held("parent", of: child) >= 0 && !controllers[child].announcedRemoval {
      controllers[child].viewLeftFirst = true
    }
  }

  func judgeRemoval(of child: Int32) {
    if !controllers[child].announcedRemoval { report(.missingWillMoveNil, of: child) }
    if held("superview", of: held("view", of: child)) >= 0, held("view", of: child) >= 0 {
      report(.reversedChildRemoval, of: child)
    }
    judgeArrival(of: child)
  }

  /// Whether a task that still waits should have been cancelled.
  ///
  /// A stream need not end; a reply does, but until then the task may keep the screen that is gone.
  private func isMissed(_ registration: Registration) -> Bool {
    guard let thread = threads.first(where: { $0.task == registration.object }) else {
      return false
    }
    if case .stream? = thread.wait { return true }
    let owner = registration.owner
    guard heap.isAlive(owner) else { return false }
    let operation = held("operation", of: thread.task)
    let captures = operation < 0 ? [] : heap.objects[Int(operation)].slots
    return captures.contains { $0.target == owner && $0.strength == .strong }
      || thread.frames.contains { frame in
        frame.held.contains(owner)
          || frame.variables.contains { $0.isPinned && $0.target == owner }
      }
  }

  /// Whether a timer's block invalidates it where the object that it asks for first is gone.
  private func endsWithItsOwner(_ timer: Int32) -> Bool {
    let block = held("block", of: timer)
    guard block >= 0, heap.objects[Int(block)].code >= 0 else { return false }
    return program.closures[Int(heap.objects[Int(block)].code)].literal.body.contains { action in
      guard action.word == .guardName, case .actions(let otherwise)? = action["else"] else {
        return false
      }
      return otherwise.contains { $0.word == .invalidate }
    }
  }

  /// Whether an observer was told of already, as one that each appearance adds again.
  private func isUnbalanced(_ registration: Registration) -> Bool {
    let line = sitePlace(registration.site)?.line ?? 0
    return misuses.contains {
      $0.code == .unbalancedObserver && $0.callback == registration.callback && $0.line == line
    }
  }

  /// Judges a child that leaves or stays: it should have been told that it has arrived.
  func judgeArrival(of child: Int32) {
    guard let callback = controllers[child].awaitsDidMove else { return }
    controllers[child].awaitsDidMove = nil
    report(.missingDidMove, of: child, callback: callback)
  }

  // MARK: - Sheets, background, the end

  private static let waitingWords: Set<Word> = [.call, .set, .dataTask, .layout, .append, .post]

  /// Sheets were dismissed in a step, which is over, with its completions.
  func judgeDismissedSheets() {
    let sheets = watch.sheetsDismissed
    watch.sheetsDismissed = []
    for sheet in sheets where heap.isAlive(sheet.presenter) {
      judgeSheetDismissed(over: sheet.presenter, at: sheet.site)
    }
  }

  /// A sheet was dismissed over a controller that heard nothing of it.
  private func judgeSheetDismissed(over presenter: Int32, at site: Int32) {
    for controller in controllerTree(of: presenter)
    where controllers[controller].appearance == .shown {
      let called = watch.endSheet(of: controller)
      let bodies = ["viewWillAppear", "viewIsAppearing", "viewDidAppear"].flatMap {
        types.chain(of: $0, in: heap.type(of: controller)).flatMap { $0 }
      }
      let waits = bodies.contains { action in
        guard Self.waitingWords.contains(action.word), !isOfLocal(action) else { return false }
        // What the sheet's own code has called or set meanwhile does not wait.
        guard [.call, .set].contains(action.word) else { return true }
        let isClosure = if case .value(.closure)? = action["to"] { true } else { false }
        guard !isClosure, let name = place(action, action.word.key)?.path.last else { return false }
        return !called.contains(name)
      }
      if waits {
        report(
          .waitsForViewWillAppearAfterSheet, of: controller, callback: "viewWillAppear(_:)",
          site: site)
      }
    }
  }

  /// Whether an action fills what the body has made itself.
  private func isOfLocal(_ action: Action) -> Bool {
    let key: String
    switch action.word {
    case .append: key = "to"
    case .set: key = "set"
    default: return false
    }
    guard let name = place(action, key)?.name else { return false }
    return name != "self"
  }

  private static let endingWords: Set<Word> = [.invalidate, .cancel, .finishSession, .finish]

  /// The app has left the screen: what a disappearance would have done and nobody did.
  func judgeBackground() {
    let called = watch.endBackground()
    for controller in liveControllers() where controllers[controller].appearance == .shown {
      let type = heap.type(of: controller)
      let direct = ["viewWillDisappear", "viewDidDisappear"].flatMap {
        types.chain(of: $0, in: type).flatMap { $0 }
      }
      let relies = direct.contains { action in
        if action.word == .call, let method = place(action, "call")?.path.last {
          return !called.contains("\(controller).\(method)") && hasWork(method, of: type)
        }
        return Self.endingWords.contains(action.word) && isStillRunning(action, controller)
          || [.post, .dataTask, .append].contains(action.word)
      }
      if relies {
        report(.reliesOnDisappearAtBackground, of: controller, callback: "viewWillDisappear(_:)")
      }
    }
  }

  /// Whether a method does more than removing observers.
  private func hasWork(_ method: String, of type: Int32) -> Bool {
    let bodies = types.chain(of: method, in: type).flatMap { $0 }
    return bodies.isEmpty || bodies.contains { ![.unobserve, .log, .superCall].contains($0.word) }
  }

  private func isStillRunning(_ action: Action, _ controller: Int32) -> Bool {
    guard let place = place(action, action.word.key), place.name == "self" else { return true }
    let object = heldThing(at: place, of: controller)
    return object >= 0
      && activeRegistrations(of: object).contains { !registrations[Int($0)].isCancelled }
  }

  /// What a place that begins with `self` holds, without any side effect.
  func heldThing(at place: Place, of object: Int32) -> Int32 {
    var next = object
    for property in place.path {
      guard next >= 0 else { return -1 }
      next = held(property, of: next)
    }
    return next
  }

  /// The end of the scenario: what still runs for a screen that has gone, and children that never arrived.
  func judgeAtEnd() {
    for registration in registrations
    where registration.isActive && !registration.isCancelled && !registration.endsByItself {
      guard registration.owner >= 0, isController(registration.owner),
        !heap.isAlive(registration.owner) || goneReasons[registration.owner] != nil
      else { continue }
      let code: Misuse.Code
      switch registration.kind {
      case .task where isMissed(registration): code = .uncancelledTask
      case .timer where endsWithItsOwner(registration.object): continue
      case .timer, .displayLink: code = .uninvalidatedTimer
      case .observer where !isUnbalanced(registration): code = .blockObserverLeft
      case .task, .observer, .observation, .source, .session, .subscription, .work, .dataTask:
        continue
      }
      report(
        code, of: registration.owner, callback: registration.callback, site: registration.site)
    }
    for controller in 0..<heap.count where isController(controller) && heap.isAlive(controller) {
      judgeArrival(of: controller)
    }
  }
}
