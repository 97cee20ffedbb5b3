import LeakCheckLifecycle

/// The keys of methods, which a type of a scenario needs to be different.
extension SourceModel {
  /// Renames methods that share a name, with each other or with a property.
  func nameOverloads() {
    var labels: [String: Set<String>] = [:]
    let types = self.types + extendedTypes
    for method in types.flatMap(\.methods) + functions {
      labels[method.name, default: []].insert(method.labels)
    }
    let called = Set(
      types.filter(mayBeCalledByFrameworks).flatMap(\.methods).filter { !$0.isStatic }.map(\.name))
    func key(of method: MethodModel, _ index: Int, isFree: Bool) -> String {
      if method.isOperator { return Self.key(ofOperator: method.name, index) }
      // It only has the name of a callback.
      let isCallback = CallbackName.ofFrameworks.contains(method.name)
      if isCallback, isFree || method.isStatic || !called.contains(method.name) {
        return "\(method.name)_"
      }
      let isShared = (labels[method.name]?.count ?? 0) > 1 || memberNames.contains(method.name)
      guard isShared, !Frameworks.callbacks.contains(method.name),
        !method.parameters.isEmpty
      else { return method.name }
      return method.name + "_" + method.parameters.map { $0.label ?? "" }.joined(separator: "_")
    }
    for type in types {
      for index in type.methods.indices {
        type.methods[index].key = key(of: type.methods[index], index, isFree: false)
      }
    }
    for index in functions.indices {
      functions[index].key = key(of: functions[index], index, isFree: true)
    }
  }

  /// Whether a type of the sources has the body of a method that a protocol requires.
  func implements(_ method: MethodModel) -> Bool {
    (functionsByName[method.name] ?? []).contains { $0.body != nil || !$0.items.isEmpty }
  }

  /// Whether a type, or a supertype, is a framework's, so that a framework may call its methods.
  private func mayBeCalledByFrameworks(_ type: TypeModel) -> Bool {
    let types = type.kind == .protocolType ? [type] : chain(of: type.name)
    return types.isEmpty || types.contains { $0.inherits.contains { self[$0] == nil } }
  }
}
