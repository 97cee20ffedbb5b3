import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// All declarations of the sources, and their top-level code.
///
/// A class, because walking the files fills it, and every body looks things up in it.
final class SourceModel {
  private(set) var types: [TypeModel] = []
  var functions: [MethodModel] = []
  /// The variables of files without top-level code, and constants before any code.
  private(set) var statements: [CodeBlockItemSyntax] = []
  private(set) var aliases: [String: TypeReference] = [:]
  /// The meaning of generic parameters of types and functions.
  var placeholders: [String: TypeReference] = [:]
  private(set) var notes: [SwiftNote] = []
  private var byName: [String: TypeModel] = [:]
  /// The members that extensions add to types that the sources do not declare, by type name.
  var extended: [String: TypeModel] = [:]
  /// The same, by name, so that the result does not depend on the order of a dictionary.
  var extendedTypes: [TypeModel] { extended.values.sorted { $0.name < $1.name } }
  /// The protocols of the sources that an extension makes a framework's class conform to.
  var helpingProtocols: Set<String> = []
  /// The names of properties that are tables with weak references.
  var weakTables: Set<String> = []
  /// The place for generated code, which is in no file: that of the code it is made from.
  var standIn: SourcePlace?
  let files: [SourceFile]
  /// The variables of which it is known whether they are `nil`.
  private(set) lazy var decidedNames = DecidedNames(files)
  /// The names of collection elements.
  private(set) lazy var collectionKeys = CollectionKeys(
    files, own: ownNames, constants: ConstantKeys(files))
  /// The names of the files' own types; each hides a framework's type with the same name, as in Swift.
  let ownNames: Set<String>
  /// Whether the files create at most one stream.
  private(set) lazy var makesOneStream = StreamCount(files).count <= 1
  /// Whether something is resumed, such as a continuation.
  private(set) lazy var resumes = Resumptions(files, runsAsWritten: !statements.isEmpty).happen
  /// Whether a file ends sessions.
  private(set) lazy var invalidates = files.contains {
    $0.contains("invalidateAndCancel") || $0.contains("finishTasksAndInvalidate")
  }
  /// Whether a file uses the Then library, which configures new objects in a closure.
  private(set) lazy var importsThen = files.contains { $0.contains("import Then") }
  /// Whether a file counts references by hand.
  private(set) lazy var retainsByHand = files.contains { $0.contains("Unmanaged") }
  /// Whether a file has screens that present others.
  private(set) lazy var presents = files.contains { $0.contains("present(") }
  /// Whether a file has actions with handlers, of buttons, menus or alerts.
  private(set) lazy var offersActions = files.contains {
    $0.contains("UIAction(") || $0.contains("UIAlertAction(")
  }
  /// Whether a file has animations that stay with their layers.
  private(set) lazy var keepsAnimations = files.contains {
    $0.contains("isRemovedOnCompletion = false") || $0.contains("repeatCount = .")
  }
  /// The methods of all types by base name.
  private lazy var methodsByName = Dictionary(
    grouping: types.flatMap(\.methods).filter { !$0.isStatic }, by: \.name)
  /// The types that declare methods of a name, and protocols that require them.
  private(set) lazy var ownersOfMethods = types.reduce(into: [String: [TypeModel]]()) { all, type in
    for name in Set(type.methods.map(\.name)) { all[name, default: []].append(type) }
  }
  /// The types that declare properties of a name.
  private(set) lazy var ownersOfProperties = types.reduce(into: [String: [TypeModel]]()) {
    for property in $1.properties { $0[property.name, default: []].append($1) }
  }
  /// The free functions, and the methods of all types, static ones too, by base name.
  private(set) lazy var functionsByName = Dictionary(
    grouping: functions + types.flatMap(\.methods), by: \.name)
  /// The sources' functions for infix operators, by operator, with the types that declare them.
  lazy var operators = ownOperators()
  /// The names of superclasses.
  private(set) lazy var bases = Set(
    types.lazy.filter { $0.kind == .classType }.flatMap(\.inherits))
  /// The types of properties and of initializer parameters.
  private(set) lazy var givenTypes: Set<String> = {
    let properties = types.flatMap(\.properties).filter { !$0.isComputed }.map(\.type)
    let parameters = types.flatMap(\.initializers).flatMap(\.parameters).map(\.type)
    return Set((properties + parameters).compactMap(\.element.name))
  }()
  /// The names of the parameters of all methods, initialisers and functions.
  private(set) lazy var parameterNames = Set(
    (types.flatMap { $0.methods + $0.initializers } + functions).flatMap(\.parameters).map(\.name))
  /// The result builders.
  private(set) lazy var builders = Set(
    types.filter { type in
      type.methods.contains { $0.isStatic && $0.name.hasPrefix("build") }
    }.map(\.name))
  /// The names of the properties of all types.
  private(set) lazy var memberNames = Set(types.flatMap(\.properties).map(\.name))
  /// The computed properties without objects whose getters do something else besides.
  private(set) lazy var actingGetters = namesOfActingGetters()
  /// The flags, whose values a run knows.
  private(set) lazy var flags = FlagNames(files, self)
  /// The names of unowned properties.
  private(set) lazy var unownedNames = Set(
    types.flatMap(\.properties).filter { $0.strength == .unowned }.map(\.name))
  /// Whether a file has a test that checks at its end whether objects are gone.
  private(set) lazy var hasTeardownBlocks = files.contains { $0.contains("addTeardownBlock") }
  /// Functions that loop as long as elements arrive.
  private(set) lazy var endlessNames = EndlessNames(files)
  /// Variables that are always true.
  private(set) lazy var certainNames = CertainNames(files)
  /// Variables with a task that continues after cancellation.
  private(set) lazy var uncancelledNames = UncancelledNames(files)
  /// Functions that may call themselves.
  private(set) lazy var recursiveNames = RecursiveNames(files)
  private var fileOfRoot: [SyntaxIdentifier: Int] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
    ownNames = OwnNames.of(files)
    for (number, file) in files.enumerated() { fileOfRoot[file.tree.id] = number }
    noteAssumedConditions()
    for file in files { collect(file.tree.statements) }
    for file in files { for declaration in file.localTypes { _ = collect(declaration) } }
    readSnippet()
    for file in files { collectExtensions(file.tree.statements) }
    let heirs = heirsOfFrameworks()
    for file in files { collectFrameworkExtensions(file.tree.statements, heirs: heirs) }
    addDefaultImplementations()
    expandWrappers()
    resolveMembers()
    nameTypesOfCases()
    addLazyParts()
    nameOverloads()
    noteOptionalSelf()
  }

  subscript(name: String) -> TypeModel? { byName[name] }

  private func noteAssumedConditions() {
    for file in files {
      for condition in file.assumedConditions {
        let message = "whether \(condition.trimmedDescription) is set is not known: assumed set"
        notes.append(
          SwiftNote(place: file.place(of: condition), message: message, unsettles: false))
      }
    }
  }

  func resolveFunctions() {
    for index in functions.indices { resolve(&functions[index]) }
  }

  /// Reads code outside types as the body of a screen.
  private func readSnippet() {
    guard let screen = snippet(functions.filter { !$0.isTest }, statements) else { return }
    functions = functions.filter(\.isTest)
    statements = []
    types.append(screen)
    byName[screen.name] = screen
  }

  func place(of node: some SyntaxProtocol) -> SourcePlace {
    guard let file = fileOfRoot[node.root.id] else {
      return standIn ?? SourcePlace(file: files.first?.name ?? "", line: 1, column: 1)
    }
    return files[file].place(of: node)
  }

  /// Whether a node is in a file.
  func isOfFile(_ node: some SyntaxProtocol) -> Bool { fileOfRoot[node.root.id] != nil }

  /// Notes the part of a declaration that is not followed.
  func note(_ node: some SyntaxProtocol, _ message: String, unsettles: Bool) {
    notes.append(SwiftNote(place: place(of: node), message: message, unsettles: unsettles))
  }

  // MARK: - Looking up

  /// A type and its supertypes, as far as the sources declare them.
  func chain(of name: String?) -> [TypeModel] {
    var chain: [TypeModel] = []
    var next = name.flatMap { self[$0] }
    while let type = next, !chain.contains(where: { $0 === type }) {
      chain.append(type)
      next = declaredBase(of: type)
    }
    return chain
  }

  /// The supertype that the sources declare.
  ///
  /// An enum and a struct have none: in `enum Error: Swift.Error` the name means another type.
  func declaredBase(of type: TypeModel) -> TypeModel? {
    guard type.kind != .enumType, type.kind != .structType else { return nil }
    return type.inherits.lazy.compactMap { self[$0] }.first { $0.kind == type.kind && $0 !== type }
  }

  func isController(_ name: String?) -> Bool {
    guard let name else { return false }
    if self[name] == nil { return Frameworks.isController(name) }
    return chain(of: name).contains { type in
      type.inherits.contains { self[$0] == nil && Frameworks.isController($0) }
    }
  }

  /// A property of a type, of its supertypes, or of its protocols.
  func property(_ property: String, of name: String?) -> PropertyModel? {
    chain(of: name).lazy.compactMap { $0.property(property) }.first { !$0.isStatic }
  }

  /// Whether a type has an instance that all share, whichever way code gets it.
  func isShared(_ name: String?) -> Bool {
    guard let name, let type = self[name], type.kind != .enumType else { return false }
    return type.properties.contains { $0.isStatic && $0.type == .named(name) }
  }

  func staticProperty(_ property: String, of name: String) -> PropertyModel? {
    self[name]?.properties.first { $0.name == property && $0.isStatic }
  }

  /// The methods with a base name that a value of a type may have.
  func methods(_ method: String, of name: String?) -> [MethodModel] {
    for type in chain(of: name) {
      let found = type.methods.filter { $0.name == method && !$0.isStatic }
      if !found.isEmpty { return found }
      for inherited in type.inherits {
        let found = self[inherited]?.methods.filter { $0.name == method && !$0.isStatic } ?? []
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// The methods of any type with a base name, for receivers of unknown type.
  func methods(anywhere method: String) -> [MethodModel] { methodsByName[method] ?? [] }

  /// The only type that conforms to a protocol, or `nil` if there is none or more than one.
  func conformers(to name: String) -> [TypeModel] {
    types.filter { $0.kind != .protocolType && $0.inherits.contains(name) }
  }

  // MARK: - Collecting

  private func collect(_ items: CodeBlockItemListSyntax) {
    for item in items {
      // A preview only draws in Xcode and runs nowhere else.
      if item.firstToken(viewMode: .sourceAccurate)?.text == "#",
        item.trimmedDescription.hasPrefix("#Preview")
      {
        continue
      }
      guard case .decl(let declaration) = item.item else {
        statements.append(item)
        continue
      }
      if !collect(declaration) { statements.append(item) }
    }
  }

  /// Collects a declaration of a type or function; `false` for code.
  func collect(_ declaration: DeclSyntax) -> Bool {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .classDecl(let type):
      collect(type.genericParameterClause, type.genericWhereClause)
      add(type, type.name, .classType, type.inheritanceClause, type.memberBlock)
      byName[type.name.text]?.isObservable = type.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Observable"
      }
    case .actorDecl(let type):
      collect(type.genericParameterClause, type.genericWhereClause)
      add(type, type.name, .actorType, type.inheritanceClause, type.memberBlock)
    case .structDecl(let type):
      collect(type.genericParameterClause, type.genericWhereClause)
      add(type, type.name, .structType, type.inheritanceClause, type.memberBlock)
    case .enumDecl(let type):
      collect(type.genericParameterClause, type.genericWhereClause)
      add(type, type.name, .enumType, type.inheritanceClause, type.memberBlock)
      byName[type.name.text]?.cases = cases(of: type)
    case .protocolDecl(let type):
      add(type, type.name, .protocolType, type.inheritanceClause, type.memberBlock)
    case .functionDecl(let function):
      functions.append(MemberReader(model: self).method(function))
    case .typeAliasDecl(let alias):
      aliases[alias.name.text] = TypeReference(alias.initializer.value, own: ownNames)
    case .extensionDecl, .importDecl, .operatorDecl, .precedenceGroupDecl, .macroDecl: break
    default: return false
    }
    return true
  }

  private func cases(of type: EnumDeclSyntax) -> [TypeModel.Case] {
    type.memberBlock.members.flatMap { member in
      (member.decl.as(EnumCaseDeclSyntax.self)?.elements).map(Array.init) ?? []
    }.map { element in
      .init(
        name: element.name.text,
        types: element.parameterClause?.parameters.map {
          TypeReference($0.type, own: ownNames)
        } ?? [])
    }
  }

  private func add(
    _ node: some SyntaxProtocol, _ name: TokenSyntax, _ kind: TypeModel.Kind,
    _ inheritance: InheritanceClauseSyntax?, _ members: MemberBlockSyntax
  ) {
    let place = place(of: name)
    guard byName[name.text] == nil else {
      if holdsNoObject(name.text, kind, members) { return }
      return notes.append(
        SwiftNote(
          place: place,
          message: "a second type named \(name.text) is ignored; give it a different name",
          unsettles: true))
    }
    let type = TypeModel(name: name.text, kind: kind, place: place)
    byName[name.text] = type
    types.append(type)
    type.inherits = names(of: inheritance)
    MemberReader(model: self).read(members, into: type)
  }

  /// Whether a type that shares its name with another has only values: then it does not matter which one is meant.
  private func holdsNoObject(
    _ name: String, _ kind: TypeModel.Kind, _ members: MemberBlockSyntax
  ) -> Bool {
    guard kind == .enumType || kind == .structType, let first = byName[name], first.kind == kind,
      first.isOfValues
    else { return false }
    let type = TypeModel(name: name, kind: kind, place: first.place)
    for member in members.members {
      guard let node = member.decl.as(VariableDeclSyntax.self) else { continue }
      type.properties += MemberReader(model: self).properties(node)
    }
    let cases = members.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    return type.isOfValues
      && !cases.contains { $0.elements.contains { $0.parameterClause != nil } }
  }

  func names(of inheritance: InheritanceClauseSyntax?) -> [String] {
    inheritance?.inheritedTypes.compactMap { TypeReference($0.type, own: ownNames).name } ?? []
  }

  /// Gives a property the type of the enum case that it begins with.
  private func nameTypesOfCases() {
    for type in types {
      for index in type.properties.indices where type.properties[index].type == .unknown {
        guard let initial = type.properties[index].initial, let name = enumOfCase(initial) else {
          continue
        }
        type.properties[index].type = .named(name)
      }
    }
  }

  /// `Slot` for `Slot.empty` and `Slot.one(object)`.
  private func enumOfCase(_ initial: ExprSyntax) -> String? {
    let callee = initial.as(FunctionCallExprSyntax.self)?.calledExpression ?? initial
    guard let access = callee.as(MemberAccessExprSyntax.self),
      let base = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let type = byName[base]
    else { return nil }
    return type.cases.contains { $0.name == access.declName.baseName.text } ? base : nil
  }

  /// Adds protocol extensions' members to conforming types that do not have their own.
  private func addDefaultImplementations() {
    for type in types + extendedTypes where type.kind != .protocolType {
      for inherited in type.inherits {
        guard let model = byName[inherited], model.kind == .protocolType else { continue }
        for method in model.methods where method.body != nil && !method.isStatic {
          let isOwn = type.methods.contains {
            $0.name == method.name && $0.labels == method.labels && $0.body != nil
          }
          guard !isOwn else { continue }
          type.methods.append(method)
          if helpingProtocols.contains(inherited) {
            type.methods[type.methods.count - 1].isHelper = true
          }
        }
      }
    }
  }

  /// Adds objects that controllers create on demand, such as `navigationItem`, if a file uses their name.
  private func addLazyParts() {
    for part in Frameworks.lazyParts
    where files.contains(where: { $0.contains(part.property) }) {
      let make = FunctionCallExprSyntax(
        calledExpression: DeclReferenceExprSyntax(baseName: .identifier(part.type)),
        leftParen: .leftParenToken(), arguments: [], rightParen: .rightParenToken())
      for type in types where isController(type.name) && chain(of: type.name).count == 1 {
        guard type.property(part.property) == nil else { continue }
        type.properties.append(
          PropertyModel(
            name: part.property, type: .named(part.type), initial: ExprSyntax(make), isLazy: true,
            place: type.place))
      }
    }
  }
}
