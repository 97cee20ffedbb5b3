import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Free functions and types of frameworks.
extension Body {
  /// `Task { … }`, `UIAction { … }`, `expectGone(…)` and the like.
  func freeWord(_ call: Call, naming: String?) -> Term? {
    switch call.name {
    case "Task": return task(call)
    case "objc_setAssociatedObject": return associate(call)
    case "UIAction": return handler(call)
    case "CADisplayLink": return displayLink(call)
    case "URLSession": return session(call)
    case "Timer": return timer(call, on: "Timer")
    case "DispatchWorkItem": return call.last.map { evaluate($0) }
    case "Set", "Array", "Dictionary": return collection(call)
    case "assert", "precondition", "XCTAssertTrue", "XCTAssert":
      guard let first = call.first, expectsNil(first) else { break }
      return .nothing
    case "swap" where call.arguments.count == 2: return swap(call)
    case "expectGone", "expectAlive": return expect(call)
    case "expectDeallocated", "expectNoLeaks", "expectNoRetainCycles": return expectation(call)
    case _ where Frameworks.continuations.contains(call.name):
      return continuation(call)
    case "withObservationTracking": return tracking(call)
    // A future calls its closure at once, like a result, and a publisher of one value ends with it.
    case "Future", "Deferred", "Result": return immediate(call, nil, .unknown)
    case "Just", "Empty", "Fail":
      evaluateArguments(call)
      return .unknown
    case _ where Frameworks.taskGroups.contains(call.name): return taskGroup(call)
    case "AsyncStream" where !call.closures.isEmpty,
      "AsyncThrowingStream" where !call.closures.isEmpty:
      return stream(call, naming)
    default: break
    }
    if Frameworks.gestures.contains(call.name) {
      return call["target"].flatMap { evaluate($0).place }.map { .gesture($0) } ?? .nothing
    }
    if Frameworks.immediate.contains(call.name), !call.closures.isEmpty {
      return immediate(call, nil, .unknown)
    }
    if call.name == "addTeardownBlock" { noteTracked(in: call) }
    if call.name.hasPrefix("XCT"), call.name != "XCTestExpectation" { return assertion(call) }
    guard call.name.first?.isUppercase == true, !TypeReference.values.contains(call.name) else {
      return nil
    }
    return frameworkObject(call.name, call, naming)
  }

  /// `XCTAssertNil(…)`, `XCTUnwrap(…)`: evaluates the arguments; the second returns its value.
  private func assertion(_ call: Call) -> Term {
    if call.name == "XCTUnwrap", let first = call.first { return evaluate(first) }
    if call.name == "XCTAssertNil", let first = call.first, expectGone(first) { return .nothing }
    evaluateArguments(call)
    return .nothing
  }

  /// Expects the object of a weak local to be gone; `false` for another expression.
  private func expectGone(_ expression: ExprSyntax) -> Bool {
    guard expression.is(DeclReferenceExprSyntax.self),
      case .object(let place, let type) = evaluate(expression), place.hasSuffix(Self.weakValue),
      let name = type.name, model[name] != nil
    else { return false }
    actions.expectGone(place)
    return true
  }

  /// Expects the object of a weak local to be gone for `probe == nil`; `false` for another expression.
  func expectsNil(_ expression: ExprSyntax) -> Bool {
    guard let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.operator.plainText == "==", infix.rightOperand.is(NilLiteralExprSyntax.self)
    else { return false }
    return expectGone(infix.leftOperand)
  }

  /// The name of a task group here; the group waits for its children and is gone after them.
  static let taskGroup = "TaskGroup"

  private func taskGroup(_ call: Call) -> Term {
    guard let node = call.closures.last else { return immediate(call, nil, .unknown) }
    var bindings: [String: Binding] = [:]
    for parameter in parameters(of: node) {
      bindings[parameter.name] = .term(.type(Self.taskGroup))
    }
    return inline(node, binding: bindings)
  }

  /// A call on a group: its children run where they are added, because the group ends after all of them.
  func groupWord(_ call: Call) -> Term? {
    switch call.name {
    case "addTask", "addTaskUnlessCancelled", "addImmediateTask":
      guard let node = call.closures.last else { return nil }
      finish(inline(node))
    case "next", "nextResult", "waitForAll", "cancelAll": evaluateArguments(call)
    default: return nil
    }
    return .unknown
  }

  /// `Array(other)`.
  private func collection(_ call: Call) -> Term {
    guard let first = call.first, call.arguments.count == 1,
      case .object(let place, let type) = evaluate(first), isMany(type)
    else {
      evaluateArguments(call)
      return .many([])
    }
    return .object(place, type)
  }

