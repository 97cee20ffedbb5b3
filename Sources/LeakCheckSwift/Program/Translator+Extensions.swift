import LeakCheckLifecycle
import SwiftSyntax

/// What extensions give to types of frameworks: functions that are given their object.
extension Translator {
  /// What `self` is called there, which reports show as `self`.
  static let given = LocalName.numbered("self", 0)

  /// The name of the function that an initialiser of an extension is.
  static func keyOfInitializer(_ method: MethodModel) -> String {
    "create_" + method.parameters.map { $0.label ?? "" }.joined(separator: "_")
  }

  /// The functions that extensions give to a type, or `nil` where there are none.
  func declaration(ofExtended type: TypeModel) -> TypeDeclaration? {
    // What a publisher is given is followed where it is called.
    guard type.name != "Publisher", type.name != "AnyPublisher" else { return nil }
    var declaration = TypeDeclaration(name: "\(type.name)Extension")
    declaration.place = type.place
    for method in type.methods where !method.isStatic && method.body != nil {
      declaration.callbacks[method.key] = body(of: method, in: type.name, me: Self.given)
      if !method.parameters.isEmpty {
        declaration.methodNames[method.key] = "\(method.name)(\(method.labels))"
      }
    }
    for method in type.initializers where method.body != nil {
      declaration.callbacks[Self.keyOfInitializer(method)] = body(
        of: method, in: type.name, me: Self.given)
    }
    for property in type.properties where !property.isStatic && property.type != .value {
      guard let getter = property.getter else { continue }
      let method = MethodModel(
        name: property.name, key: property.name, parameters: [], body: getter,
        result: property.type, place: property.place)
      declaration.callbacks["get_\(property.name)"] = body(
        of: method, in: type.name, me: Self.given)
    }
    return declaration.callbacks.isEmpty ? nil : declaration
  }
}
