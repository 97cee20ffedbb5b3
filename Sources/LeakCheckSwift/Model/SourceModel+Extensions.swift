import LeakCheckLifecycle
import SwiftSyntax

/// Extension members, on types of the sources and of frameworks.
extension SourceModel {
  func collectExtensions(_ items: CodeBlockItemListSyntax) {
    for item in items {
      guard case .decl(let declaration) = item.item,
        let node = declaration.as(ExtensionDeclSyntax.self),
        let name = TypeReference(node.extendedType, own: ownNames).name, let type = self[name]
      else { continue }
      type.inherits += names(of: node.inheritanceClause)
      MemberReader(model: self).read(node.memberBlock, into: type)
    }
  }

  /// The members that an extension of a framework's class adds to that class, and to its subclasses in the sources.
  func collectFrameworkExtensions(
    _ items: CodeBlockItemListSyntax, heirs: [String: [TypeModel]]
  ) {
    for item in items {
      guard case .decl(let declaration) = item.item,
        let node = declaration.as(ExtensionDeclSyntax.self),
        let name = Self.nameOfExtended(node), self[name] == nil
      else { continue }
      let extended =
        self.extended[name] ?? TypeModel(name: name, kind: .classType, place: place(of: node))
      self.extended[name] = extended
      let protocols = names(of: node.inheritanceClause).filter { self[$0] != nil }
      helpingProtocols.formUnion(protocols)
      extended.inherits += protocols
      MemberReader(model: self).read(node.memberBlock, into: extended)
      for type in heirs[name] ?? [] {
        let own = type.methods.count
        type.inherits += protocols
        MemberReader(model: self).read(node.memberBlock, into: type, takesTypes: false)
        // They are helpers: a journey calls none of them by itself.
        for index in own..<type.methods.count { type.methods[index].isHelper = true }
      }
    }
  }

  /// The last name of an extended type: `Publisher`, or `Array` for `[Handler]`.
  private static func nameOfExtended(_ node: ExtensionDeclSyntax) -> String? {
    let type = node.extendedType
    if type.is(ArrayTypeSyntax.self) { return "Array" }
    if type.is(DictionaryTypeSyntax.self) { return "Dictionary" }
    return type.as(IdentifierTypeSyntax.self)?.name.text
      ?? type.as(MemberTypeSyntax.self)?.name.text
  }

  /// The types whose superclass is not in the sources, by all of their framework supertypes.
  func heirsOfFrameworks() -> [String: [TypeModel]] {
    var heirs: [String: [TypeModel]] = [:]
    for type in types where chain(of: type.name).count == 1 {
      let lineage = frameworkBase(of: type.name).map { FrameworkClasses.lineage(of: $0) } ?? []
      for name in Set(type.inherits + lineage) where self[name] == nil {
        heirs[name, default: []].append(type)
      }
    }
    return heirs
  }

  // MARK: - Looking up

  /// The extensions of a framework's type: its own, then those of its supertypes.
  func extensions(of name: String) -> [TypeModel] {
    guard !extended.isEmpty, self[name] == nil else { return [] }
    let lineage = FrameworkClasses.lineage(of: name)
    // An unknown class may inherit from this one as well.
    let names = lineage.count > 1 || extended[name] != nil ? lineage : [name, "NSObject"]
    return names.compactMap { extended[$0] }
  }

  /// The extensions of any type that have a method with this name.
  func extensions(anywhere method: String) -> [TypeModel] {
    guard !extended.isEmpty else { return [] }
    return extendedTypes.filter { $0.methods.contains { $0.name == method && !$0.isStatic } }
  }
}
