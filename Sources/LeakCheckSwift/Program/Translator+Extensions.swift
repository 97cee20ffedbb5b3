import LeakCheckLifecycle
import SwiftSyntax

/// Extension members of framework types: functions with their object as an argument.
extension Translator {
  /// The name for `self` there, which reports show as `self`.
  static let given = LocalName.numbered("self", 0)

  /// The function name of an extension's initializer.
  static func keyOfInitializer(_ method: MethodModel) -> String {
    "create_" + method.parameters.map { $0.label ?? "" }.joined(separator: "_")
  }

  /// The functions that extensions add to a type, or `nil` if there are none.
  func declaration(ofExtended type: TypeModel) -> TypeDeclaration? {
    // Extensions of publishers are followed at the call.
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
