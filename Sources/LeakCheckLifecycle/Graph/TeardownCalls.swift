import LeakCheckGraph

/// What a teardown has others end: `Hub.shared.remove(self)`, `feed.stop()`.
extension Simulation {
  /// Notes what a method of another object ends, where a teardown calls it; what that calls in turn is not followed.
  func noteCall(
    _ action: Action, of object: Int32, by caller: ExpectedEnds.Caller, in ends: inout ExpectedEnds
  ) {
    guard let place = place(action, "call"), let method = place.path.last else { return }
    let callee = holder(of: place, from: object)
    guard callee >= 0, callee != object, heap.isAlive(callee) else { return }
    let body = Teardowns.flat(types.chain(of: method, in: heap.type(of: callee)).first ?? [])
    let own = parameters(of: body, thatAreSelfIn: action)
    var found = ExpectedEnds()
    for inner in body where inner.word != .object(.call) {
      guard inner.word == .object(.remove) else {
        note(inner, of: callee, by: caller, in: &found)
        continue
      }
      guard case .value(.place(let value))? = inner["remove"], value.path.isEmpty,
        let name = value.name, own.contains(name), let list = self.place(inner, "from"),
        list.name == "self", let property = list.path.last
      else { continue }
      let holder = heldThing(at: list.parent, of: callee)
      guard holder >= 0 else { continue }
      found.add(
        caller, to: .init(holder: holder, name: heap.symbol(property), target: object))
    }
    ends.add(found, by: types.name(ofMethod: method, in: heap.type(of: callee)))
  }

  /// Whose method a place names: that of a property of an object, or of a root.
  private func holder(of place: Place, from object: Int32) -> Int32 {
    switch place.head {
    case .name("self"): heldThing(at: place.parent, of: object)
    case .global(let name):
      heldThing(at: place.parent, of: roots.objects["global.\(name)"] ?? -1)
    default: -1
    }
  }

  /// The parameters of a method for which a call gives `self`.
  private func parameters(of body: [Action], thatAreSelfIn call: Action) -> Set<String> {
    guard case .names(let names)? = body.first?["parameters"],
      case .values(let values)? = call["with"]
    else { return [] }
    let own = zip(names, values).filter { _, value in
      if case .place(let place) = value {
        place.name == "self" && place.path.isEmpty
      } else {
        false
      }
    }
    return Set(own.map(\.0))
  }
}
