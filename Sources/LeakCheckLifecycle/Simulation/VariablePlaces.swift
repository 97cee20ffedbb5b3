import LeakCheckGraph

/// The places of names in a growing list of variables; short lists need no index.
struct VariablePlaces {
  private var lastOf: [String: Int] = [:]
  /// How many variables are noted.
  private var noted = 0
  /// How many of them stand for nothing any more.
  private var removed = 0
  /// Whether a name stood twice.
  private var hasTwins = false

  /// So many are looked through faster than a table is asked.
  private static let few = 16

  /// The last variable of a name.
  ///
  /// - Complexity: O(1), and O(1) more for each variable that is new.
  mutating func index(of name: String, in variables: [Variable]) -> Int? {
    guard variables.count > Self.few else { return variables.lastIndex { $0.name == name } }
    while noted < variables.count {
      if lastOf.updateValue(noted, forKey: variables[noted].name) != nil { hasTwins = true }
      noted += 1
    }
    return lastOf[name]
  }

  /// Takes a variable out; of many, it leaves a place in which nothing stands, until half of them are such.
  ///
  /// - Complexity: O(1) amortized, unless a name stood twice.
  mutating func remove(at index: Int, from variables: inout [Variable]) -> Variable {
    guard noted > 0 else { return variables.remove(at: index) }
    let variable = variables[index]
    variables[index] = .nothing
    removed += 1
    lastOf[variable.name] =
      hasTwins ? variables[..<index].lastIndex { $0.name == variable.name } : nil
    if removed > variables.count / 2 {
      variables.removeAll { $0.name.isEmpty }
      self = VariablePlaces()
    }
    return variable
  }
}

extension Variable {
  /// What stands where a variable was taken out: no name is empty.
  fileprivate static let nothing = Variable(name: "", target: -1, strength: .weak)
}
