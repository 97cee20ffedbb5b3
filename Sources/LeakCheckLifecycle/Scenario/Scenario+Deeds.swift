/// The calls and requests of a scenario's own code, to compare with those of another scenario.
extension Scenario {
  /// The own methods that some code calls or passes, such as `refresh()`, and the services that it requests, in words.
  ///
  /// They count whether or not a run reaches them.
  ///
  /// - Complexity: O(actions).
  package var deeds: Set<String> {
    let own = Set(types.flatMap(\.ownMethods))
    var deeds: Set<String> = []
    var waiting = types.flatMap { $0.callbacks.values.flatMap(\.actions) } + steps.actions
    while let action = waiting.popLast() {
      deeds.formUnion(action.service)
      for (_, operand) in action.operands {
        for place in operand.places {
          guard let name = place.path.last, own.contains(name) else { continue }
          deeds.insert("a call of \(CallbackName.signature(name))")
        }
        waiting += operand.inner
      }
    }
    return deeds
  }
}

extension TypeDeclaration {
  /// The methods that no framework calls.
  fileprivate var ownMethods: [String] {
    callbacks.keys.filter {
      !CallbackName.ofFrameworks.contains($0) && !CallbackName.isAccessor($0)
        && !$0.hasPrefix("init")
    }
  }
}

extension Action {
  /// The requested services, in words.
  fileprivate var service: [String] {
    switch word {
    case .time(.timer), .time(.displayLink): ["a timer or display link"]
    case .observation(.observe), .observation(.observeSelector): ["an observer of notifications"]
    case .observation(.kvo): ["an observation of a property"]
    case .task(.task): ["a task"]
    case .task(.forAwait): ["a loop over a stream"]
    case .time(.source): ["a dispatch source"]
    case .session(.session):
      ["a URL session"] + (hasDelegate ? ["a delegate of a URL session"] : [])
    case .session(.dataTask): ["a data task"]
    case .publisher(.sink), .publisher(.assign): ["a subscription"]
    case .view(.uiAction), .view(.control), .view(.gesture): ["an action of a control"]
    case .task(.await): ["a wait in a task"]
    case .check(.expectGone), .check(.expectAlive): ["an expectation"]
    case .container(.addChild): ["a child controller"]
    case .container(.present): ["a presented controller"]
    case .object(.append)
    where operands.contains { $0.operand.places.contains(where: \.isHandlerList) }:
      ["a script message handler"]
    case .object, .body, .check, .time, .observation, .task, .session, .view, .app,
      .container:
      []
    }
  }

  private var hasDelegate: Bool {
    operands.contains { $0.key.hasSuffix("delegate") && !$0.operand.places.isEmpty }
  }
}

extension Place {
  fileprivate var isHandlerList: Bool { path.last == "scriptMessageHandlers" }
}

extension Operand {
  /// The places that this action names outside closures.
  fileprivate var places: [Place] {
    switch self {
    case .place(let place), .value(.place(let place)), .value(.method(let place)): [place]
    case .places(let places): places
    case .values(let values): values.flatMap { Operand.value($0).places }
    case .properties(let properties): properties.flatMap { Operand.value($0.value).places }
    default: []
    }
  }

  /// The actions of closures and lists.
  fileprivate var inner: [Action] {
    switch self {
    case .value(.closure(let literal)): literal.body
    case .values(let values): values.flatMap { Operand.value($0).inner }
    case .properties(let properties): properties.flatMap { Operand.value($0.value).inner }
    case .actions(let actions): actions
    default: []
    }
  }
}
