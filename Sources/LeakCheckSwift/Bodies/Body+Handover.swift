import LeakCheckLifecycle
import SwiftSyntax

/// Arguments: those passed with `&`, and those to code that is not followed.
extension Body {
  /// An argument passed with `&` is in a box during the call, and goes back afterwards.
  func handOver(changing expression: ExprSyntax) -> Value {
    guard let (place, type, _) = place(of: bare(expression)) else {
      finish(evaluate(expression))
      return .null
    }
    let (box, target) = (temporary("changed"), Place(stringLiteral: place))
    actions.new("NSObject", as: box)
    let inner = Place(stringLiteral: "\(box).value")
    if isMany(type) {
      actions.copy(target, to: inner)
      actions.clear(target)
      givenBack.append { $0.copy(inner, to: target) }
    } else {
      actions.set(inner, to: .place(target))
      actions.set(target, to: .null)
      givenBack.append {
        $0.set(target, to: .place(inner))
        $0.set(inner, to: .null)
      }
    }
    return .place(Place(stringLiteral: box))
  }

  /// Puts the arguments passed with `&` back.
  func giveBack(from start: Int) {
    for back in givenBack[start...] { back(&actions) }
    givenBack.removeSubrange(start...)
  }

  // MARK: - Code that is not followed

  /// A call of something whose source is missing.
  func unfollowed(_ call: Call, _ name: String) -> Term {
    if keepsUntilStopped(call) || keepsByName(call) { return .nothing }
    let isHarmless = Frameworks.harmless.contains(call.name) || isRegistration(call)
    for argument in call.arguments {
      let term = evaluate(argument.expression)
      if isHarmless {
        finish(term)
        continue
      }
      switch term {
      // A transition coordinator releases its closures at the end.
      case .function(let value)
      where call["alongsideTransition"] != nil || Frameworks.answering.contains(call.name):
        actions.async(value)
      case .function(let value): handOver(value, argument.expression, to: name)
      case .object(let place, let type) where type.name != nil && model[type.name ?? ""] != nil:
        handOver(object: place, argument.expression, to: name)
      default: finish(term)
      }
    }
    return isHarmless ? .nothing : .unknown
  }

  /// Words in the names of methods that keep a closure and call it again and again.
  private static let subscribing = ["subscri", "observ", "listen", "regist", "bind", "on", "add"]

  /// A call of a method that a protocol requires and that no type of the sources has: what it is given, it answers once,
  /// unless it is called like one that keeps it.
  func requirement(_ call: Call) -> Term {
    let name = call.name.lowercased()
    guard !Self.subscribing.contains(where: name.hasPrefix) else {
      return unfollowed(call, call.text)
    }
    for argument in call.arguments {
      let term = evaluate(argument.expression)
      if case .function(let value) = term { actions.async(value) } else { finish(term) }
    }
    return .unknown
  }

  /// Whether a call registers with a shared Apple object that does not keep it:
  /// `PHPhotoLibrary.shared().register(self)`.
  private func isRegistration(_ call: Call) -> Bool {
    let names: Set = ["register", "add", "remove", "unregister", "unregisterChangeObserver"]
    guard names.contains(call.name), call.closures.isEmpty else { return false }
    return Frameworks.isApples(String(call.text.prefix { $0 != "." && $0 != "(" }))
  }

  /// Methods besides those that start updates whose object keeps a closure, with the property for it.
  private static let keeping = [
    "receive": "receivers", "receiveMessage": "receivers", "registerUndo": "undoActions",
  ]

