/// The names that are local where a walk stands, and what `self` is there.
struct ScopeStack {
  /// The meaning of `self`.
  enum SelfState { case none, strong, weak, unowned }

  private struct Scope {
    var names: Set<String> = []
    /// What `self` is here, where this scope says it anew.
    var state: SelfState?
    var isClosure = false
    /// Where a closure first uses the `self` around it.
    var use: Int?
  }

  private var scopes: [Scope] = []

  /// What `self` is here.
  var state: SelfState { scopes.last { $0.state != nil }?.state ?? .none }

  func isLocal(_ name: String) -> Bool { scopes.contains { $0.names.contains(name) } }

  mutating func push(state: SelfState? = nil, isClosure: Bool = false) {
    scopes.append(Scope(state: state, isClosure: isClosure))
  }

  /// Ends a scope, and gives where its closure first used the `self` around it.
  @discardableResult mutating func pop() -> Int? { scopes.removeLast().use }

  mutating func bind(_ name: String) {
    if !scopes.isEmpty { scopes[scopes.count - 1].names.insert(name) }
  }

  /// From here on `self` is an object, as behind `guard let self`.
  mutating func unwrapSelf() {
    if !scopes.isEmpty { scopes[scopes.count - 1].state = .strong }
  }

  /// Takes a use of `self`: every closure as far as the scope that says what it is, captures it.
  mutating func use(at offset: Int) {
    for index in scopes.indices.reversed() {
      if scopes[index].state != nil { return }
      if scopes[index].isClosure, scopes[index].use == nil { scopes[index].use = offset }
    }
  }
}
