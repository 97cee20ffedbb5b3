import LeakCheckLifecycle

/// A method that code calls with constants, or an accessor of a property that gets one: it decides their branches.
struct ConstantCall: Hashable {
  var type: String
  /// The key of the method or accessor.
  var method: String
  /// The constants, by the parameter's name.
  var constants: [String: String]

  /// The key of the body in which the constants are known.
  var key: String {
    method
      + constants.sorted { $0.key < $1.key }
      .map { "_\($0.key)_\(Self.escaped($0.value))" }.joined()
  }

  /// A constant as a part of a name: a dot or bracket in a text would end the name.
  private static func escaped(_ constant: String) -> String {
    constant.unicodeScalars.map { scalar in
      let isPlain = scalar == "_" || scalar.properties.isAlphabetic || "0"..."9" ~= scalar
      return isPlain ? String(scalar) : "%" + String(scalar.value, radix: 16)
    }.joined()
  }
}

/// The calls with constants, each once, in order of discovery.
struct ConstantCalls {
  private var calls: [ConstantCall] = []
  private var known: Set<ConstantCall> = []
  private var taken = 0

  mutating func note(_ call: ConstantCall) {
    if known.insert(call).inserted { calls.append(call) }
  }

  /// Takes the next one, or `nil` where all are taken.
  mutating func next() -> ConstantCall? {
    guard taken < calls.count else { return nil }
    taken += 1
    return calls[taken - 1]
  }
}

extension Translator {
  /// The key of a method's body for a call with constants; `nil` if it is not certain which method runs.
  func key(of method: MethodModel, calledWith constants: [String: String]) -> String? {
    guard !constants.isEmpty, presence == nil, !method.isOverride,
      !CallbackName.ofFrameworks.contains(method.name),
      let owner = onlyOwner(of: method)
    else { return nil }
    return note(.init(type: owner.name, method: method.key, constants: constants))
  }

  /// The type whose method a call runs, if no other type of the sources has one of the name; protocols may require it.
  private func onlyOwner(of method: MethodModel) -> TypeModel? {
    let owners = (model.ownersOfMethods[method.name] ?? []).filter { type in
      type.kind != .protocolType
        || type.methods.contains { $0.name == method.name && $0.body != nil }
    }
    guard owners.count == 1, owners[0].kind != .protocolType else { return nil }
    return owners[0]
  }

  /// The key of an accessor's body for a constant; `nil` if it is not certain which property is meant.
  func key(
    ofAccessor key: String, of property: PropertyModel, given constants: [String: String]
  ) -> String? {
    guard presence == nil, let owners = model.ownersOfProperties[property.name],
      owners.count == 1, owners[0].kind != .protocolType
    else { return nil }
    return note(.init(type: owners[0].name, method: key, constants: constants))
  }

  private func note(_ call: ConstantCall) -> String {
    constantCalls.note(call)
    return call.key
  }

  /// Adds the bodies for calls with constants, each once; one may call others.
  func addConstantCalls(to scenario: inout Scenario) {
    while let call = constantCalls.next() {
      guard let type = model[call.type] else { continue }
      let method = type.methods.first { $0.key == call.method }
      let isStatic = method?.isStatic == true
      let holder = isStatic ? "\(type.name)Statics" : type.name
      guard let index = scenario.types.firstIndex(where: { $0.name == holder }) else { continue }
      if let method {
        scenario.types[index].callbacks[call.key] = body(
          of: method, in: isStatic ? nil : type.name, staticsOf: isStatic ? type.name : nil,
          constants: call.constants)
        scenario.types[index].methodNames[call.key] = "\(method.name)(\(method.labels))"
      } else {
        scenario.types[index].callbacks[call.key] = accessor(of: call, in: type)
        scenario.types[index].methodNames[call.key] = call.method
      }
    }
  }

  private func accessor(of call: ConstantCall, in type: TypeModel) -> ActionList? {
    for property in type.properties {
      guard let accessor = property.accessors.first(where: { $0.key == call.method }) else {
        continue
      }
      return body(
        accessor.model.body, accessor.model.parameter, of: property, in: type.name,
        constants: call.constants)
    }
    return nil
  }
}
