import LeakCheckLifecycle
import SwiftSyntax

/// The types whose objects a journey expects to be gone at its end.
extension Journey {
  /// Expects objects to be gone after their functions end, both those that only functions had and those that a
  /// framework keeps through a registration.
  func expectReleased() {
    for name in translator.registering.subtracting(typesOfGlobals()).sorted() {
      guard let type = model[name], type.kind == .classType || type.kind == .actorType,
        !type.properties.contains(where: { $0.isStatic && $0.type == .named(name) }),
        !model.isController(name)
      else { continue }
      body.actions.expectGone(name, eventually: true)
    }
  }

  /// The types of what globals may hold: those of variables and static properties, and of the properties of these.
  private func typesOfGlobals() -> Set<String> {
    var found = namesOfGlobals()
    var waiting = Array(found)
    while let name = waiting.popLast() {
      let conformers = model[name]?.kind == .protocolType ? model.conformers(to: name) : []
      let held = model.chain(of: name).flatMap(\.properties).compactMap(\.type.element.name)
      for next in held + conformers.map(\.name) where found.insert(next).inserted {
        waiting.append(next)
      }
    }
    return found
  }

  /// The types of global variables and of static properties.
  private func namesOfGlobals() -> Set<String> {
    model.namesOfVariables().union(typesOfStatics)
  }

  /// The types of static properties, of the elements of those that are lists, and of what they have from their start.
  static func typesOfStatics(in model: SourceModel) -> Set<String> {
    let statics = model.types.lazy.flatMap(\.properties).filter(\.isStatic)
    let made = statics.compactMap(\.initial).flatMap { initial in
      initial.tokens(viewMode: .sourceAccurate).map(\.text).filter { model[$0] != nil }
    }
    return Set(statics.compactMap(\.type.element.name)).union(made)
  }

  /// Expects what only visited objects make and register to be gone after they are: a timer that keeps the service of
  /// a screen keeps one more with each visit.
  func expectReleased(ownedBy visited: [TypeModel]) {
    let shared = namesOfGlobals()
    let names = Set(visited.map(\.name))
    let owned = translator.makers.madeOnly(by: names.subtracting(shared)).subtracting(shared)
    let types = owned.intersection(translator.registering).subtracting(names).sorted().filter {
      guard let type = model[$0] else { return false }
      return type.kind == .classType || type.kind == .actorType
    }
    if types.isEmpty { return }
    answer()
    for name in types where !model.isController(name) {
      body.actions.expectGone(name, eventually: true)
    }
  }
}
