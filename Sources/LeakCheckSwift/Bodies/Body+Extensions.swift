import LeakCheckLifecycle
import SwiftSyntax

/// Calls of extension members on types that the sources do not declare.
extension Body {
  /// A method of an extension, and the extended type.
  typealias Extending = (owner: TypeModel, method: MethodModel)

  /// The method for a call, by name and labels.
  func extending(_ call: Call, among owners: [TypeModel]) -> Extending? {
    for owner in owners {
      let methods = owner.methods.filter {
        $0.name == call.name && !$0.isStatic && $0.body != nil && call.fits($0.parameters)
      }
      if let method = choose(methods, call) { return (owner, method) }
    }
    return nil
  }

  /// The extension method for a call on an object of a type; if the type is unknown, one of any type.
  func extending(_ call: Call, on type: TypeReference) -> Extending? {
    guard !model.extended.isEmpty else { return nil }
    switch type {
    case .named(let name): return extending(call, among: model.extensions(of: name))
    case .many: return extending(call, among: Self.lists.compactMap { model.extended[$0] })
    case .unknown, .value, .function:
      return extending(call, among: model.extensions(anywhere: call.name))
    }
  }

  private static let lists = ["Array", "Set", "Dictionary", "Sequence", "Collection"]

  /// Calls a method of an extension, with its object as the first argument.
  func call(
    _ extending: Extending, on receiver: Value, of type: TypeReference, _ call: Call,
    _ isWanted: Bool
  ) -> Term {
    callMethod(
      extending.method, on: translator.extensions(of: extending.owner.name), of: type, call,
      isWanted, giving: [receiver])
  }

  /// The result of a computed property in an extension, or `nil` if there is none with that name.
  func extendedProperty(_ name: String, of place: String, _ type: TypeReference) -> Term? {
    guard !model.extended.isEmpty, let typeName = type.name else { return nil }
    for owner in model.extensions(of: typeName) {
      guard let property = owner.property(name), property.isComputed, !property.isStatic else {
        continue
      }
      if property.type == .value { return .nothing }
      let result = temporary(property.name)
      let getter = "\(translator.extensions(of: owner.name)).get_\(property.name)"
      actions.call(
        Place(stringLiteral: getter), with: [.place(Place(stringLiteral: place))], as: result)
      return .object(result, property.type)
    }
    return nil
  }

  // MARK: - On terms without an object

  /// A method of an extension on a term without a place, such as a publisher: its body is followed here.
  func inline(_ extending: Extending, on receiver: Term, _ call: Call) -> Term? {
    let (owner, method) = extending
    guard let statements = method.body, followed.insert(method.key).inserted else { return nil }
    defer { followed.remove(method.key) }
    var bindings: [String: Binding] = ["self": .term(receiver)]
    for (parameter, argument) in zip(method.parameters, call.matching(method.parameters)) {
      guard let expression = argument?.expression ?? parameter.defaultValue else { continue }
      let term = evaluate(expression, expecting: parameter.type)
      bindings[parameter.name] =
        if case .object(let place, let type) = term {
          .object(place, type == .unknown ? parameter.type : type)
        } else { .term(term) }
    }
    let outer = (scopes, typeName, implicit)
    (scopes, typeName, implicit) = ([[:]], owner.name, receiver)
    defer { (scopes, typeName, implicit) = outer }
    return inline(statements, binding: bindings)
  }
}
