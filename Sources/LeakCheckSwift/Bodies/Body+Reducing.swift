import LeakCheckLifecycle
import SwiftSyntax

/// `reduce`: a value that goes through all elements.
extension Body {
  /// The result of `reduce(initial) { … }` or `reduce(into: initial) { … }` over a place with objects; `nil` if it holds
  /// none, or if the function is no closure.
  func reduced(_ call: Call, over place: String, _ type: TypeReference) -> Term? {
    guard call.name == "reduce", case .many(let element) = type, call.arguments.count == 2,
      let initial = call.first, let closure = call.closures.first
    else { return nil }
    let names = closure.signature == nil ? ["$0", "$1"] : parameters(of: closure).map(\.name)
    let start = evaluate(initial)
    guard names.count == 2, holdsObject(start), case .place(let first) = stored(start, initial)
    else { return nil }
    let result = temporary("reduced")
    actions.set(Place(stringLiteral: result), to: .place(first))
    let known = self.type(of: start)
    each(place, element, named: names[1]) {
      let next = inline(closure, binding: [names[0]: .object(result, known)])
      if call.arguments[0].label != "into" { store(next, at: result, closure) }
    }
    return .object(result, known)
  }

  /// The value of a term, under a name of its own unless it has one.
  private func stored(_ term: Term, _ node: some SyntaxProtocol) -> Value {
    let value = value(of: term, node)
    if case .place = value { return value }
    let name = temporary("initial")
    actions.set(Place(stringLiteral: name), to: value)
    return .place(Place(stringLiteral: name))
  }
}
