import SwiftSyntax

/// Names for other types: aliases, and generic parameters of types and functions.
extension SourceModel {
  /// Collects generic parameters; all that is known of one is its constraint.
  func collect(_ parameters: GenericParameterClauseSyntax?, _ clause: GenericWhereClauseSyntax?) {
    for parameter in parameters?.parameters ?? [] {
      collect(placeholder: parameter.name.text, parameter.inheritedType)
    }
    for requirement in clause?.requirements ?? [] {
      guard case .conformanceRequirement(let node) = requirement.requirement,
        let name = node.leftType.as(IdentifierTypeSyntax.self)?.name.text,
        placeholders[name] == .unknown
      else { continue }
      placeholders[name] = constraint(node.rightType)
    }
  }

  /// Collects a name for a type that other code chooses.
  func collect(placeholder name: String, _ constraint: TypeSyntax?) {
    guard !ownNames.contains(name) else { return }
    let type = self.constraint(constraint)
    // Two placeholders with one name cannot be told apart.
    placeholders[name] = placeholders[name].map { $0 == type ? type : .unknown } ?? type
  }

  private func constraint(_ type: TypeSyntax?) -> TypeReference {
    let reference = TypeReference(type, own: ownNames)
    guard let name = reference.name,
      ownNames.contains(name) || name == TypeReference.asyncSequence
    else { return .unknown }
    return reference
  }

  /// A type without aliases and without placeholders.
  func resolved(_ type: TypeReference, depth: Int = 0) -> TypeReference {
    // An alias of itself is invalid Swift, but must not hang leakcheck.
    guard depth < 16 else { return .unknown }
    switch type {
    case .named(let name):
      if self[name] != nil { return type }
      if let meant = aliases[name] { return resolved(meant, depth: depth + 1) }
      return placeholders[name] ?? type
    case .many(let element):
      let element = resolved(element, depth: depth + 1)
      return element == .value ? .value : .many(element)
    default: return type
    }
  }

  /// The class that a name means, which may be an alias.
  func meaning(of name: String) -> String { resolved(.named(name)).name ?? name }

  /// Resolves the types of all members.
  func resolveMembers() {
    guard !aliases.isEmpty || !placeholders.isEmpty else { return }
    for type in types + extendedTypes {
      for index in type.properties.indices {
        type.properties[index].type = resolved(type.properties[index].type)
      }
      for index in type.methods.indices { resolve(&type.methods[index]) }
      for index in type.initializers.indices { resolve(&type.initializers[index]) }
      for index in type.cases.indices {
        type.cases[index].types = type.cases[index].types.map { resolved($0) }
      }
    }
    resolveFunctions()
  }

  func resolve(_ method: inout MethodModel) {
    method.result = method.result.map { resolved($0) }
    method.parts = method.parts.map { resolved($0) }
    for index in method.parameters.indices {
      method.parameters[index].type = resolved(method.parameters[index].type)
    }
  }
}
