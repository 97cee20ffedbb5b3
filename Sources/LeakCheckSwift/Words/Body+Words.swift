import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Methods of frameworks, on the object at a place.
extension Body {
  /// The effect of a framework method, or `nil` if the method is unknown.
  func word(_ call: Call, on place: String, _ type: TypeReference) -> Term? {
    let target = Place(stringLiteral: place)
    if let term = unmanagedWord(call, on: place) { return term }
    if type.name == "UIViewPropertyAnimator" { return animatorWord(call, on: place) }
    if let term = controllerWord(call, on: target, type) { return term }
    if let term = viewWord(call, on: target) { return term }
    if let term = observerWord(call, on: target, type) { return term }
    return changedThroughSetter(call, on: place, type) ?? collectionWord(call, on: place, type)
  }

  func placeOf(_ expression: ExprSyntax?) -> Place? {
    guard let expression else { return nil }
    let term = evaluate(expression)
    if case .publisher(let place, _) = term { return Place(stringLiteral: place) }
    return term.place.map { Place(stringLiteral: $0) }
  }

  private func controllerWord(_ call: Call, on target: Place, _ type: TypeReference) -> Term? {
    switch call.name {
    case "pushViewController", "show":
      guard let controller = placeOf(call.first) else { return nil }
      actions.push(controller, on: call.name == "show" ? navigation(of: target, type) : target)
      translator.pushes = true
    case "popViewController": actions.pop(target)
    case "popToRootViewController": actions.popToRoot(target)
    case "popToViewController":
      guard let controller = placeOf(call.first) else { return nil }
      actions.popTo(controller, on: target)
    case "setViewControllers":
      guard let first = call.first else { return nil }
      if call["direction"] != nil {
        guard case .many(let pages) = evaluate(first), let page = pages.first?.place else {
          return nil
        }
        actions.page(Place(stringLiteral: page), on: target)
        laterClosures(call)
        return .nothing
      }
      setControllers(first, on: target, type)
    case "setViewController":
      guard let controller = placeOf(call.first), isSplit(target, type) else { return nil }
      addColumn(controller, to: target)
    case "present", "presentAsSheet", "presentAsModalWindow":
      guard let controller = placeOf(call.first) else { return nil }
      actions.present(controller, from: target)
      laterClosures(call)
    case "dismiss":
      // In AppKit, the presenter dismisses what it names.
      actions.dismiss(call.arguments.first?.label == nil ? placeOf(call.first) ?? target : target)
      laterClosures(call)
    case "makeKeyAndVisible": actions.show(target)
    case "loadViewIfNeeded": actions.loadViewIfNeeded(target)
    case "loadView": actions.call(Place(stringLiteral: "\(target).loadView"))
    case "addChild":
      guard let child = placeOf(call.first) else { return nil }
      actions.addChild(child, to: target)
    case "willMove": actions.willMove(target, to: placeOf(call["toParent"]))
    case "didMove": actions.didMove(target, to: placeOf(call["toParent"]))
    case "removeFromParent": actions.removeFromParent(target)
    default: return nil
    }
    return .nothing
  }

  /// A completion is called after the step.
  private func laterClosures(_ call: Call) {
    for argument in call.arguments {
      guard case .function(let value) = evaluateClosure(argument.expression) else { continue }
      actions.async(value)
    }
  }

  private func evaluateClosure(_ expression: ExprSyntax) -> Term {
    expression.is(ClosureExprSyntax.self) ? evaluate(expression) : .nothing
  }

  private func setControllers(
    _ expression: ExprSyntax, on target: Place, _ type: TypeReference
  ) {
    switch evaluate(expression) {
    case .many(let terms):
      let controllers = terms.compactMap(\.place).map { Place(stringLiteral: $0) }
      if isSplit(target, type) {
        for controller in controllers { addColumn(controller, to: target) }
      } else {
        actions.setViewControllers(controllers, on: target)
      }
    case .object(let place, .many) where place.hasSuffix(".elements"):
      note(
        expression, "controllers from a variable are not followed; write them in the call",
        unsettles: true)
    default: break
    }
  }

