/// What types of the sources inherit from frameworks.
extension SourceModel {
  /// The first supertype that a framework declares and the sources do not.
  func frameworkBase(of name: String) -> String? {
    guard let last = chain(of: name).last else { return nil }
    return last.inherits.first { self[$0] == nil && Frameworks.simulated($0) != nil }
  }

  func isKind(_ name: String?, of bases: Set<String>) -> Bool {
    guard let name else { return false }
    if self[name] == nil { return bases.contains(name) }
    return chain(of: name).contains { type in
      type.inherits.contains { bases.contains($0) && self[$0] == nil }
    }
  }

  /// The list class of a list controller's property with this name, unless the sources declare the property; `nil` for
  /// other names and types.
  func list(_ name: String, of type: String?) -> String? {
    guard let type, let list = Frameworks.lists[name], self[type] != nil,
      property(name, of: type) == nil, frameworkBase(of: type) == list.controller
    else { return nil }
    return list.list
  }
}
