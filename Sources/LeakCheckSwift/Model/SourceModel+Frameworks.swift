/// What types of the sources have from frameworks.
extension SourceModel {
  /// The first supertype that the sources do not declare and a framework does.
  func frameworkBase(of name: String) -> String? {
    guard let last = chain(of: name).last else { return nil }
    return last.inherits.first { Frameworks.types.contains($0) && self[$0] == nil }
  }

  func isKind(_ name: String?, of bases: Set<String>) -> Bool {
    guard let name else { return false }
    if self[name] == nil { return bases.contains(name) }
    return chain(of: name).contains { type in
      type.inherits.contains { bases.contains($0) && self[$0] == nil }
    }
  }

  /// The class of the list that a controller for lists has under this name, and the sources declare no property of;
  /// `nil` of other names and types.
  func list(_ name: String, of type: String?) -> String? {
    guard let type, let list = Frameworks.lists[name], self[type] != nil,
      property(name, of: type) == nil, frameworkBase(of: type) == list.controller
    else { return nil }
    return list.list
  }
}