  private func isSplit(_ target: Place, _ type: TypeReference) -> Bool {
    model.isKind(
      target.description == "self" ? typeName : type.name, of: ["UISplitViewController"])
  }

  /// A column of a split view controller is one of its children.
  private func addColumn(_ controller: Place, to split: Place) {
    actions.addChild(controller, to: split)
    actions.didMove(controller, to: split)
  }

  private func viewWord(_ call: Call, on target: Place) -> Term? {
    switch call.name {
    case "addSubview", "insertSubview", "addArrangedSubview": addSubview(call, to: target)
    case "removeFromSuperview": actions.removeFromSuperview(target)
    case "presentScene":
      guard let scene = placeOf(call.first) else { return nil }
      actions.set(Place(stringLiteral: "\(target).scene"), to: .place(scene))
    case "addAction":
      guard let first = call.first else { return nil }
      switch evaluate(first) {
      case .handler(let value): actions.uiAction(value, on: target)
      case .object(let action, _):
        actions.append(
          .place(Place(stringLiteral: action)), to: Place(stringLiteral: "\(target).actions"))
      default: return nil
      }
    case "addTarget":
      guard let first = call.first, let place = evaluate(first).place else { return .nothing }
      // A gesture holds its target weakly.
      if target.description != me || !model.isKind(typeName, of: Frameworks.gestures) {
        actions.control(target: Place(stringLiteral: place), on: target)
      }
    case "addGestureRecognizer": addGesture(call, to: target)
    case "setNeedsLayout", "layoutIfNeeded":
      actions.layout(target)
    case "addConstraint", "addConstraints", "removeConstraint", "removeConstraints":
      evaluateArguments(call)
      actions.layout(target)
    case "add" where call["name"] != nil:
      guard let handler = placeOf(call.first) else { return nil }
      actions.append(.place(handler), to: Place(stringLiteral: "\(target).scriptMessageHandlers"))
    case "removeScriptMessageHandler", "removeAllScriptMessageHandlers":
      actions.clear(Place(stringLiteral: "\(target).scriptMessageHandlers"))
    case "add" where call["forKey"] != nil: add(animation: call, to: target)
    case "removeAllAnimations", "removeAnimation":
      evaluateArguments(call)
      actions.clear(animations(of: target))
    case "add" where call["to"] != nil || call["forMode"] != nil: break
    case "resume", "setTitle", "bringSubviewToFront", "reloadData", "schedule", "activate",
      "register",
      "deselectRow", "fire", "setImage", "becomeFirstResponder", "resignFirstResponder", "evaluate",
      "enter", "leave":
      evaluateArguments(call)
    default: return nil
    }
    return .nothing
  }

  private func observerWord(_ call: Call, on target: Place, _ type: TypeReference) -> Term? {
    switch call.name {
    case "addObserver": return addObserver(call)
    case "removeObserver":
      guard let observer = placeOf(call.first) else { return .nothing }
      if !mayNeverEnd(call) { actions.unobserve(observer) }
    case "post":
      guard let name = call["name"] ?? call.first else { return nil }
      post(notification(name))
    case "publisher" where call["for"] != nil:
      return .publisher(target.description, [])
    case "invalidate", "cancel":
      // An object that is not ended is still captured.
      if mayNeverEnd(call) { actions.read(target) } else { end(call, target, type) }
    case "finishTasksAndInvalidate", "invalidateAndCancel": actions.finishSession(target)
    case "setEventHandler":
      guard let last = call.last else { return nil }
      let handler = value(of: evaluate(last), last)
      noteRegistration(of: handler)
      actions.source(handler: handler, in: target)
    case "observe": return keyValue(call, on: target)
    case "dataTask", "downloadTask", "uploadTask": return dataTask(call)
    case "webSocketTask": return socket(call)
    case "notify" where call["queue"] != nil: fallthrough
    case "addOperation", "addBarrierBlock":
      guard let last = call.last, runOperation(evaluate(last)) else { return nil }
    case "addOperations":
      guard let first = call.first, case .many(let operations) = evaluate(first) else { return nil }
      for operation in operations { _ = runOperation(operation) }
    case "addExecutionBlock":
      guard let last = call.last else { return nil }
      add(evaluate(last), to: "\(target).executionBlocks", last)
    case "addPeriodicTimeObserver", "addBoundaryTimeObserver":
      guard let last = call.last else { return nil }
      // The player keeps the block until the token is removed.
      add(evaluate(last), to: "\(target).timeObservers", last)
    case "removeTimeObserver":
      actions.clear(Place(stringLiteral: "\(target).timeObservers"))
    case "finish":
      actions.finish(target.description.split(separator: ".").last.map(String.init) ?? "stream")
    default: return nil
    }
    return .nothing
  }

