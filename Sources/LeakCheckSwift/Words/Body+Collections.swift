import LeakCheckLifecycle
import SwiftSyntax

/// Operations on collections: adding, removing and reading elements.
extension Body {
  /// The effect of a collection method, or `nil` if the method is unknown.
  func collectionWord(_ call: Call, on place: String, _ type: TypeReference) -> Term? {
    switch call.name {
    case "append", "insert", "add", "updateValue", "enqueue", "addObject", "setObject":
      return takeIn(call, on: place, type)
    case "removeFirst", "removeLast", "popFirst", "popLast", "removeValue":
      return takeOut(call, of: place, type)
    case "removeObject" where call["forKey"] != nil: return takeOut(call, of: place, type)
    case "removeAll", "remove", "removeAllObjects": return letGo(call, of: place, type)
    case "map", "compactMap", "flatMap", "mapValues", "compactMapValues":
      return mapped(call, of: place, type)
    case "filter", "dropFirst", "dropLast", "reversed", "sorted", "shuffled", "prefix", "suffix",
      "enumerated":
      return derived(call, from: place, type)
    case "firstIndex", "lastIndex": return position(call, in: place, type)
    case "object": return lookedUp(call, in: place, type)
    default: return nil
    }
  }

  private func takeIn(_ call: Call, on place: String, _ type: TypeReference) -> Term? {
    guard let first = call.first, model.methods(anywhere: call.name).isEmpty || type != .unknown
    else { return nil }
    if case .named(let name) = type, model[name] != nil { return nil }
    let isMany =
      first.as(LabeledExprSyntax.self) == nil && call.arguments.first?.label == "contentsOf"
    let term = evaluate(first, expecting: isMany ? type : type.element)
    if type == .value { return .nothing }
    if isMany {
      spread(term, to: place, first)
      return .nothing
    }
    let base = call.base.map { ExprSyntax($0) } ?? first
    guard let key = call["forKey"] ?? call["at"], holdsObject(term) || isOneOf(term),
      let one = self.one(of: base, at: key)
    else {
      if let key = call["forKey"] {
        addInDoubt(term, to: place, of: call.base ?? first, isNew: isNewKey(key, for: first), first)
      } else {
        add(term, to: place, first)
      }
      return .nothing
    }
    put(term, at: one, in: place, replacing: call["forKey"] != nil, first)
    return .nothing
  }

  private func isOneOf(_ term: Term) -> Bool { if case .object = term { true } else { false } }

  /// Stores a term at an index or under a key.
  private func put(
    _ term: Term, at one: OneOfMany, in place: String, replacing: Bool, _ node: some SyntaxProtocol
  ) {
    let value = value(of: term, node)
    let target = Place(stringLiteral: place)
    if place.hasPrefix("global.") { noteRegistrations(of: [value]) }
    switch one {
    case .key(let key): actions.append(value, to: target, key: key)
    case .at(let index):
      if replacing { actions.take(target, as: temporary("replaced"), .at(index)) }
      actions.append(value, to: target, at: index)
    case .last:
      if replacing { actions.take(target, as: temporary("replaced"), .last) }
      actions.append(value, to: target)
    }
  }

  private func takeOut(_ call: Call, of place: String, _ type: TypeReference) -> Term? {
    let one: OneOfMany?
    switch call.name {
    case "removeFirst", "popFirst": one = .at(0)
    case "removeLast", "popLast": one = .last
    default:
      one = call["forKey"].flatMap { key in
        call.base.flatMap { self.one(of: $0, at: key) }
      }
    }
    for argument in call.arguments { finish(evaluate(argument.expression)) }
    guard let one else { return clearUnknown(call["forKey"], call, of: place) }
    let count = call.first.flatMap { Int($0.trimmedDescription) } ?? 1
    let name = taken(one, from: place)
    for _ in 1..<max(1, min(count, 64)) { _ = taken(one, from: place) }
    return .object(name, type.element)
  }

  private func taken(_ one: OneOfMany, from place: String) -> String {
    let name = temporary("taken")
    actions.take(Place(stringLiteral: place), as: name, one)
    return name
  }

