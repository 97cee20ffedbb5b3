import LeakCheckText

/// Finds callbacks that are misspelt: a method of that name would never be called.
enum CallbackSpelling {
  /// Refuses a callback that nothing calls and that is a slip of the typist for one of UIKit's.
  static func check(_ program: Program) throws(InputError) {
    let called = calledNames(in: program)
    for type in program.scenario.types {
      for name in type.callbacks.keys.sorted() {
        guard !CallbackName.ofFrameworks.contains(name), !called.contains(name),
          let meant = CallbackName.ofFrameworks.sorted().first(where: {
            NearestWord.isSlip(name, of: $0)
          })
        else { continue }
        let place = type.callbackPlaces[name] ?? type.place
        throw InputError(
          source: program.scenario.name(of: place),
          line: place?.line ?? 1, column: place?.column ?? 1,
          problem: "nothing calls \(Quotation.quoted(name)) of \(Quotation.quoted(type.name))",
          expected: "a callback, or a method that some action names",
          suggestion: Quotation.quoted(meant))
      }
    }
  }

  /// The last names of all places, and all selectors: whatever may be called by name.
  private static func calledNames(in program: Program) -> Set<String> {
    var found: Set<String> = []
    collect(program.steps, into: &found)
    for type in program.types.declared {
      for actions in program.types[type].callbacks.values { collect(actions, into: &found) }
    }
    for closure in program.closures { collect(closure.literal.body, into: &found) }
    return found
  }

  private static func collect(_ actions: [Action], into found: inout Set<String>) {
    for action in actions {
      for (key, operand) in action.operands {
        switch operand {
        case .place(let place), .value(.place(let place)), .value(.method(let place)):
          if let name = place.path.last { found.insert(name) }
        case .values(let values):
          for case .method(let place) in values {
            if let name = place.path.last { found.insert(name) }
          }
        case .text(let name) where key.hasSuffix("selector"): found.insert(name)
        case .properties(let properties):
          for case .method(let place) in properties.map(\.value) {
            if let name = place.path.last { found.insert(name) }
          }
        case .actions(let actions): collect(actions, into: &found)
        default: break
        }
      }
    }
  }
}