  /// The property for methods that start and stop something: `deviceMotionUpdates` for `startDeviceMotionUpdates`.
  private static func updates(_ word: String, behind start: String) -> String? {
    guard word.hasPrefix(start), word.hasSuffix("Updates") else { return nil }
    let name = word.dropFirst(start.count)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// `motion.startDeviceMotionUpdates(to: .main) { … }` and `task.receive { … }`: an Apple object keeps the closure
  /// until it is told to stop.
  private func keepsUntilStopped(_ call: Call) -> Bool {
    guard let base = call.base, case .object(let place, let type) = evaluate(base),
      let name = type.name, model[name] == nil, Frameworks.isApples(name)
    else { return false }
    if let ended = Self.updates(call.name, behind: "stop")
      ?? ["stop": "updates", "removeAllActions": "undoActions"][call.name]
    {
      actions.clear(Place(stringLiteral: "\(place).\(ended)"))
      return true
    }
    guard let property = Self.updates(call.name, behind: "start") ?? Self.keeping[call.name],
      let last = call.last, case .function(let value) = evaluate(last)
    else { return false }
    noteRegistration(of: value)
    actions.append(value, to: Place(stringLiteral: "\(place).\(property)"))
    return true
  }

  /// Calls that only Apple's classes have, and that keep a handler or an object, with the property for it.
  private static let keepingByName = [
    "installTap": "taps", "setURLSchemeHandler": "schemeHandlers", "addTarget": "commandTargets",
  ]
  private static let endingByName = ["removeTap": "taps", "removeTarget": "commandTargets"]
  /// The one object that has the commands of remote controls.
  private static let commands = "MPRemoteCommandCenter"

  /// `input.installTap(onBus: 0, …) { … }` and `configuration.setURLSchemeHandler(self, forURLScheme: "x")`: the object
  /// that the call begins with keeps it.
  private func keepsByName(_ call: Call) -> Bool {
    let kept = Self.keepingByName[call.name]
    guard let property = kept ?? Self.endingByName[call.name],
      model.methods(anywhere: call.name).isEmpty,
      let owner = property == "commandTargets" ? commandCenter : firstObject(of: call.base)
    else { return false }
    let list = Place(stringLiteral: "\(owner).\(property)")
    if kept == nil {
      actions.clear(list)
      return true
    }
    for argument in call.arguments {
      switch evaluate(argument.expression) {
      case .function(let value):
        noteRegistration(of: value)
        actions.append(value, to: list)
      case .object(let place, let type) where type.name.flatMap({ model[$0] }) != nil:
        actions.append(.place(Place(stringLiteral: place)), to: list)
      case let term: finish(term)
      }
    }
    return true
  }

  /// The place of the command center, or `nil` if no file names it.
  private var commandCenter: String? {
    model.files.contains { $0.contains(Self.commands) } ? "global.\(Self.commands)" : nil
  }

  /// The object that an expression is, or that it begins with: `engine` for `engine.inputNode`.
  private func firstObject(of base: ExprSyntax?) -> String? {
    var next = base
    while let expression = next {
      if case .object(let place, _) = evaluate(expression) { return place }
      next = expression.as(MemberAccessExprSyntax.self)?.base
    }
    return nil
  }

  /// `GKLocalPlayer.local.authenticateHandler = { … }`: a handler of an object that Apple's class shares.
  func keepsSharedHandler(_ value: Value, in target: ExprSyntax) -> Bool {
    guard let access = target.as(MemberAccessExprSyntax.self),
      let type = access.base?.as(MemberAccessExprSyntax.self)?.base?
        .as(DeclReferenceExprSyntax.self)?.baseName.text,
      model[type] == nil, keepsHandler(.named(type), access.declName.baseName.text)
    else { return false }
    noteRegistration(of: value)
    actions.set(
      Place(stringLiteral: "global.\(type).\(access.declName.baseName.text)"), to: value)
    return true
  }

  func handOver(_ value: Value, _ node: ExprSyntax, to name: String) {
    if translator.isMarkedKept(node) {
      return actions.append(value, to: "global.Kept.handlers")
    }
    let holds =
      if case .closure(let literal) = value { !literal.strongCaptures.isEmpty } else { true }
    if holds {
      note(
        node,
        "unknown whether \(name) keeps the closure: assumed to call it once; declare \(name), or add"
          + " // leakcheck: keeps",
        unsettles: true)
    }
    actions.async(value)
  }

  func handOver(object place: String, _ node: ExprSyntax, to name: String) {
    if translator.isMarkedKept(node) {
      return actions.append(.place(Place(stringLiteral: place)), to: "global.Kept.objects")
    }
    note(
      node,
      "unknown whether \(name) keeps the object: assumed to release it; declare \(name), or add"
        + " // leakcheck: keeps",
      unsettles: true)
  }
}