  /// Removes an element whose key is in a variable: the one stored under a key with the same spelling, or an unknown
  /// one.
  private func clearUnknown(_ key: ExprSyntax?, _ call: Call, of place: String) -> Term {
    clearUnless(key, of: call.base, place)
    return .nothing
  }

  /// Clears a place; if the key selects a single element and the reading keeps all, everything stays.
  private func clearUnless(_ key: ExprSyntax?, of collection: ExprSyntax?, _ place: String) {
    if let key, let collection, !model.collectionKeys.isStored(key, in: collection),
      !model.collectionKeys.areConstants(collection)
    {
      doubt(
        key,
        "which element of \(collection.plainText) is removed is not known: all are released")
      if translator.reading == .keepsAll { return }
    }
    actions.clear(Place(stringLiteral: place))
  }

  private func letGo(_ call: Call, of place: String, _ type: TypeReference) -> Term? {
    let target = Place(stringLiteral: place)
    if let closure = call.closures.first, !closure.statements.isEmpty {
      if asksForNothing(closure) { return .nothing }
      if let object = identity(closure, isSame: true) {
        actions.remove(.place(Place(stringLiteral: object)), from: target)
      } else {
        doubt(closure, "which elements are removed is not known: all of them are released")
        if translator.reading != .keepsAll { actions.clear(target) }
      }
      return .nothing
    }
    guard call.name == "remove", let first = call.first else {
      evaluateArguments(call)
      actions.clear(target)
      return .nothing
    }
    if call.arguments.first?.label == "at" { return remove(at: first, call, of: place, type) }
    if let object = placeOf(first) {
      actions.remove(.place(object), from: target)
    } else {
      actions.clear(target)
    }
    return .nothing
  }

  private func remove(
    at index: ExprSyntax, _ call: Call, of place: String, _ type: TypeReference
  ) -> Term {
    let term = evaluate(index)
    if case .index(let object) = term {
      actions.remove(.place(Place(stringLiteral: object)), from: Place(stringLiteral: place))
      return .object(object, type.element)
    }
    finish(term)
    guard let base = call.base, let one = self.one(of: base, at: index) else {
      return clearUnknown(index, call, of: place)
    }
    return .object(taken(one, from: place), type.element)
  }

  /// `firstIndex { $0 === object }` and `firstIndex(of: object)`.
  private func position(_ call: Call, in place: String, _ type: TypeReference) -> Term? {
    if let closure = call.closures.first {
      return identity(closure, isSame: true).map { .index(of: $0) }
    }
    return call["of"].flatMap { evaluate($0).place }.map { .index(of: $0) }
  }

  /// The place that a closure compares its argument with, if it does nothing else.
  private func identity(_ closure: ClosureExprSyntax, isSame: Bool) -> String? {
    guard closure.statements.count == 1, case .expr(let only)? = closure.statements.first?.item,
      let comparison = only.as(InfixOperatorExprSyntax.self),
      (isSame ? ["===", "=="] : ["!==", "!="]).contains(comparison.operator.plainText)
    else { return nil }
    let name = parameters(of: closure).first?.name ?? "$0"
    let sides = [comparison.leftOperand, comparison.rightOperand]
    guard let other = sides.first(where: { $0.trimmedDescription != name }),
      sides.contains(where: { $0.trimmedDescription == name })
    else { return nil }
    return evaluate(other).place
  }

  /// `{ $0.value == nil }`: the removed elements hold nothing any more; the reverse if `isThere`.
  private func asksForNothing(_ closure: ClosureExprSyntax, isThere: Bool = false) -> Bool {
    guard closure.statements.count == 1, case .expr(let only)? = closure.statements.first?.item,
      let comparison = only.as(InfixOperatorExprSyntax.self)
    else { return false }
    return comparison.operator.plainText == (isThere ? "!=" : "==")
      && comparison.rightOperand.is(NilLiteralExprSyntax.self)
      && comparison.leftOperand.is(MemberAccessExprSyntax.self)
  }

