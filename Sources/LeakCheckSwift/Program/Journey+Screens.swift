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
    useShown(by: Routes.appearances, of: type, routes)
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
    cancelTasks()
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
    useShown(by: [method.name], of: type, routes)
    if presents { body.actions.dismiss(Place(stringLiteral: screen)) }
  }

  /// Calls the actions of a screen's views, which only users call.
  private func callActions(ofViewsOf type: TypeModel, at object: String) {
    for (property, view, action) in actions(ofViewsOf: type) {
      call(action, of: view, on: "\(object).\(property)")
      if model.presents { body.actions.dismiss(Place(stringLiteral: object)) }
    }
  }

  func actions(
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
