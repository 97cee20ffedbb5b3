import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Calls of what a base has: the receiver decides what they mean.
extension Body {
  func onBase(_ call: Call, _ isWanted: Bool, _ naming: String?) -> Term {
    guard let base = call.base else { return .unknown }
    noteDeregistration(call)
    if !isOnOwnType(call), let term = queueWord(call) { return term }
    let receiver = evaluate(base)
    if let term = configured(call, receiver) { return term }
    switch receiver {
    case .type(let type): return onType(type, call, isWanted, naming)
    case .object(let place, let type): return onObject(place, type, call, isWanted)
    case .publisher(let place, let operators): return onPublisher(place, operators, call)
    case .many(let terms): return onMany(terms, call)
    case .keyed(_, let entries): return onMany(entries.map(\.term), call)
    case .service(let type, let make): return onService(type, make, call)
    case .function where call.name == "callAsFunction":
      evaluateArguments(call)
      return .nothing
    // A table with weak references does not keep its arguments.
    case .nothing where model.weakTables.contains(lastName(of: bare(base)) ?? ""):
      evaluateArguments(call)
      return .nothing
    default:
      if let term = onCase(call, isWanted) { return term }
      if Frameworks.immediate.contains(call.name) { return immediate(call, nil, .unknown) }
      if call.name == "sink" || call.name == "assign" { return publisherWord(call, nil, []) }
      if let term = operatorOnUnknown(call) { return term }
      if let found = extending(call, on: .value) {
        return self.call(found, on: .null, of: .unknown, call, isWanted)
      }
      return unfollowed(call, call.text)
    }
  }

  /// A method of an enum without objects, on a value of it: its branches may be known by the case.
  private func onCase(_ call: Call, _ isWanted: Bool) -> Term? {
    guard let base = call.base, let method = choose(model.methods(anywhere: call.name), call),
      let owners = model.ownersOfMethods[call.name], owners.count == 1, owners[0].isPlainCase,
      method.result != .value, !method.isStatic
    else { return nil }
    let type = TypeReference.named(owners[0].name)
    let value = temporary(owners[0].name.prefix(1).lowercased() + owners[0].name.dropFirst())
    actions.new(owners[0].name, as: value)
    return callMethod(
      method, on: value, of: type, call, isWanted, onCase: constant(base, for: type))
  }

  /// Combine types that are followed as publishers.
  private static let publishers = Frameworks.publishers.union(["AnyPublisher", "Publisher"])

  private func onPublisher(_ place: String, _ operators: [Value], _ call: Call) -> Term {
    if let found = extending(call, on: .named("Publisher")),
      let term = inline(found, on: .publisher(place, operators), call)
    {
      return term
    }
    return operators.isEmpty
      ? subjectWord(call, place) ?? .unknown : publisherWord(call, place, operators)
  }

  /// `Market.shared.remove(self)` in a `deinit`: the receiver may keep the object through the registration.
  private func noteDeregistration(_ call: Call) {
    guard callback == "deinit", let typeName, let first = call.first,
      first.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    else { return }
    translator.registering.insert(typeName)
  }

  private func onType(_ type: String, _ call: Call, _ isWanted: Bool, _ naming: String?) -> Term {
    if call.name == "init" { return construct(type, call, naming) }
    if type == Self.taskGroup, model[type] == nil, let term = groupWord(call) { return term }
    if let method = staticMethod(call, of: type) {
      return callMethod(
        method, on: translator.statics(of: type), of: .named(type), call, isWanted)
    }
    if model[call.name] != nil { return construct(call.name, call, naming) }
    if model[type]?.kind == .enumType { return payload(call, of: type) }
    if model[type] == nil, Frameworks.nested.contains(call.name) {
      return frameworkObject(call.name, call, naming)
    }
    if Frameworks.immediate.contains(call.name) { return immediate(call, nil, .unknown) }
    return unfollowed(call, call.text)
  }

  private func onObject(
    _ place: String, _ type: TypeReference, _ call: Call, _ isWanted: Bool
  ) -> Term {
    if call.name == "init", place == me { return callOwnInit(call) }
    if type.name.flatMap({ model[$0]?.isPlainCase }) == true, place != me,
      let term = onCase(call, isWanted)
    {
      return term
    }
    if let method = method(call, of: type.name) {
      return callMethod(method, on: place, of: type, call, isWanted)
    }
    if let property = model.property(call.name, of: type.name) {
      if property.isLazy { actions.call(Place(stringLiteral: "\(place).lazy_\(call.name)")) }
      return callPlace("\(place).\(call.name)", call, isWanted)
    }
    if let name = type.name, Self.publishers.contains(name) {
      return onPublisher(place, [], call)
    }
    if let found = type == .unknown ? nil : extending(call, on: type) {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    if isStream(type), let term = streamWord(call, on: place) { return term }
    if let term = word(call, on: place, type) { return term }
    if Frameworks.immediate.contains(call.name) { return immediate(call, place, type) }
    let found = type == .unknown ? extending(call, on: type) : nil
    if type == .unknown || model[type.name ?? ""]?.kind == .protocolType,
      let method = choose(model.methods(anywhere: call.name), call),
      found == nil || !method.isHelper
    {
      return callMethod(method, on: place, call, isWanted)
    }
    if let found {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    if call.name == "sink" || call.name == "assign" { return publisherWord(call, place, []) }
    if let optional = model.extended["Optional"], let found = extending(call, among: [optional]) {
      return self.call(
        found, on: .place(Place(stringLiteral: place)), of: type, call, isWanted)
    }
    return unfollowed(call, call.text)
  }

  private func onMany(_ terms: [Term], _ call: Call) -> Term {
    if Frameworks.immediate.contains(call.name), let last = call.last {
      return .many(terms.prefix(16).map { apply(last, to: $0) })
    }
    evaluateArguments(call)
    return .many(terms)
  }

  /// A service that is used before anything keeps it: it gets a local of its own.
  private func onService(
    _ type: String, _ make: @escaping (inout ActionList, Place?) -> Void, _ call: Call
  ) -> Term {
    if call.name == "store", let set = call["in"], case .object(let place, _) = evaluate(set) {
      make(&actions, Place(stringLiteral: place))
      return .nothing
    }
    if ["resume", "activate", "autoconnect", "fire"].contains(call.name) {
      return .service(type, make)
    }
    let local = temporary(type.prefix(1).lowercased() + type.dropFirst())
    make(&actions, Place(stringLiteral: local))
    if let found = extending(call, on: .named(type)) {
      return self.call(
        found, on: .place(Place(stringLiteral: local)), of: .named(type), call, false)
    }
    return word(call, on: local, .named(type)) ?? .nothing
  }
}
