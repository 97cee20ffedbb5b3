import LeakCheckLifecycle
import SwiftSyntax

/// New objects of types declared in the sources.
extension Body {
  func construct(_ name: String, _ call: Call, _ naming: String?) -> Term {
    guard let type = model[name] else { return frameworkObject(name, call, naming) }
    if type.kind == .enumType { return payload(call, of: name) }
    guard type.kind != .protocolType else { return .unknown }
    translator.made.insert(name)
    translator.makers.note(typeName, makes: name)
    makesOwnObject = true
    let owner = model.chain(of: name).first { !$0.initializers.isEmpty }
    let method = owner.flatMap { initializer(of: $0, call) }
    let values = method.map { arguments(for: $0.parameters, call) } ?? []
    let isNamed = owner.map(translator.namesInitializers) ?? false
    var properties: [(String, Term, ExprSyntax)] = []
    if method == nil {
      for argument in call.arguments {
        let label = argument.label ?? type.properties.last { $0.type == .function }?.name
        guard let label, let property = model.property(label, of: name) else {
          finish(evaluate(argument.expression))
          continue
        }
        properties.append(
          (label, evaluate(argument.expression, expecting: property.type), argument.expression))
      }
    }
    let hint = naming ?? name.prefix(1).lowercased() + name.dropFirst()
    let object = temporary(hint)
    actions.new(name, as: object, with: isNamed ? [] : values)
    if let base = model.frameworkBase(of: name) {
      actions.newParts(of: base, at: object) { temporary($0) }
    }
    if isNamed, let owner, let method {
      actions.call(
        Place(stringLiteral: "\(object).\(translator.key(of: method, in: owner))"), with: values)
    }
    for (label, term, node) in properties { store(term, at: "\(object).\(label)", node) }
    return .object(object, .named(name))
  }

  /// `Bag()` for `typealias Bag = Set<AnyCancellable>`.
  func construct(alias name: String, _ call: Call, _ naming: String?) -> Term {
    guard case .many = model.resolved(.named(name)) else {
      return construct(model.meaning(of: name), call, naming)
    }
    evaluateArguments(call)
    return .many([])
  }

  func initializer(of type: TypeModel, _ call: Call) -> MethodModel? {
    choose(type.initializers, call)
  }

  // MARK: - Initializers that call others

  /// `super.init(…)`.
  func callSuperInit(_ call: Call) -> Term {
    let base = model.chain(of: typeName).dropFirst().first
    guard let base else { return callInitOfFramework(call) }
    guard translator.namesInitializers(base), let method = initializer(of: base, call) else {
      evaluateArguments(call)
      return .nothing
    }
    return callInit(method, of: base, call)
  }

  /// `self.init(…)`, on the type itself or on its framework superclass.
  func callOwnInit(_ call: Call) -> Term {
    let own = model.chain(of: typeName).lazy.compactMap { type in
      type.initializers.first { call.fillsAll($0.parameters) }.map { (type, $0) }
    }.first
    guard let (type, method) = own, translator.namesInitializers(type) else {
      return callInitOfFramework(call)
    }
    return callInit(method, of: type, call)
  }

  private func callInit(_ method: MethodModel, of type: TypeModel, _ call: Call) -> Term {
    actions.call(
      Place(stringLiteral: "\(me).\(translator.key(of: method, in: type))"),
      with: arguments(for: method.parameters, call))
    return .nothing
  }

  /// The argument labels of framework initializers whose arguments are kept.
  private static let held: Set = [
    "children", "arrangedSubviews", "handler", "primaryAction", "menu", "rootView", "customView",
    "actions",
  ]

  private func callInitOfFramework(_ call: Call) -> Term {
    for argument in call.arguments {
      let term = evaluate(argument.expression)
      if argument.label == "rootViewController", let controller = term.place {
        actions.setViewControllers([Place(stringLiteral: controller)], on: Place(stringLiteral: me))
      } else if let label = argument.label ?? (argument.isTrailing ? "handler" : nil),
        Self.held.contains(label)
      {
        keep(term, as: label, at: me, argument.expression)
      } else {
        finish(term)
      }
    }
    return .nothing
  }

  /// A framework object with an initializer from an extension in the sources.
  func extendedObject(_ name: String, _ call: Call, _ hint: String) -> Term? {
    guard
      var method = model.extended[name]?.initializers.first(where: { call.fillsAll($0.parameters) }
      ),
      method.body != nil, Frameworks.types.contains(name)
    else { return nil }
    method.key = Translator.keyOfInitializer(method)
    let object = temporary(hint)
    actions.new(Frameworks.simulated(name) ?? name, as: object)
    actions.newParts(of: name, at: object) { temporary($0) }
    _ = callMethod(
      method, on: translator.extensions(of: name), call, false,
      giving: [.place(Place(stringLiteral: object))])
    return .object(object, .named(name))
  }
}
