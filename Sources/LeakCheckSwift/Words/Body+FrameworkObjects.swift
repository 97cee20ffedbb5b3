import LeakCheckLifecycle
import SwiftSyntax

/// New objects of known framework classes, and their arguments.
extension Body {
  /// `UIBarButtonItem(title: "Save", primaryAction: save)`: the object holds its arguments under their labels.
  func known(_ name: String, _ call: Call, _ hint: String) -> Term {
    var root: Place?
    var given: [(label: String, term: Term, node: ExprSyntax)] = []
    for argument in call.arguments {
      let term = translator.asEntrances { evaluate(argument.expression) }
      if argument.label == "rootViewController" {
        root = term.place.map { Place(stringLiteral: $0) }
      } else {
        given.append((argument.label ?? "handler", term, argument.expression))
      }
    }
    let object = temporary(hint)
    actions.new(Frameworks.simulated(name) ?? name, as: object, root: root)
    if !given.contains(where: { $0.label == Frameworks.parts[name]?.property }) {
      actions.newParts(of: name, at: object) { temporary($0) }
    }
    for (label, term, node) in given { keep(term, as: label, at: object, node) }
    return .object(object, .named(name))
  }

  /// An animator keeps its blocks until it finishes; one that is started finishes.
  func animatorWord(_ call: Call, on place: String) -> Term {
    let handlers = ["handler", "animations"].map { Place(stringLiteral: "\(place).\($0)") }
    switch call.name {
    case "addAnimations", "addCompletion":
      if let last = call.last { add(evaluate(last), to: "\(place).handler", last) }
    case "startAnimation", "continueAnimation", "finishAnimation", "stopAnimation":
      evaluateArguments(call)
      for handler in handlers {
        if call.name == "stopAnimation" { actions.clear(handler) } else { runOnce(handler) }
      }
    default: evaluateArguments(call)
    }
    return .nothing
  }

  /// `layer.add(animation, forKey: "pulse")`: the layer releases the animation at its end, if it has one.
  func add(animation call: Call, to layer: Place) {
    guard let first = call.first, let animation = evaluate(first).place else {
      return evaluateArguments(call)
    }
    // A view keeps the animations of its own layer.
    let animations = self.animations(of: layer)
    actions.append(.place(Place(stringLiteral: animation)), to: animations)
    if !model.keepsAnimations {
      actions.remove(.place(Place(stringLiteral: animation)), from: animations)
    }
  }

  /// The list of a layer's animations.
  func animations(of layer: Place) -> Place {
    let text = layer.description
    let owner = text.hasSuffix(".layer") ? String(text.dropLast(6)) : text
    return Place(stringLiteral: "\(owner).animations")
  }

  /// `tableView.dequeueReusableCell(…) as? RowCell`: a new cell, added to the subviews of its list.
  func reusedCell(_ node: AsExprSyntax, _ naming: String?) -> Term? {
    reusedCell(node.expression, as: node.type, naming)
  }

  /// `let cell = tableView.dequeueReusableCell(…)` in a function that takes the cell for a `RowCell` somewhere.
  func reusedCell(_ initial: ExprSyntax, named name: String) -> Term? {
    guard
      bare(initial).as(FunctionCallExprSyntax.self)
        .map({ Call.name(of: $0).hasPrefix("dequeueReusable") }) == true
    else { return nil }
    let tokens = Self.statements(around: initial)?.tokens(viewMode: .sourceAccurate)
    let cast = tokens?.lazy.compactMap { token -> AsExprSyntax? in
      let use = token.parent?.as(DeclReferenceExprSyntax.self)
      return use?.baseName.text == name ? use?.parent?.as(AsExprSyntax.self) : nil
    }.first
    return cast.flatMap { reusedCell(initial, as: $0.type, name) }
  }

  private func reusedCell(
    _ expression: ExprSyntax, as written: TypeSyntax, _ naming: String?
  ) -> Term? {
    let type = model.resolved(TypeReference(written, own: model.ownNames))
    guard let call = bare(expression).as(FunctionCallExprSyntax.self).map(Call.init),
      call.name.hasPrefix("dequeueReusable"), let base = call.base, let name = type.name,
      model[name]?.kind == .classType, model.isKind(name, of: Frameworks.views),
      case .object(let list, _) = evaluate(base)
    else { return nil }
    evaluateArguments(call)
    translator.made.insert(name)
    translator.makers.note(typeName, makes: name)
    let cell = temporary(naming ?? "cell")
    let owner = model.chain(of: name).first { !$0.initializers.isEmpty }
    let nothing = owner?.initializers.first.map { $0.parameters.map { _ in Value.null } } ?? []
    let isNamed = owner.map(translator.namesInitializers) ?? false
    actions.new(name, as: cell, with: isNamed ? [] : nothing)
    actions.addSubview(Place(stringLiteral: cell), to: Place(stringLiteral: list))
    return .object(cell, type)
  }

  func keep(_ term: Term, as label: String, at object: String, _ node: ExprSyntax) {
    switch term {
    case .handler(let value): actions.uiAction(value, on: Place(stringLiteral: object))
    case .many(let terms): for term in terms { keep(term, as: label, at: object, node) }
    case .object(let view, _) where label == "arrangedSubviews":
      actions.addSubview(Place(stringLiteral: view), to: Place(stringLiteral: object))
    case .object, .function: add(term, to: "\(object).\(label)", node)
    default: finish(term)
    }
  }
}

extension ActionList {
  /// Gives a new framework object at `holder` the objects that it creates itself, and so on recursively.
  ///
  /// Each is in a local first, which `local` names.
  mutating func newParts(of type: String, at holder: String, local: (String) -> String) {
    var (type, holder) = (type, holder)
    while let part = Frameworks.parts[type] {
      let name = local(part.property)
      new(part.type, as: name)
      set(
        Place(stringLiteral: "\(holder).\(part.property)"), to: .place(Place(stringLiteral: name)))
      (type, holder) = (part.type, name)
    }
  }
}