  private func end(_ call: Call, _ target: Place, _ type: TypeReference) {
    if call.name == "invalidate" { return actions.invalidate(target) }
    if let type = type.name, model[type] == nil, Frameworks.isApples(type) {
      actions.clear(Place(stringLiteral: "\(target).receivers"))
    }
    // A task whose loop swallows the cancellation continues.
    let name = target.description.split(separator: ".").last.map(String.init) ?? ""
    if !model.uncancelledNames.names.contains(name) { actions.cancel(target) }
  }

  /// `session.webSocketTask(with: url)`: the task keeps its receiver.
  private func socket(_ call: Call) -> Term {
    evaluateArguments(call)
    let task = temporary("webSocketTask")
    actions.new("URLSessionWebSocketTask", as: task)
    return .object(task, .named("URLSessionWebSocketTask"))
  }

  /// A queue releases an operation after it has run; `false` if it is no operation.
  private func runOperation(_ term: Term) -> Bool {
    switch term {
    case .function(let value): actions.async(value)
    case .object(let operation, let type):
      if let main = model.methods("main", of: type.name).first {
        actions.async(.method(Place(stringLiteral: "\(operation).\(main.key)")))
      } else if model[type.name ?? ""] == nil {
        for blocks in ["handler", "block", "executionBlocks"] {
          runOnce(Place(stringLiteral: "\(operation).\(blocks)"))
        }
      }
      let completion = Place(stringLiteral: "\(operation).completionBlock")
      actions.async(.place(completion))
      actions.set(completion, to: .null)
    default: return false
    }
    return true
  }

  /// Runs the blocks of a list after the step, and empties the list.
  func runOnce(_ blocks: Place) {
    let block = fresh("block")
    actions.each(blocks, as: block) { $0.async(.place(Place(stringLiteral: block))) }
    actions.clear(blocks)
  }

  /// Posts the notification that the system sends for an event.
  private func post(_ name: String) {
    switch name {
    case "didEnterBackgroundNotification": actions.background()
    case "willEnterForegroundNotification": actions.foreground()
    case "didReceiveMemoryWarningNotification": actions.memoryWarning()
    default: break
    }
    actions.post(name)
  }

  /// The last name of a notification.
  private func notification(_ node: ExprSyntax) -> String {
    let text = node.trimmedDescription.filter { $0.isLetter || $0.isNumber || $0 == "." }
    return String(text.split(separator: ".").last ?? "notification")
  }

  private func addObserver(_ call: Call) -> Term? {
    if let name = call["forName"] {
      guard let last = call.last else { return nil }
      let block = value(of: evaluate(last), last)
      noteRegistration(of: block)
      let notification = notification(name)
      translator.note(observed: notification)
      return .service("NotificationToken") { $0.observe(notification, using: block, in: $1) }
    }
    guard let selector = call["selector"], let first = call.first, let place = evaluate(first).place
    else { return nil }
    let name = call["name"].map { notification($0) } ?? "notification"
    translator.note(observed: name)
    actions.observe(name, selector: Place(stringLiteral: selected(selector, of: place)))
    return .nothing
  }

  private func keyValue(_ call: Call, on target: Place) -> Term? {
    guard let first = call.first, first.is(KeyPathExprSyntax.self), let last = call.last else {
      return nil
    }
    let key = first.trimmedDescription.split(separator: ".").last.map(String.init) ?? "key"
    let block = value(of: translator.asEntrances { evaluate(last) }, last)
    return .service("NSKeyValueObservation") {
      $0.kvo(target, keyPath: key, using: block, in: $1)
    }
  }

