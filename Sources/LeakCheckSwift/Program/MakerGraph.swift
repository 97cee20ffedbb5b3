/// Who makes what: the types whose bodies make objects of others.
struct MakerGraph {
  private var made: [String: Set<String>] = [:]
  private var makers: [String: Set<String>] = [:]

  /// Notes that a body of a type makes an object; of no type, where the body is a function's or the steps'.
  mutating func note(_ maker: String?, makes type: String) {
    made[maker ?? "", default: []].insert(type)
    makers[type, default: []].insert(maker ?? "")
  }

  /// What a body of a type, or of none, makes.
  func made(by maker: String?) -> Set<String> { made[maker ?? ""] ?? [] }

  /// Of some types, in their order, those that a journey begins with: nothing else makes them, or only they each other.
  ///
  /// - Complexity: O(types × what each makes).
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

  private func reach(from types: [String], _ reached: inout Set<String>) {
    var waiting = types
    reached.formUnion(types)
    while let type = waiting.popLast() {
      for next in made[type] ?? [] where reached.insert(next).inserted { waiting.append(next) }
    }
  }
}
