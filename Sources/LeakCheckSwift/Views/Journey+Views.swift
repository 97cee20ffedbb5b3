import LeakCheckLifecycle

/// Views appear, are used, and disappear.
extension Journey {
  /// The views that a journey begins with: those that no other view creates.
  func views() -> [TypeModel] {
    let views = model.types.filter { model.isView($0.name) }
    let made = Set(
      views.flatMap { view in
        ViewBody(of: view, in: model).children.map { Call($0.call).name }.filter { $0 != view.name }
      })
    let entrances = views.filter { !made.contains($0.name) }
    return entrances.isEmpty ? Array(views.prefix(1)) : entrances
  }

  /// The types whose objects views keep or get, which shows how they are used.
  func typesGiven(to views: [TypeModel]) -> Set<String> {
    guard !views.isEmpty else { return [] }
    let owners = model.types.filter { model.isView($0.name) || model.isApp($0) }
    return Set(owners.flatMap(\.properties).compactMap(\.type.name))
  }

  /// Creates a view and the objects that others would give it, lets it appear, runs its actions, and lets it disappear.
  func appear(_ type: TypeModel) {
    translator.noteBody(of: type)
    let view = body.fresh("screen")
    make(type, as: view, depth: 0)
    fill(type, view)
    for moment in ["view_appear", "view_act", "view_disappear"] {
      body.actions.call(Place(stringLiteral: "\(view).\(moment)"))
    }
    body.actions.drop(Place(stringLiteral: view))
    body.dropTemporaries()
    answer()
    for name in kept(by: type) { body.actions.expectGone(name, eventually: true) }
  }

  /// Gives a view the objects that its parent or the environment would.
  private func fill(_ type: TypeModel, _ view: String) {
    let hasInitializer = !type.initializers.isEmpty
    for property in type.properties
    where !property.isStatic && !property.isComputed && property.initial == nil {
      let isGlobal =
        property.wrapper == "EnvironmentObject" || property.wrapper == "Environment"
        || property.type.name.map(model.ownedByApps.contains) ?? false
      if hasInitializer && !isGlobal { continue }
      if property.wrapper == "State" || property.wrapper == "Binding" { continue }
      guard property.type.name != nil || property.type == .function else { continue }
      let parameter = MethodModel.Parameter(
        label: property.name, name: property.name, type: property.type)
      guard let value = given([parameter], depth: 0).first else { continue }
      let target = Place(stringLiteral: "\(view).\(property.name)")
      body.actions.set(target, to: value)
      if isGlobal, case .place = value {
        // The app's objects exist before the view and after it.
        body.actions.append(value, to: "global.Environment.objects")
      }
    }
  }

  /// The classes whose objects only the storage of a view and of its child views keeps.
  private func kept(by type: TypeModel) -> [String] {
    var types = [type]
    var seen: Set<String> = [type.name]
    var index = 0
    while index < types.count {
      for child in ViewBody(of: types[index], in: model).children {
        guard let made = model[Call(child.call).name], seen.insert(made.name).inserted else {
          continue
        }
        types.append(made)
      }
      index += 1
    }
    let names = types.flatMap(\.properties).filter { $0.isStorage }.compactMap(\.type.name)
    return Set(names).filter { name in
      model[name]?.kind == .classType && !model.ownedByApps.contains(name)
        && model.staticProperty("shared", of: name) == nil
    }.sorted()
  }
}
