import LeakCheckLifecycle

/// The use of screens that other code shows: they have no name in the steps, so what is on the screen is tapped.
extension Journey {
  /// Uses the screens that methods of a screen may have shown by now, and then those that these may have shown.
  func useShown(by methods: [String], of type: TypeModel, _ routes: Routes) {
    guard methods.contains(where: { routes.leads($0, to: .shown) }) else { return }
    let (words, isHelped) = routes.words(of: methods)
    useShown(among: isHelped ? translator.makers.reached(from: type.name) : words, by: type)
  }

  /// Uses the screens that an object, or what it makes, may have shown by now.
  func useShown(by type: TypeModel) {
    useShown(among: translator.makers.reached(from: type.name), by: type)
  }

  private func useShown(among names: Set<String>, by type: TypeModel) {
    let first = names.filter { $0 != type.name && isShown($0) }
    if first.isEmpty { return }
    let made = first.flatMap { translator.makers.made(by: $0) }
    let second = first.union(made.filter { $0 != type.name && isShown($0) })
    for screens in [first, second] {
      for tap in screens.sorted().compactMap({ model[$0] }).flatMap(taps) {
        guard shownScreens.mayBeTapped() else { return notePassedOver(type) }
        use(tap)
      }
    }
  }

  private func isShown(_ name: String) -> Bool {
    model[name] != nil && model.isController(name) && !model.bases.contains(name)
  }

  /// What users do with a screen, in order: what goes back comes last.
  private func taps(on screen: TypeModel) -> [Tap] {
    if let known = shownScreens.taps[screen.name] { return known }
    let routes = Routes(of: screen, model)
    let methods = uncalledMethods(of: screen)
    let forth = methods.filter { !routes.leads($0.name, to: .back) }
    let taps =
      actions(ofViewsOf: screen).map { Tap.method($0.action, $0.view) }
      + forth.map { .method($0, screen) } + (model.offersActions ? [.actions(screen)] : [])
      + routes.backs(among: methods).map { .method($0, screen) }
    shownScreens.taps[screen.name] = taps
    return taps
  }

  private func use(_ tap: Tap) {
    switch tap {
    case .actions(let type): body.actions.tapActions(of: type.name)
    case .method(let method, let type):
      body.actions.place = method.place
      let name = body.temporary("shown")
      let values = zip(method.parameters, given(method.parameters, depth: 0)).map {
        ownView($0, of: type, at: name, isShown: true) ?? $1
      }
      body.actions.tap(method.key, of: type.name, as: name, with: values)
      body.dropTemporaries()
    }
  }

  private func notePassedOver(_ type: TypeModel) {
    translator.note(
      SwiftNote(
        place: type.place,
        message: "the screens that this type and later ones show are not used, because"
          + " \(ShownScreens.mostTaps) taps were made before: follow this one with --type \(type.name)",
        unsettles: true))
  }
}

/// What users do with a screen: they call a method, or take an action that it offers.
enum Tap {
  case method(MethodModel, TypeModel)
  case actions(TypeModel)
}

/// What was found out about screens that others show, and how often they were tapped.
final class ShownScreens {
  /// The most taps of a journey: each looks at what is on the screen, so a folder of hundreds of screens would not end.
  static let mostTaps = 10_000

  var taps: [String: [Tap]] = [:]
  private var count = 0

  /// Counts one more tap; `false` where there were too many.
  func mayBeTapped() -> Bool {
    count += 1
    return count <= Self.mostTaps
  }
}
