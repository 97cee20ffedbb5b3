import LeakCheckLifecycle
import SwiftSyntax

/// New objects of the types that the sources declare.
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
}
