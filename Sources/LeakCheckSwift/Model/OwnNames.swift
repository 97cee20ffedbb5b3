import SwiftSyntax

/// The names of the sources' types, including nested ones.
enum OwnNames {
  static func of(_ files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    var waiting: [DeclSyntax] = []
    for file in files {
      waiting += file.tree.statements.compactMap { $0.item.as(DeclSyntax.self) }
      waiting += file.localTypes
    }
    while let declaration = waiting.popLast() {
      guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { continue }
      if let named = declaration.asProtocol((any NamedDeclSyntax).self) {
        names.insert(named.name.text)
      }
      waiting += group.memberBlock.members.map(\.decl)
    }
    return names
  }
}
