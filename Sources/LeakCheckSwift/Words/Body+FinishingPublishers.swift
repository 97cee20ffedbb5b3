import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Publishers that finish: the subscription lets go of its closures then, so nothing is kept.
extension Body {
  /// Publishers that finish by themselves.
  private static let finishing: Set<String> = [
    "Just", "Future", "Empty", "Fail", "dataTaskPublisher",
  ]
  /// Operators after which a publisher finishes, whatever is before them.
  private static let limiting: Set<String> = ["first", "prefix"]
  /// Operators that bring in other publishers, which may go on.
  private static let joining: Set<String> = [
    "flatMap", "switchToLatest", "append", "prepend", "merge", "combineLatest", "zip", "catch",
  ]

  /// Whether a publisher is known to finish, as `Just(1).map { … }` and what a function returns that makes one.
  ///
  /// - Complexity: O(words of the chain), in each function on the way.
  func finishes(_ publisher: ExprSyntax?, depth: Int = 0) -> Bool {
    var next = publisher
    while let expression = next {
      if let call = expression.as(FunctionCallExprSyntax.self).map(Call.init) {
        if Self.finishing.contains(call.name) || Self.limiting.contains(call.name) { return true }
        if Self.joining.contains(call.name) { return false }
        if let returned = returnedPublisher(by: call), depth < 3 {
          return finishes(returned, depth: depth + 1)
        }
        next = call.base
      } else if let access = expression.as(MemberAccessExprSyntax.self) {
        if access.declName.baseName.text == "publisher",
          access.base?.is(ArrayExprSyntax.self) == true
        {
          return true
        }
        next = access.base
      } else {
        return false
      }
    }
    return false
  }

  /// The publisher that the only function or method of a name returns, if that is all that it does.
  private func returnedPublisher(by call: Call) -> ExprSyntax? {
    let functions = model.functionsByName[call.name] ?? []
    guard functions.count == 1, let items = functions.first?.body, items.count == 1,
      let item = items.first?.item
    else { return nil }
    if case .expr(let value) = item { return value }
    if case .stmt(let statement) = item {
      return statement.as(ReturnStmtSyntax.self)?.expression
    }
    return nil
  }

  /// A subscription to a publisher that finishes: its closures run once.
  func subscribeOnce(_ call: Call) -> Term {
    for argument in call.arguments {
      guard case .function(let value) = translator.asEntrances({ evaluate(argument.expression) })
      else { continue }
      let handler = Place(stringLiteral: temporary("handler"))
      actions.set(handler, to: value)
      actions.call(handler, with: [])
    }
    let publisher = temporary("publisher")
    actions.new("PassthroughSubject", as: publisher)
    let nothing = ClosureLiteral(capturing: [], do: ActionList(), at: actions.place)
    return .service("AnyCancellable") {
      $0.sink(.closure(nothing), on: Place(stringLiteral: publisher), in: $1)
    }
  }
}
