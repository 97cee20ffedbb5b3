import LeakCheckLifecycle
import SwiftSyntax

/// Terms as arguments and as values to store.
extension Body {
  /// The value of a term as an argument or something to store.
  func value(of term: Term, _ node: some SyntaxProtocol) -> Value {
    switch term {
    case .nothing, .null, .type, .gesture, .unknown, .index: return .null
    case .object(let place, let type):
      if isMany(type) { return .place(Place(stringLiteral: copyOfList(place))) }
      let isOwn = temporaries.contains(place) && !aliases.contains(place)
      return isStruct(type) && !isOwn
        ? .copy(Place(stringLiteral: place)) : .place(Place(stringLiteral: place))
    case .function(let value), .handler(let value): return value
    case .publisher(let place, _): return .place(Place(stringLiteral: place))
    case .service(let type, let make):
      let name = temporary(type.prefix(1).lowercased() + type.dropFirst())
      make(&actions, Place(stringLiteral: name))
      return .place(Place(stringLiteral: name))
    case .many, .keyed:
      let name = newList()
      add(term, to: "\(name).elements", node)
      return .place(Place(stringLiteral: name))
    }
  }

  /// Notes that a framework keeps `self` through a registration until that ends.
  func noteRegistration(of value: Value) {
    guard let typeName else { return }
    let holdsSelf =
      switch value {
      case .closure(let literal): literal.strongCaptures.contains("self")
      case .place(let place): place.description == "self"
      case .method(let place): place.description.hasPrefix("self.")
      default: false
      }
    if holdsSelf { translator.registering.insert(typeName) }
  }

  /// Notes closures passed to a global object: it may keep them, and `self` with them.
  func noteRegistrations(of values: [Value]) {
    for value in values {
      if case .closure = value { noteRegistration(of: value) }
    }
  }

  /// A list that the statement drops.
  func newList(_ hint: String = "list") -> String {
    let name = temporary(hint)
    actions.new("Array", as: name)
    return name
  }

  private func copyOfList(_ place: String) -> String {
    let name = newList()
    actions.copy(Place(stringLiteral: place), to: Place(stringLiteral: name))
    return name
  }

  /// Whether a variable of the type has many objects: a collection, or the associated values of an enum case.
  func isMany(_ type: TypeReference) -> Bool {
    if case .many = type { return true }
    return type.name.flatMap { model[$0] }?.hasPayload == true
  }

  /// Whether an assignment copies; state that SwiftUI keeps for a view is not copied.
  func isStruct(_ type: TypeReference) -> Bool {
    guard let name = type.name, model[name]?.kind == .structType else { return false }
    return !model.isView(name)
  }

  /// Adds a term to the elements of a place.
  func add(_ term: Term, to place: String, key: String? = nil, _ node: some SyntaxProtocol) {
    switch term {
    case .nothing, .null, .type, .unknown, .index: return
    case .service(_, let make) where !place.contains("."):
      make(&actions, Place(stringLiteral: place))
    case .many(let terms) where key == nil: for term in terms { add(term, to: place, node) }
    case .keyed(_, let entries) where key == nil:
      for (key, term) in entries { add(term, to: place, key: key, node) }
    default:
      guard place.contains(".") else {
        return note(
          node, "\(place) is used as a list here; declare its type",
          unsettles: true)
      }
      let value = value(of: term, node)
      if place.hasPrefix("global.") { noteRegistrations(of: [value]) }
      actions.append(value, to: Place(stringLiteral: place), key: key)
    }
  }

  /// Adds the elements of a collection to those of a place.
  func spread(_ term: Term, to place: String, _ node: some SyntaxProtocol) {
    guard case .object(let source, let type) = term, isMany(type) || type == .unknown else {
      return add(term, to: place, node)
    }
    let local = fresh("element")
    actions.each(Place(stringLiteral: source), as: local) {
      $0.append(.place(Place(stringLiteral: local)), to: Place(stringLiteral: place))
    }
  }
}