  // MARK: - New collections

  private func mapped(_ call: Call, of place: String, _ type: TypeReference) -> Term? {
    guard case .many(let element) = type, let function = call.last else { return nil }
    let list = newList("mapped")
    var made = TypeReference.unknown
    let name = function.as(ClosureExprSyntax.self).flatMap { parameters(of: $0).first?.name }
    each(place, element, named: name ?? "item") {
      let element = binding(name ?? "item").map(Self.term)
      let term =
        function.as(ClosureExprSyntax.self).map { inline($0) }
        ?? apply(function, to: element ?? .unknown)
      made = self.type(of: term)
      spread(term, isFlat: call.name == "flatMap", to: "\(list).elements", function)
    }
    return made == .value ? .nothing : .object("\(list).elements", .many(made))
  }

  private static func term(_ binding: Binding) -> Term {
    switch binding {
    case .object(let place, let type): .object(place, type)
    case .value: .nothing
    case .term(let term): term
    }
  }

  private func spread(_ term: Term, isFlat: Bool, to place: String, _ node: ExprSyntax) {
    if isFlat { spread(term, to: place, node) } else { add(term, to: place, node) }
  }

  private func derived(_ call: Call, from place: String, _ type: TypeReference) -> Term? {
    guard case .many(let element) = type else { return nil }
    if call.name == "enumerated" { return .object(place, type) }
    let list = newList("copied")
    let (source, target) = (Place(stringLiteral: place), Place(stringLiteral: "\(list).elements"))
    if call.name == "reversed" {
      let local = fresh("element")
      actions.each(source, as: local) {
        $0.append(.place(Place(stringLiteral: local)), to: target, at: 0)
      }
      return .object("\(list).elements", type)
    }
    actions.copy(source, to: target)
    let count = call.first.flatMap { Int($0.trimmedDescription) } ?? 1
    switch call.name {
    case "dropFirst": for _ in 0..<max(0, min(count, 64)) { actions.take(target) }
    case "dropLast": for _ in 0..<max(0, min(count, 64)) { actions.take(target, .last) }
    case "filter":
      guard let closure = call.closures.first else { break }
      if let object = identity(closure, isSame: false) {
        actions.remove(.place(Place(stringLiteral: object)), from: target)
      } else {
        if isInDoubt(call, closure), translator.reading == .letsGo { actions.clear(target) }
        each(place, element, named: parameters(of: closure).first?.name ?? "_") {
          finish(inline(closure))
        }
      }
    default: evaluateArguments(call)
    }
    return .object("\(list).elements", type)
  }

