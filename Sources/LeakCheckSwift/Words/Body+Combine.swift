import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Publishers: operators pass values through, and whoever gets a subscription keeps it.
extension Body {
  /// A call on a subject.
  func subjectWord(_ call: Call, _ place: String) -> Term? {
    if call.name == "send" {
      evaluateArguments(call)
      if call["completion"] != nil { finish(subject: place) }
      return .nothing
    }
    return publisherWord(call, place, [])
  }

  /// `subject.send(completion: .finished)`: its subscriptions let go of their closures.
  private func finish(subject place: String) {
    let subscription = fresh("subscription")
    actions.each(Place(stringLiteral: "\(place).subscribers"), as: subscription) {
      $0.cancel(Place(stringLiteral: subscription))
    }
  }

  /// A call on a publisher; `place` is `nil` if the publisher is unknown.
  func publisherWord(_ call: Call, _ place: String?, _ operators: [Value]) -> Term {
    var operators = operators
    if call.name == "store" || call.name == "cancel" { return .nothing }
    guard call.name == "sink" || call.name == "assign" else {
      for argument in call.arguments {
        let term = evaluate(argument.expression)
        if case .function(let value) = term { operators.append(value) }
      }
      return place.map { .publisher($0, operators) } ?? .unknown
    }
    if finishes(call.base) { return subscribeOnce(call) }
    let publisher = Place(stringLiteral: place ?? unknownPublisher(call))
    // A chain may span many lines: the subscribing call is its last word.
    if let access = call.callee.as(MemberAccessExprSyntax.self) { stand(at: access.declName) }
    if call.name == "assign" { return assign(call, publisher, operators) }
    guard let last = call.last else { return .unknown }
    for argument in call.arguments.dropLast() {
      if case .function(let value) = evaluate(argument.expression) { operators.append(value) }
    }
    guard case .function(let value) = translator.asEntrances({ evaluate(last) }) else {
      return .unknown
    }
    let handler = holding(operators, in: value)
    return .service("AnyCancellable") { $0.sink(handler, on: publisher, in: $1) }
  }

  /// Operators' closures live as long as the subscription: here its handler holds them.
  private func holding(_ operators: [Value], in value: Value) -> Value {
    let held = operators.filter(keepsSomething)
    guard !held.isEmpty else { return value }
    var handler: ClosureLiteral
    if case .closure(let literal) = value {
      handler = literal
    } else {
      handler = ClosureLiteral(capturing: [], do: ActionList(), at: actions.place)
    }
    let own = if case .method = value { [value] } else { [Value]() }
    for value in held + own {
      let name = temporary("operator")
      actions.set(Place(stringLiteral: name), to: value)
      handler.use(name)
    }
    return .closure(handler)
  }

  /// Whether a closure or a bound method keeps an object that is not global.
  private func keepsSomething(_ value: Value) -> Bool {
    switch value {
    case .closure(let literal): !literal.strongCaptures.isEmpty
    case .method(let place): !place.description.hasPrefix("global.")
    default: false
    }
  }

  private func assign(
    _ call: Call, _ publisher: Place, _ operators: [Value]
  ) -> Term {
    guard let target = call["on"], let place = evaluate(target).place, let key = call["to"] else {
      publish(call, publisher, operators)
      return .nothing
    }
    let name = key.trimmedDescription.split(separator: ".").last.map(String.init) ?? "value"
    let property = Place(stringLiteral: "\(place).\(name)")
    return .service("AnyCancellable") { $0.assign(property, on: publisher, in: $1) }
  }

  /// `assign(to: &$value)`: the published property keeps the subscription, which does not retain the property's owner.
  private func publish(_ call: Call, _ publisher: Place, _ operators: [Value]) {
    guard let property = call["to"]?.as(InOutExprSyntax.self)?.expression,
      let name = lastName(of: property)
    else { return }
    let base = property.as(MemberAccessExprSyntax.self)?.base
    guard let owner = base.map({ evaluate($0).place }) ?? "self" else { return }
    let writing = ClosureLiteral(capturing: [], do: ActionList(), at: actions.place)
    actions.sink(
      holding(operators, in: .closure(writing)), on: publisher,
      in: Place(stringLiteral: "\(owner).\(name)"))
  }

  /// Operators that nothing but publishers have.
  private static let operators: Set<String> = [
    "catch", "tryCatch", "debounce", "throttle", "removeDuplicates", "eraseToAnyPublisher",
    "switchToLatest", "replaceError", "replaceNil", "handleEvents", "tryMap", "mapError",
    "receive", "setFailureType",
  ]

  /// An operator on something that is not known, which is a publisher then; `nil` for other calls.
  func operatorOnUnknown(_ call: Call) -> Term? {
    guard Self.operators.contains(call.name), call.name != "receive" || call["on"] != nil,
      model.methods(anywhere: call.name).isEmpty
    else { return nil }
    if finishes(call.base) { return publisherWord(call, nil, []) }
    return publisherWord(call, unknownPublisher(call), [])
  }

  private func unknownPublisher(_ call: Call) -> String {
    let name = temporary("publisher")
    actions.new("PassthroughSubject", as: name)
    // A timer never finishes.
    if call.base?.plainText.hasPrefix("Timer.publish") != true {
      note(call.node, "unknown publisher: assumed never to finish")
    }
    return name
  }
}
