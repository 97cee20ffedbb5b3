import LeakCheckGraph
import LeakCheckText

/// The making of closures and bound methods.
extension Simulation {
  func makeClosure(_ literal: ClosureLiteral, in frame: Frame) -> Int32 {
    let closure = program.closures[Int(literal.code)]
    let object = heap.allocate(
      type: types.framework("Closure"), hint: "closure", site: site, code: literal.code)
    heap.retain(object)
    frame.temporaries.append(object)
    for (position, capture) in closure.captures.enumerated() {
      guard let variable = frame.variable(capture.name) else {
        failUnknown(capture.name, in: frame)
        return object
      }
      let isListed = position < literal.captures.count
      let label = closure.labels[position]
      let declared = (name: label, strength: capture.strength)
      let strength = strength(of: declared, variable, isListed: isListed, in: literal)
      heap.store(
        .init(
          name: heap.symbol(label), target: variable.target, strength: strength,
          kind: .capture, site: site), in: object)
    }
    return object
  }

  /// How a capture holds: as listed; a name that is not listed is captured as the variable around holds it.
  private func strength(
    of capture: (name: String, strength: Strength), _ variable: Variable, isListed: Bool,
    in literal: ClosureLiteral
  ) -> Strength {
    let change = RunSettings.Capture(code: literal.code, name: capture.name)
    if let strength = settings.captures[change] { return strength }
    return isListed || variable.strength == .strong ? capture.strength : variable.strength
  }

  /// The method that a closure is a bound method of, as a debugger names it; `nil` of any other object.
  func boundMethod(_ object: Int32) -> String? {
    guard let method = methods[object] else { return nil }
    let receiver = heap.read(heap.symbol("self"), of: object)?.target ?? -1
    return types.name(ofMethod: method, in: receiver >= 0 ? heap.type(of: receiver) : 0)
  }

  func makeBoundMethod(_ place: Place, in frame: Frame) -> Int32 {
    let receiver = object(place.parent, in: frame)
    guard receiver >= 0, let method = place.path.last else { return -1 }
    guard implementsMethod(method, receiver) else {
      failNoMethod(method, of: receiver)
      return -1
    }
    let object = make("Closure", hint: "boundMethod", in: frame)
    let change = RunSettings.Method(site: site, name: method)
    let strength = settings.methods[change] ?? .strong
    heap.store(
      .init(
        name: heap.symbol("self"), target: receiver, strength: strength, kind: .capture,
        site: site), in: object)
    methods[object] = method
    return object
  }

  func implementsMethod(_ method: String, _ object: Int32) -> Bool {
    types.implements(method, in: heap.type(of: object))
  }

  func failNoMethod(_ method: String, of object: Int32) {
    let type = types[heap.type(of: object)]
    fail(
      "\(type.name) has no method \(Quotation.quoted(method))",
      expected: "a callback that the type declares",
      suggestion: NearestWord.nearest(to: method, among: type.callbacks.keys.sorted()))
  }
}
