import SwiftSyntax

/// The statement by which an object removes itself from another object's list.
struct ListRemoval {
  /// The statement, as written in a method of the object's own class.
  let statement: String

  /// The statement, or `nil` where the sources do not say what compiles.
  ///
  /// - Parameters:
  ///   - property: the list.
  ///   - holder: the type that has it.
  ///   - owner: the class whose objects are in the list.
  ///   - declarations: what the sources declare.
  init?(
    _ property: String, of holder: String, from owner: ClassDeclSyntax,
    in declarations: DeclaredTypes
  ) {
    guard let list = declarations.property(property, of: holder),
      let type = list.bindings.first?.typeAnnotation?.type,
      let way = Self.way(to: holder, from: owner, in: declarations)
    else { return nil }
    if let remover = Self.remover(of: property, of: holder, in: declarations) {
      statement = "\(way).\(remover)"
      return
    }
    let isHidden = list.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
    guard !isHidden, list.bindingSpecifier.tokenKind == .keyword(.var),
      let element = type.as(ArrayTypeSyntax.self)?.element, declarations.isClass(element)
    else { return nil }
    statement = "\(way).\(property).removeAll { $0 === self }"
  }

  /// The path from the class to the holder: through a static member, or through one of the class's own properties.
  private static func way(
    to holder: String, from owner: ClassDeclSyntax, in declarations: DeclaredTypes
  ) -> String? {
    let statics = declarations.properties(of: holder).filter { _, node in
      node.modifiers.contains { ["static", "class"].contains($0.name.text) }
        && declares(node, holder)
    }
    if statics.count == 1, let shared = statics.first { return "\(holder).\(shared.name)" }
    let own = declarations.properties(of: owner.name.text).filter { declares($0.node, holder) }
    guard own.count == 1, let property = own.first else { return nil }
    let isOptional = property.node.bindings.first?.typeAnnotation
      .map { declarations.optional($0.type) != nil }
    return property.name + (isOptional == true ? "?" : "")
  }

  /// Whether a property holds an object of a type, by its declared type or its initial value.
  private static func declares(_ node: VariableDeclSyntax, _ type: String) -> Bool {
    guard node.bindings.count == 1, let binding = node.bindings.first else { return false }
    if let written = binding.typeAnnotation?.type.trimmedDescription {
      return written.trimmingSuffix { "?!".contains($0) } == type
    }
    let call = binding.initializer?.value.as(FunctionCallExprSyntax.self)
    return call?.calledExpression.trimmedDescription == type
  }

  /// The call of a method that removes its argument from the list.
  private static func remover(
    of property: String, of holder: String, in declarations: DeclaredTypes
  ) -> String? {
    let methods = declarations.methods(of: holder).filter { method in
      let parameters = method.signature.parameterClause.parameters
      guard parameters.count == 1, !method.name.text.hasPrefix("append"),
        !method.modifiers.contains(where: {
          ["private", "fileprivate", "static", "class"].contains($0.name.text)
        }), let body = method.body?.trimmedDescription
      else { return false }
      return body.contains("\(property).remove")
    }
    guard methods.count == 1, let method = methods.first,
      let label = method.signature.parameterClause.parameters.first?.firstName.text
    else { return nil }
    return "\(method.name.text)(\(label == "_" ? "" : "\(label): ")self)"
  }
}

extension String {
  fileprivate func trimmingSuffix(_ drops: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, drops(last) { rest = rest.dropLast() }
    return rest
  }
}