  /// `swap(&first, &second)`.
  private func swap(_ call: Call) -> Term {
    let places = call.arguments.map { place(of: bare($0.expression)) }
    guard let first = places[0], let second = places[1] else { return .nothing }
    let (one, other) = (Place(stringLiteral: first.place), Place(stringLiteral: second.place))
    if isMany(first.type) {
      let list = Place(stringLiteral: "\(newList()).elements")
      actions.copy(one, to: list)
      actions.copy(other, to: one)
      actions.copy(list, to: other)
    } else {
      let local = Place(stringLiteral: temporary("swapped"))
      actions.set(local, to: .place(one))
      actions.set(one, to: .place(other))
      actions.set(other, to: .place(local))
    }
    return .nothing
  }

  private func task(_ call: Call) -> Term {
    for argument in call.arguments.dropLast() { finish(evaluate(argument.expression)) }
    guard let last = call.last else { return .unknown }
    return task(last)
  }

  /// A task with its body; one that waits for an endless stream keeps `self` for good.
  func task(_ last: ExprSyntax) -> Term {
    let before = endlessLoops
    let value: Value
    if let node = last.as(ClosureExprSyntax.self) {
      value = .closure(closure(node, isAsync: true))
      if node.statements.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "sleep" }) {
        noteHaste(of: last)
      }
    } else {
      value = self.value(of: evaluate(last), last)
    }
    if endlessLoops > before || model.endlessNames.isUsed(in: last) {
      noteRegistration(of: value)
    }
    return .service("Task") { $0.task(value, in: $1) }
  }

  private func handler(_ call: Call) -> Term {
    guard let last = call.last,
      case .function(let value) = translator.asEntrances({ evaluate(last) })
    else { return .unknown }
    return .handler(value)
  }

  private func displayLink(_ call: Call) -> Term {
    guard let target = call["target"], let place = evaluate(target).place else { return .unknown }
    let method = Place(stringLiteral: selected(call["selector"], of: place))
    noteRegistration(of: .place(Place(stringLiteral: place)))
    translator.animates = true
    return .service("CADisplayLink") { $0.displayLink(target: method, in: $1) }
  }

  private func session(_ call: Call) -> Term {
    let term = call["delegate"].map { evaluate($0) }
    if let term { callBack(term, from: "URLSession") }
    let delegate = term?.place.map { Place(stringLiteral: $0) }
    return .service("URLSession") { $0.session(delegate: delegate, in: $1) }
  }

  /// The target of a selector, with the method if it is known.
  func selected(_ selector: ExprSyntax?, of place: String) -> String {
    guard let macro = selector?.as(MacroExpansionExprSyntax.self),
      let expression = macro.arguments.first?.expression
    else { return place }
    let reference =
      expression.as(DeclReferenceExprSyntax.self)
      ?? expression.as(MemberAccessExprSyntax.self)?.declName
    guard let name = reference?.baseName.text,
      let method = model.methods(name, of: place == me ? typeName : nil).first
    else { return place }
    translator.noteCall(of: name, from: owner)
    return "\(place).\(method.key)"
  }

  /// `Timer.scheduledTimer(…)` in its forms.
  func timer(_ call: Call, on type: String) -> Term? {
    guard type == "Timer", call.name == "scheduledTimer" || call.name == "Timer" else { return nil }
    let repeats = call["repeats"]?.trimmedDescription != "false"
    let seconds = (call["timeInterval"] ?? call["withTimeInterval"])?.trimmedDescription
    let time = seconds.flatMap { Double($0) } ?? 1
    let every = repeats ? time : nil
    let after = repeats ? nil : time
    translator.note(delay: time)
    if let target = call["target"] {
      guard let place = evaluate(target).place else { return .unknown }
      let method = Place(stringLiteral: selected(call["selector"], of: place))
      if repeats { noteRegistration(of: .place(Place(stringLiteral: place))) }
      return .service("Timer") { $0.timer(every: every, after: after, target: method, in: $1) }
    }
    guard let last = call.last else { return .unknown }
    let block = value(of: evaluate(last), last)
    if repeats {
      noteRegistration(of: block)
      noteUnownedSelf(of: last)
    } else {
      noteHaste(of: last)
    }
    return .service("Timer") { $0.timer(every: every, after: after, block: block, in: $1) }
  }

  private func expect(_ call: Call) -> Term {
    guard let first = call.first else { return .nothing }
    let text = first.trimmedDescription.trimmingQuotes
    let name = text.hasSuffix(".self") ? String(text.dropLast(5)) : text
    if call.name == "expectGone" { actions.expectGone(name) } else { actions.expectAlive(name) }
    return .nothing
  }

  /// `expectDeallocated(screen)`, and `expectDeallocated { … }` or `expectNoLeaks { … }`.
  private func expectation(_ call: Call) -> Term {
    if let closure = call.closures.first {
      var (made, local): (String?, String?)
      let before = translator.made
      scope {
        let term = inline(closure)
        made = term.typeName
        local = term.place
        finish(term)
        dropTemporaries()
      }
      if call.name == "expectDeallocated", let local, !local.contains("."),
        made.map({ model[$0]?.kind == .classType }) == true
      {
        // This object only, not others of its type.
        actions.expectGone(local)
        return .nothing
      }
      let names = made.map { [$0] } ?? translator.made.subtracting(before).sorted()
      for name in names where model[name]?.kind == .classType { actions.expectGone(name) }
      return .nothing
    }
    guard call.name == "expectDeallocated", let first = call.first,
      case .object(let place, let type) = evaluate(first), !place.contains(".")
    else { return .nothing }
    actions.set(Place(stringLiteral: place), to: .null)
    if let name = type.name, model[name] != nil { actions.expectGone(name) }
    return .nothing
  }

  private func continuation(_ call: Call) -> Term {
    var lost: Syntax?
    if let closure = call.closures.first {
      let names = parameters(of: closure)
      var bindings: [String: Binding] = [:]
      for name in names { bindings[name.name] = .value }
      lost = names.first.flatMap { lostPath(of: $0.name, in: closure) }
      // Its locals are gone before the wait begins.
      scope {
        let start = temporaries.count
        finish(inline(closure, binding: bindings))
        dropTemporaries(from: min(start, temporaries.count))
      }
    }
    guard isAsync else { return .unknown }
    let name = fresh("continuation")
    if let lost {
      note(lost, "the continuation is not resumed on this path: whoever waits for it waits forever")
    }
    // Whoever waits in a method of an object keeps it.
    if !model.resumes { typeName.map { _ = translator.registering.insert($0) } }
    actions.await(name, lost: lost != nil || !model.resumes)
    return .unknown
  }

  /// Where a path begins that does not resume a continuation.
  private func lostPath(of name: String, in closure: ClosureExprSyntax) -> Syntax? {
    let paths = ResumedPaths(of: name, in: closure) { [model] function in
      model.methods(anywhere: function).contains {
        $0.parameters.contains { ResumedPaths.isAnswer($0.name) }
      }
    }
    return paths.lost(in: closure)
  }

  /// A new object of a framework, or of an undeclared class.
  func frameworkObject(_ name: String, _ call: Call, _ naming: String?) -> Term {
    if TypeReference.values.contains(name) {
      evaluateArguments(call)
      return .nothing
    }
    let hint = naming ?? name.prefix(1).lowercased() + name.dropFirst()
    if name == "UIWindow" {
      evaluateArguments(call)
      // A window on screen outlives its local.
      let window = fresh(hint)
      actions.window(window)
      return .object(window, .named(name))
    }
    if name == "Thread", !call.closures.isEmpty { return thread(call) }
    if let object = extendedObject(name, call, hint) { return object }
    if Frameworks.types.contains(name) { return known(name, call, hint) }
    if Frameworks.answering.contains(name) { return unfollowed(call, name) }
    var isGiven = false
    for argument in call.arguments {
      let term = evaluate(argument.expression)
      if argument.label == "delegate", Frameworks.isApples(name) {
        callBack(term, from: name)
        continue
      }
      isGiven = isGiven || holdsObject(term)
      if case .function(let value) = term, case .closure(let literal) = value,
        !literal.strongCaptures.isEmpty
      {
        note(
          argument.expression,
          "unknown whether \(name) keeps the closure: declare the type, or add // leakcheck: keeps",
          unsettles: true)
      } else {
        finish(term)
      }
    }
    let object = temporary(hint)
    let isKeeper = Frameworks.keepers.contains(name)
    actions.new(isKeeper ? name : Frameworks.simulated(name) ?? "NSObject", as: object)
    if isGiven || !Frameworks.isApples(name) {
      note(
        call.node,
        "\(name) is not declared in these files: its properties are assumed to be strong")
    }
    return .object(object, .named(name))
  }
}

extension String {
  /// The text without the surrounding quotation marks, as in `expectGone("screen")`.
  fileprivate var trimmingQuotes: String {
    hasPrefix("\"") && hasSuffix("\"") && count > 2 ? String(dropFirst().dropLast()) : self
  }
}
