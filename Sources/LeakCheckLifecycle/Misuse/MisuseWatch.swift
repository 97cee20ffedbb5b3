/// What must be remembered to tell misuse from use.
struct MisuseWatch {
  /// Methods called since a sheet was presented over a controller.
  private var callsDuringSheet: [Int32: Set<String>] = [:]
  /// Who has lost a sheet in this step, and where: what the step calls behind it may tell them.
  var sheetsDismissed: [(presenter: Int32, site: Int32)] = []
  /// Methods called, and registrations ended, since the app began to leave the screen.
  private(set) var callsAtBackground: Set<String>?
  /// Where observers were added in an appearance callback, to be removed by the matching disappearance.
  var appearanceObservers: [(registration: Int32, owner: Int32)] = []
  /// What was reported already, so that a callback that repeats does not.
  var reported: Set<String> = []
  private var storedProperties: Set<String>?

  mutating func called(_ method: String, of object: Int32) {
    for presenter in callsDuringSheet.keys where presenter == object {
      callsDuringSheet[presenter]?.insert(method)
    }
    callsAtBackground?.insert("\(object).\(method)")
  }

  mutating func presented(over presenter: Int32, _ simulation: Simulation) {
    for controller in simulation.controllerTree(of: presenter) {
      callsDuringSheet[controller] = []
    }
  }

  mutating func endSheet(of controller: Int32) -> Set<String> {
    callsDuringSheet.removeValue(forKey: controller) ?? []
  }

  mutating func beginBackground(_ simulation: Simulation) { callsAtBackground = [] }
  mutating func endBackground() -> Set<String> {
    defer { callsAtBackground = nil }
    return callsAtBackground ?? []
  }

  /// Whether some action stores into a property of this name: then it is one, though it may be empty now.
  mutating func storesProperty(_ name: String, in program: Program) -> Bool {
    if storedProperties == nil { storedProperties = StoredProperties.all(of: program) }
    return storedProperties?.contains(name) == true
  }
}

/// The properties that a program stores something in, anywhere.
enum StoredProperties {
  static func all(of program: Program) -> Set<String> {
    var found: Set<String> = []
    collect(program.steps, into: &found)
    var seen: Set<Int32> = []
    for type in program.types.declared {
      for type in program.types.lineage(of: type) {
        guard seen.insert(type).inserted else { break }
        found.formUnion(program.types[type].properties.keys)
      }
      for actions in program.types[type].callbacks.values { collect(actions, into: &found) }
    }
    for closure in program.closures { collect(closure.literal.body, into: &found) }
    return found
  }

  private static func collect(_ actions: [Action], into found: inout Set<String>) {
    for action in actions {
      for (key, operand) in action.operands {
        switch operand {
        case .place(let place) where ["set", "in", "to", "clear"].contains(key):
          if let property = place.path.last { found.insert(property) }
        case .properties(let properties): found.formUnion(properties.map(\.name))
        case .actions(let actions): collect(actions, into: &found)
        default: break
        }
      }
    }
  }
}
