/// Which types create which: the types whose bodies create objects of others.
struct MakerGraph {
  private var made: [String: Set<String>] = [:]
  private var makers: [String: Set<String>] = [:]

  /// Notes that a body of a type creates an object; `nil` if the body belongs to a function or the steps.
  mutating func note(_ maker: String?, makes type: String) {
    made[maker ?? "", default: []].insert(type)
    makers[type, default: []].insert(maker ?? "")
  }

  /// The types that the bodies of a type, or of none, create.
  func made(by maker: String?) -> Set<String> { made[maker ?? ""] ?? [] }

  /// The types that nothing creates but some others, and what nothing creates but these.
  ///
  /// - Complexity: O(types × what each creates).
  func madeOnly(by owners: Set<String>) -> Set<String> {
    var owned = owners
    var waiting = Array(owners)
    while let owner = waiting.popLast() {
      for type in made[owner] ?? [] where !owned.contains(type) {
        guard makers[type]?.isSubset(of: owned) == true else { continue }
        owned.insert(type)
        waiting.append(type)
      }
    }
    return owned.subtracting(owners)
  }

  /// The types, in order, that a journey begins with: nothing else creates them, or they only create each other.
  ///
  /// - Complexity: O(types × what each creates).
  func entrances(among types: [String], reaching others: [String]) -> Set<String> {
    let candidates = Set(types)
    var chosen = candidates.filter { type in
      (makers[type] ?? []).allSatisfy { $0 == type }
    }
    var reached: Set<String> = []
    reach(from: Array(chosen) + others + [""], &reached)
    for type in types where !reached.contains(type) {
      chosen.insert(type)
      reach(from: [type], &reached)
    }
    return chosen
  }

  /// What the bodies of a type create, and what the bodies of those types create.
  func reached(from type: String) -> Set<String> {
    var reached: Set<String> = []
    reach(from: [type], &reached)
    return reached
  }

  private func reach(from types: [String], _ reached: inout Set<String>) {
    var waiting = types
    reached.formUnion(types)
    while let type = waiting.popLast() {
      for next in made[type] ?? [] where reached.insert(next).inserted { waiting.append(next) }
    }
  }
}
