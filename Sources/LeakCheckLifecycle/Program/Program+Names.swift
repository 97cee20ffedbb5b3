/// The names that a program uses, in all its actions.
extension Program {
  /// Every operand of every action: of the steps, of callbacks and methods, of closures, loops and guards.
  func forEachOperand(_ visit: (_ key: String, _ operand: Operand) -> Void) {
    var waiting = [steps] + closures.map(\.literal.body)
    for type in types.declared { waiting += types[type].callbacks.values }
    while let actions = waiting.popLast() {
      for action in actions {
        for (key, operand) in action.operands {
          visit(key, operand)
          if case .actions(let inner) = operand { waiting.append(inner) }
        }
      }
    }
  }

  /// The properties that some action stores in, and those that types declare.
  func findStoredProperties() -> Set<String> {
    var found: Set<String> = []
    forEachOperand { key, operand in
      switch operand {
      case .place(let place) where ["set", "in", "to", "clear"].contains(key):
        if let property = place.path.last { found.insert(property) }
      case .properties(let properties): found.formUnion(properties.map(\.name))
      default: break
      }
    }
    var seen: Set<Int32> = []
    for type in types.declared {
      for type in types.lineage(of: type) {
        guard seen.insert(type).inserted else { break }
        found.formUnion(types[type].properties.keys)
      }
    }
    return found
  }

  /// The last names of all places, and all selectors: whatever may be called by name.
  func calledNames() -> Set<String> {
    var found: Set<String> = []
    forEachOperand { key, operand in
      switch operand {
      case .place(let place), .value(.place(let place)), .value(.method(let place)):
        found.formUnion(place.path.suffix(1))
      case .values(let values): found.formUnion(values.compactMap(\.methodName))
      case .text(let name) where key.hasSuffix("selector"): found.insert(name)
      case .properties(let properties): found.formUnion(properties.compactMap(\.value.methodName))
      default: break
      }
    }
    return found
  }
}

extension Value {
  /// The name of the method that a bound method is of.
  fileprivate var methodName: String? {
    if case .method(let place) = self { place.path.last } else { nil }
  }
}