  /// A request that ends by itself, and then calls its handler.
  private func dataTask(_ call: Call) -> Term {
    guard let last = call.last, case .function(let value) = evaluate(last) else { return .nothing }
    for argument in call.arguments.dropLast() { finish(evaluate(argument.expression)) }
    translator.asksForData = true
    return .service("URLSessionDataTask") { actions, place in
      actions.dataTask(place ?? "request", completion: value)
    }
  }

  // MARK: - Properties with effects when set

  /// Whether an assignment sets a framework's property that does more than hold the value.
  func frameworkProperty(_ access: MemberAccessExprSyntax, _ source: ExprSyntax) -> Bool {
    guard let base = access.base else { return false }
    let name = access.declName.baseName.text
    switch name {
    case "rootViewController", "selectedIndex", "viewControllers": break
    case _
    where name.lowercased().hasSuffix("delegate") || name.lowercased().hasSuffix("datasource"):
      return undeclaredDelegate(access, base, source)
    default: return false
    }
    guard case .object(let place, let type) = evaluate(base),
      model.property(name, of: type.name) == nil
    else { return false }
    let target = Place(stringLiteral: place)
    switch name {
    case "rootViewController":
      guard let controller = placeOf(source) else { return true }
      actions.root(controller, of: target)
    case "selectedIndex":
      if let index = Int(source.trimmedDescription) { actions.select(index, on: target) }
    default: setControllers(source, on: target, type)
    }
    return true
  }

  /// The delegate of a class without source: the documentation says how it is held.
  private func undeclaredDelegate(
    _ access: MemberAccessExprSyntax, _ base: ExprSyntax, _ source: ExprSyntax
  ) -> Bool {
    let holder = evaluate(base)
    // A gesture holds its delegate weakly.
    if case .gesture = holder {
      finish(evaluate(source))
      return true
    }
    guard case .object(_, let type) = holder else { return false }
    if let name = type.name, model[name] != nil {
      // A delegate property inherited from a framework's class is weak.
      guard model.property(access.declName.baseName.text, of: name) == nil,
        model.frameworkBase(of: name) != nil
      else { return false }
      finish(evaluate(source))
      return true
    }
    if let name = type.name, Frameworks.types.contains(name) {
      if lastName(of: source) != nil { callBack(evaluate(source), from: name) }
      // The view of a list controller is its list, which holds its delegates weakly.
      guard let place = holder.place, place.hasSuffix(".view"),
        Frameworks.lists.values.contains(where: { $0.list == name })
      else { return false }
      finish(evaluate(source))
      return true
    }
    if bare(source).is(NilLiteralExprSyntax.self) { return true }
    if let name = type.name, Frameworks.isApples(name) {
      let delegate = evaluate(source)
      callBack(delegate, from: name)
      finish(delegate)
      return true
    }
    note(
      access,
      "how \(type.name ?? "an undeclared class") holds \(access.declName.baseName.text) is not known:"
        + " assumed weak; declare the class", unsettles: true)
    return true
  }

  /// Schedules one call of each delegate method of a framework object: the methods with the object as first parameter.
  ///
  /// If a journey calls uncalled methods, it covers this for its screens, but not for their helpers.
  func callBack(_ delegate: Term, from type: String) {
    guard case .object(let place, let own) = delegate,
      let name = own.name ?? (place == me ? typeName : nil),
      !model.statements.isEmpty || !isOnScreen(name)
    else { return }
    let methods = model.chain(of: name).flatMap(\.methods)
    for method in methods where method.parameters.first?.type == .named(type) && !method.isAsync {
      // Only what somebody invalidates tells that it is invalid.
      let tellsEnd = method.parameters.contains { $0.label == "didBecomeInvalidWithError" }
      if tellsEnd, !model.invalidates { continue }
      actions.async(.method(Place(stringLiteral: "\(place).\(method.key)")))
    }
  }

  private func isOnScreen(_ type: String?) -> Bool {
    model.isController(type) || model.isKind(type, of: Frameworks.views)
  }
}
