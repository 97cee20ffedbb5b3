import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Reads the members of a type.
struct MemberReader {
  let model: SourceModel

  /// Reads the members of a block, including types if `takesTypes`.
  func read(_ block: MemberBlockSyntax, into type: TypeModel, takesTypes: Bool = true) {
    for member in block.members {
      switch member.decl.as(DeclSyntaxEnum.self) {
      case .variableDecl(let variable): type.properties += properties(variable)
      case .functionDecl(let function): type.methods.append(method(function))
      case .initializerDecl(let node):
        let initializer = initializer(node)
        // Controllers also have the storyboard initializer, which nothing calls.
        if initializer.labels != "coder:" { type.initializers.append(initializer) }
      case .deinitializerDecl(let node):
        type.deinitializer = node.body?.statements
        type.deinitializerPlace = model.place(of: node.deinitKeyword)
      case .subscriptDecl(let node): type.methods += subscripts(node)
      case .associatedTypeDecl(let node):
        model.collect(
          placeholder: node.name.text, node.inheritanceClause?.inheritedTypes.first?.type)
      default: if takesTypes { _ = model.collect(member.decl) }
      }
    }
  }

  // MARK: - Properties

  func properties(_ variable: VariableDeclSyntax) -> [PropertyModel] {
    let modifiers = Set(variable.modifiers.map(\.name.text))
    return variable.bindings.flatMap { binding -> [PropertyModel] in
      if let pattern = binding.pattern.as(TuplePatternSyntax.self) {
        return parts(of: pattern, binding.initializer?.value).map { part in
          var part = part
          part.isStatic = !modifiers.isDisjoint(with: ["static", "class"])
          return part
        }
      }
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { return [] }
      var property = PropertyModel(
        name: name.identifier.text,
        type: TypeReference(binding.typeAnnotation?.type, own: model.ownNames),
        initial: binding.initializer?.value, place: model.place(of: name))
      property.strength = strength(of: variable)
      property.isLazy = modifiers.contains("lazy")
      property.isStatic = modifiers.contains("static") || modifiers.contains("class")
      property.isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
      for attribute in variable.attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
        read(attribute, into: &property)
      }
      if property.type == .unknown, let initial = property.initial {
        property.type = type(of: initial)
      }
      if isWeakTable(property) {
        property.type = .value
        model.weakTables.insert(property.name)
      } else if let type = tableType(of: property, binding.typeAnnotation?.type) {
        property.type = type
      }
      read(binding.accessorBlock, into: &property)
      checkStrength(of: property, binding.typeAnnotation?.type)
      return [property]
    }
  }

  /// `let (values, continuation) = AsyncStream.makeStream(of: Int.self)`: a property for each name.
  private func parts(of pattern: TuplePatternSyntax, _ initial: ExprSyntax?) -> [PropertyModel] {
    let names = pattern.elements.compactMap { $0.pattern.as(IdentifierPatternSyntax.self) }
    let values = initial?.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
    let isStream = initial?.as(FunctionCallExprSyntax.self).map { Call($0).name } == "makeStream"
    guard !names.isEmpty, names.count == pattern.elements.count,
      isStream || names.count == values.count
    else {
      model.note(pattern, "the values of these properties are not followed", unsettles: true)
      return []
    }
    var properties = names.map {
      PropertyModel(name: $0.identifier.text, type: .unknown, place: model.place(of: $0))
    }
    if isStream {
      properties[0].initial = initial
      properties[0].parts = properties.map(\.name)
      for (index, type) in zip(properties.indices, ["AsyncStream", "Continuation"]) {
        properties[index].type = .named(type)
      }
    } else {
      for (index, value) in values.enumerated() {
        (properties[index].initial, properties[index].type) = (value, type(of: value))
      }
    }
    return properties
  }

  /// Whether a property is a Foundation table with weak references, which retains nothing.
  private func isWeakTable(_ property: PropertyModel) -> Bool {
    guard let name = property.type.name, Self.tables.contains(name), !model.ownNames.contains(name)
    else { return false }
    guard let initial = property.initial?.trimmedDescription else {
      return model.files.contains { $0.contains("weakObjects") }
    }
    return ["weakObjects", "weakMemory", "strongToWeak", "weakToWeak"].contains {
      initial.contains($0)
    }
  }

  /// The element type of a Foundation table with strong references: handlers for `NSMapTable<Chat, Handler>`.
  private func tableType(of property: PropertyModel, _ type: TypeSyntax?) -> TypeReference? {
    let text = type?.trimmedDescription ?? property.initial?.trimmedDescription ?? ""
    let name = String(text.prefix { $0 != "<" })
    guard Self.tables.contains(name), !model.ownNames.contains(name), name.count < text.count
    else { return nil }
    let listed = text.dropFirst(name.count + 1).prefix { $0 != ">" }
    let last = listed.split(separator: ",").last.map { $0.filter { $0 != " " } } ?? ""
    let isClass = last != "AnyObject" && last.allSatisfy { $0.isLetter || $0.isNumber }
    return .many(isClass ? .named(last) : .unknown)
  }

  private static let tables: Set = ["NSHashTable", "NSMapTable", "NSPointerArray"]

  /// `@IBOutlet`, `@StateObject`, `@Environment(Store.self)`.
  private func read(_ attribute: AttributeSyntax, into property: inout PropertyModel) {
    let name = String(attribute.attributeName.trimmedDescription.prefix { $0 != "<" })
    property.isOutlet = property.isOutlet || name == "IBOutlet"
    if model.ownNames.contains(name), property.ownWrapper == nil { property.ownWrapper = attribute }
    guard Frameworks.viewWrappers.contains(name) else { return }
    property.wrapper = name
    guard name == "Environment", case .argumentList(let arguments)? = attribute.arguments,
      let text = arguments.first?.expression.trimmedDescription
    else { return }
    // A key path here names a value or an action of the system.
    property.type = text.hasSuffix(".self") ? .named(String(text.dropLast(5))) : .value
  }

  /// Only references to objects are weak or unowned: Swift rejects others.
  private func checkStrength(of property: PropertyModel, _ type: TypeSyntax?) {
    guard property.strength != .strong, let type else { return }
    switch property.type {
    case .many, .function, .value:
      model.note(
        type,
        "\(property.name) cannot be \(property.strength.rawValue): \(type.trimmedDescription) is not a class",
        unsettles: true)
    case .named, .unknown: break
    }
  }

  private func strength(of variable: VariableDeclSyntax) -> Strength {
    for modifier in variable.modifiers {
      if modifier.name.text == "weak" { return .weak }
      guard modifier.name.text == "unowned" else { continue }
      return modifier.detail?.detail.text == "unsafe" ? .unmanaged : .unowned
    }
    return .strong
  }

  private func read(_ block: AccessorBlockSyntax?, into property: inout PropertyModel) {
    switch block?.accessors {
    case .getter(let body): property.getter = body
    case .accessors(let accessors):
      for accessor in accessors {
        guard let body = accessor.body?.statements else { continue }
        let own = accessor.parameters?.name.text
        switch accessor.accessorSpecifier.text {
        case "get": property.getter = body
        case "set": property.setter = .init(parameter: own ?? "newValue", body: body)
        case "willSet": property.willSet = .init(parameter: own ?? "newValue", body: body)
        case "didSet": property.didSet = .init(parameter: own ?? "oldValue", body: body)
        default: break
        }
      }
    case nil: break
    }
  }

  /// The type of an initial value, judging by its form alone.
  func type(of initial: ExprSyntax) -> TypeReference {
    switch initial.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr: .value
    case .closureExpr: .function
    case .functionCallExpr(let call): called(call)
    case .asExpr(let cast): TypeReference(cast.type, own: model.ownNames)
    case .arrayExpr(let array): many(array.elements.first?.expression)
    case .dictionaryExpr(let dictionary):
      switch dictionary.content {
      case .elements(let elements): many(elements.first?.value)
      default: .many(.unknown)
      }
    case .memberAccessExpr(let access): member(access)
    default: .unknown
    }
  }

  /// Many of an element's type; many values hold no object either.
  private func many(_ element: ExprSyntax?) -> TypeReference {
    let type = element.map { self.type(of: $0) } ?? .unknown
    return type == .value ? .value : .many(type)
  }

  /// Many of a type written as an expression: `Weak<Listener>` in `[Weak<Listener>]()`.
  private func many(ofType expression: ExprSyntax?) -> TypeReference {
    let text = expression?.trimmedDescription.prefix { $0 != "<" } ?? ""
    guard let name = text.split(separator: ".").last, name.first?.isUppercase == true,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return .many(.unknown) }
    let isValue =
      TypeReference.values.contains(String(name)) && !model.ownNames.contains(String(name))
    return isValue ? .value : .many(.named(String(name)))
  }

  private func called(_ call: FunctionCallExprSyntax) -> TypeReference {
    let text = call.calledExpression.trimmedDescription.prefix { $0 != "<" }
    if let array = call.calledExpression.as(ArrayExprSyntax.self) {
      return many(ofType: array.elements.first?.expression)
    }
    if let dictionary = call.calledExpression.as(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    {
      return many(ofType: elements.first?.value)
    }
    guard let first = text.first, first.isUppercase else { return .unknown }
    let name = String(text.split(separator: ".").last ?? "")
    // The type of `Type.make()` is unknown; `Outer.Inner()` is an `Inner`.
    guard let initial = name.first, initial.isUppercase else { return .unknown }
    let isValue = TypeReference.values.contains(name) && !model.ownNames.contains(name)
    return isValue ? .value : .named(name)
  }

  /// `Connection.shared` is a `Connection`.
  private func member(_ access: MemberAccessExprSyntax) -> TypeReference {
    guard let base = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      base.first?.isUppercase == true,
      ["shared", "default", "standard", "current", "main"].contains(
        access.declName.baseName.text)
    else { return .unknown }
    return .named(base)
  }

  // MARK: - Methods

  func method(_ function: FunctionDeclSyntax) -> MethodModel {
    model.collect(function.genericParameterClause, function.genericWhereClause)
    let modifiers = Set(function.modifiers.map(\.name.text))
    let name = function.name.text
    let generics = GenericNames.of(function)
    var method = MethodModel(
      name: name, key: name,
      parameters: parameters(function.signature.parameterClause, generics),
      body: function.body?.statements, result: nil, place: model.place(of: function.name))
    method.isPrivate = !modifiers.isDisjoint(with: Self.privacy)
    method.result = function.signature.returnClause.map {
      TypeReference($0.type, own: model.ownNames)
    }
    method.resultGeneric = function.signature.returnClause.flatMap {
      GenericNames.determined(by: $0.type, among: generics)
    }
    if let tuple = function.signature.returnClause?.type.as(TupleTypeSyntax.self),
      tuple.elements.count > 1
    {
      method.parts = tuple.elements.map { TypeReference($0.type, own: model.ownNames) }
    }
    method.isAsync = function.signature.effectSpecifiers?.asyncSpecifier != nil
    method.isStatic = modifiers.contains("static") || modifiers.contains("class")
    method.isOverride = modifiers.contains("override")
    method.isObjC = function.attributes.contains {
      ["objc", "IBAction"].contains(
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? "")
    }
    method.isTest = function.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Test"
    }
    return method
  }

  private static let privacy: Set<String> = ["private", "fileprivate"]

  private func initializer(_ node: InitializerDeclSyntax) -> MethodModel {
    model.collect(node.genericParameterClause, node.genericWhereClause)
    var method = MethodModel(
      name: "init", key: "init", parameters: parameters(node.signature.parameterClause),
      body: node.body?.statements, result: nil, place: model.place(of: node))
    let modifiers = Set(node.modifiers.map(\.name.text))
    method.isConvenience = modifiers.contains("convenience")
    method.isPrivate = !modifiers.isDisjoint(with: Self.privacy)
    return method
  }

  private static func isInout(_ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }

  private static func isAutoclosure(_ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
    } ?? false
  }

  /// The positions of the functions among the parameters of a function type.
  private func callbacks(of type: TypeSyntax) -> [Int] {
    switch type.as(TypeSyntaxEnum.self) {
    case .attributedType(let node): callbacks(of: node.baseType)
    case .optionalType(let node): callbacks(of: node.wrappedType)
    case .tupleType(let node) where node.elements.count == 1:
      node.elements.first.map { callbacks(of: $0.type) } ?? []
    case .functionType(let node):
      node.parameters.enumerated().compactMap {
        model.resolved(TypeReference($1.type, own: model.ownNames)) == .function ? $0 : nil
      }
    default: []
    }
  }

  /// `generics` are the names of the function's generic parameters.
  private func parameters(
    _ clause: FunctionParameterClauseSyntax, _ generics: Set<String> = []
  ) -> [MethodModel.Parameter] {
    clause.parameters.map { parameter in
      let label = parameter.firstName.text
      return .init(
        label: label == "_" ? nil : label, name: (parameter.secondName ?? parameter.firstName).text,
        type: TypeReference(parameter.type, own: model.ownNames),
        defaultValue: parameter.defaultValue?.value,
        isInout: Self.isInout(parameter.type),
        isAutoclosure: Self.isAutoclosure(parameter.type),
        attributes: parameter.attributes.compactMap {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
        },
        callbacks: callbacks(of: parameter.type),
        generic: GenericNames.determined(by: parameter.type, among: generics))
    }
  }
}