  /// Says that a filter lets everything pass: that is in doubt if the list is kept.
  private func isInDoubt(_ call: Call, _ closure: ClosureExprSyntax) -> Bool {
    guard !asksForNothing(closure, isThere: true) else { return false }
    let isKept =
      call.node.parent?.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self)
      == true || call.node.parent?.is(ReturnStmtSyntax.self) == true
    let message = "which elements the closure accepts is not known: assumed all"
    if isKept { doubt(closure, message) } else { note(closure, message) }
    return isKept
  }

  // MARK: - Elements

  /// `first`, `last` and other properties of a collection.
  func ofMany(_ name: String, _ place: String, _ type: TypeReference) -> Term? {
    switch name {
    case "first": return picked(.at(0), of: place, type)
    case "last": return picked(.last, of: place, type)
    case "values", "lazy", "indices", "allObjects": return .object(place, type)
    case "keys": return .nothing
    default: return nil
    }
  }

  /// A name for an element; one that is a collection itself is stored as a list.
  func picked(_ one: OneOfMany, of place: String, _ type: TypeReference) -> Term {
    guard type.element != .value else { return .nothing }
    let name = temporary("element")
    aliases.insert(name)
    actions.pick(Place(stringLiteral: place), as: name, one)
    if case .many = type.element, case .key = one {
      return .object("\(name).elements", type.element)
    }
    return .object(name, type.element)
  }

  /// `table.object(forKey: key)`.
  private func lookedUp(_ call: Call, in place: String, _ type: TypeReference) -> Term? {
    guard case .many = type, let key = call["forKey"] else { return nil }
    finish(evaluate(key))
    guard let one = call.base.flatMap({ self.one(of: $0, at: key) }) else {
      return .object(place, type.element)
    }
    return picked(one, of: place, type)
  }

  func element(_ node: SubscriptCallExprSyntax) -> Term {
    let base = evaluate(node.calledExpression)
    if case .object(let place, let type) = base,
      let method = ownSubscript(MemberReader.getter, node, of: type)
    {
      return callSubscript(method, node, on: place)
    }
    for argument in node.arguments where argument.label == nil {
      finish(evaluate(argument.expression))
    }
    switch base {
    case .object(let place, let type):
      guard case .many = type, let one = one(of: node) else {
        return .object(place, type.element)
      }
      return picked(one, of: place, type)
    case .many(let terms): return terms.first ?? .null
    default: return .unknown
    }
  }

  /// `collection[key] = value`.
  func store(_ source: ExprSyntax, in element: SubscriptCallExprSyntax) {
    let base = evaluate(element.calledExpression)
    if element.arguments.first?.label?.text == "keyPath" {
      // It depends on a value which property the path names.
      return finish(evaluate(source))
    }
    if case .object(let place, let type) = base,
      let method = ownSubscript(MemberReader.setter, element, of: type)
    {
      _ = callSubscript(method, element, on: place, giving: source)
      return
    }
    for argument in element.arguments { finish(evaluate(argument.expression)) }
    guard case .object(let place, let type) = base else { return finish(evaluate(source)) }
    let isChanged = changeKeyedList(element.calledExpression, place) {
      store(source, in: element, at: $0, type)
    }
    if !isChanged { store(source, in: element, at: place, type) }
  }

  private func store(
    _ source: ExprSyntax, in element: SubscriptCallExprSyntax, at place: String,
    _ type: TypeReference
  ) {
    let term = evaluate(source, expecting: type.element)
    let key = element.arguments.first?.expression
    let one = key.flatMap { self.one(of: element.calledExpression, at: $0) }
    switch (term, one) {
    case (.null, .key(let key)?): actions.take(Place(stringLiteral: place), as: nil, .key(key))
    case (.null, _): clearUnless(key, of: element.calledExpression, place)
    case (_, let one?) where type != .value && !isNothing(term):
      put(term, at: one, in: place, replacing: true, source)
    default:
      let isNew = key.map { isNewKey($0, for: source) } ?? false
      addInDoubt(term, to: place, of: element.calledExpression, isNew: isNew, source)
    }
  }

  /// Stores a value under a key in a variable: it may replace any other, unless the key `isNew`.
  private func addInDoubt(
    _ term: Term, to place: String, of collection: ExprSyntax, isNew: Bool,
    _ node: some SyntaxProtocol
  ) {
    if !isNothing(term), !isNew, !model.collectionKeys.areConstants(collection) {
      doubt(
        node, "whether this replaces another element of \(collection.plainText) is not known")
      if translator.reading == .letsGo { actions.clear(Place(stringLiteral: place)) }
    }
    add(term, to: place, node)
  }

  /// Whether no other key is like this one: `UUID()`, a constant of the body that is, or a part of what is stored, as in
  /// `plugins[plugin.id] = plugin`.
  private func isNewKey(_ key: ExprSyntax, for value: ExprSyntax) -> Bool {
    if let name = key.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return newKeys.contains(name)
    }
    if let access = key.as(MemberAccessExprSyntax.self) {
      return access.base?.plainText == value.plainText
    }
    guard let call = key.as(FunctionCallExprSyntax.self).map(Call.init) else { return false }
    return call.name == "UUID"
      || call.name == "ObjectIdentifier" && call.first?.plainText == value.plainText
  }

  private func isNothing(_ term: Term) -> Bool {
    switch term {
    case .nothing, .unknown, .type, .index: true
    default: false
    }
  }
}
