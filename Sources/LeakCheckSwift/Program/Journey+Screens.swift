import LeakCheckLifecycle
import SwiftSyntax

/// The visit of a screen: it is pushed, used as its users would, and left.
extension Journey {
  /// Methods that only a rotation calls.
  private static let turns: Set<String> = ["viewWillTransition", "willTransition"]

  func push(_ type: TypeModel) {
    let screen = body.fresh("screen")
    make(type, as: screen, depth: 0)
    // AppKit has no navigation: a controller comes as a sheet there.
    let isSheet = model.isKind(type.name, of: Frameworks.controllersOfMac)
    if isSheet {
      body.actions.present(Place(stringLiteral: screen), from: "home")
    } else {
      body.actions.push(Place(stringLiteral: screen), on: "nav")
    }
    let routes = Routes(of: type, model)
    let methods = uncalledMethods(of: type)
    useShown(by: type)
    for method in methods where !routes.leads(method.name, to: .back) {
      tap(method, of: type, on: screen, routes)
    }
    callActions(ofViewsOf: type, at: screen)
    if model.offersActions {
      body.actions.tapActions(of: type.name)
      useShown(by: type)
      if model.presents { body.actions.dismiss(Place(stringLiteral: screen)) }
    }
    if type.methods.contains(where: { Self.turns.contains($0.name) }) {
      body.actions.rotate("window")
    }
    // What goes back comes last: the screen is gone then, and presents nothing any more.
    for method in routes.backs(among: methods) { tap(method, of: type, on: screen, routes) }
    // A delayed call that does not keep its object comes after the object's end.
    let isHasty = leavesEarly(type)
    if !isHasty { letTimePass(for: type) }
    leave(screen, isSheet: isSheet)
    if isHasty {
      letTimePass(for: type)
      answer()
    }
  }

  /// Whether a type, or one that it creates, schedules a later call on an object without keeping it.
  func leavesEarly(_ type: TypeModel) -> Bool {
    guard !translator.hasty.isEmpty else { return false }
    return translator.hasty.contains(type.name)
      || !translator.hasty.isDisjoint(with: translator.makers.made(by: type.name))
  }

  /// Removes a screen that was pushed, or presented as a sheet; before going back, what it presents is dismissed.
  func leave(_ screen: String, isSheet: Bool = false) {
    if model.presents || isSheet { body.actions.dismiss(Place(stringLiteral: screen)) }
    body.actions.drop(Place(stringLiteral: screen))
    if !isSheet { body.actions.popToRoot("nav") }
  }

  /// Calls a method as a tap of a user would, who must answer first what the screen presents.
  private func tap(_ method: MethodModel, of type: TypeModel, on screen: String, _ routes: Routes) {
    let presents = routes.leads(method.name, to: .presented)
    if model.presents, presents || routes.leads(method.name, to: .back) {
      body.actions.dismiss(Place(stringLiteral: screen))
    }
    call(method, of: type, on: screen)
    if presents, model.offersActions { body.actions.tapActions(of: type.name) }
    useShown(by: type)
    if presents { body.actions.dismiss(Place(stringLiteral: screen)) }
  }

  /// The rounds in which the screens that a screen shows are used: those that these show come in the next one.
  private static let rounds = 2
  /// The most taps after one.
  private static let mostTaps = 200

  /// Uses the screens that a type, or what it makes, may have shown by now, as those are that nothing else makes.
  func useShown(by type: TypeModel) {
    var taps: [Tap] = []
    for name in translator.makers.reached(from: type.name).sorted() where name != type.name {
      guard let shown = model[name], model.isController(name), !model.bases.contains(name) else {
        continue
      }
      taps += self.taps(on: shown)
    }
    for _ in 0..<Self.rounds {
      for tap in taps.prefix(Self.mostTaps) { use(tap) }
    }
  }

  /// What users do with a screen: they call a method, or take an action that it offers.
  private enum Tap {
    case method(MethodModel, TypeModel)
    case actions(TypeModel)
  }

  /// What users do with a screen, in order: what goes back comes last.
  private func taps(on screen: TypeModel) -> [Tap] {
    let routes = Routes(of: screen, model)
    let methods = uncalledMethods(of: screen)
    let forth = methods.filter { !routes.leads($0.name, to: .back) }
    return actions(ofViewsOf: screen).map { .method($0.action, $0.view) }
      + forth.map { .method($0, screen) } + (model.offersActions ? [.actions(screen)] : [])
      + routes.backs(among: methods).map { .method($0, screen) }
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

  /// Calls the actions of a screen's views, which only users call.
  private func callActions(ofViewsOf type: TypeModel, at object: String) {
    for (property, view, action) in actions(ofViewsOf: type) {
      call(action, of: view, on: "\(object).\(property)")
      if model.presents { body.actions.dismiss(Place(stringLiteral: object)) }
    }
  }

  private func actions(
    ofViewsOf type: TypeModel
  ) -> [(property: String, view: TypeModel, action: MethodModel)] {
    model.chain(of: type.name).flatMap(\.properties).flatMap { property in
      guard !property.isStatic, !property.isComputed, let name = property.type.name,
        let view = model[name], model.isKind(name, of: Frameworks.views)
      else { return [(property: String, view: TypeModel, action: MethodModel)]() }
      let actions = view.methods.filter { $0.isObjC && $0.body != nil && !$0.isStatic }
      let entrances = translator.entrances(among: actions.map(\.name))
      return actions.filter { entrances.contains($0.name) }.map { (property.name, view, $0) }
    }
  }
}

/// Where the methods of a screen lead: to what they present, or back to where the screen came from.
private struct Routes {
  enum Target: CaseIterable {
    case presented, back

    /// The calls of UIKit that lead there.
    var calls: Set<String> {
      switch self {
      case .presented: ["present", "presentAsSheet", "presentAsModalWindow"]
      case .back:
        [
          "popViewController", "popToRootViewController", "popToViewController",
          "setViewControllers", "dismiss",
        ]
      }
    }
  }

  private var methods: [Target: Set<String>] = [:]

  /// - Complexity: O(tokens of the type and its supertypes), once for each method that a way leads through.
  init(of type: TypeModel, _ model: SourceModel) {
    var words: [String: Set<String>] = [:]
    for method in model.chain(of: type.name).flatMap(\.methods) {
      guard let body = method.body else { continue }
      words[method.name, default: []].formUnion(
        body.tokens(viewMode: .sourceAccurate).map(\.text))
    }
    for target in Target.allCases {
      var known = target.calls
      while let next = words.first(where: {
        !known.contains($0.key) && !known.isDisjoint(with: $0.value)
      }) { known.insert(next.key) }
      methods[target] = known
    }
  }

  /// The methods that go back, those that do nothing else last: nobody uses the screen after them.
  func backs(among methods: [MethodModel]) -> [MethodModel] {
    let backs = methods.filter { leads($0.name, to: .back) }
    let presenting = backs.filter { leads($0.name, to: .presented) }
    let others = backs.filter { !leads($0.name, to: .presented) }
    let isOnlyBack = { (method: MethodModel) in (method.body?.count ?? 0) < 2 }
    return presenting + others.filter { !isOnlyBack($0) } + others.filter(isOnlyBack)
  }

  /// Whether a method, or one that it calls or hands over, leads there.
  func leads(_ method: String, to target: Target) -> Bool {
    methods[target]?.contains(method) ?? false
  }
}
