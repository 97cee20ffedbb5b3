/// The local names during a walk, and the meaning of `self`.
struct ScopeStack {
  /// The meaning of `self`.
  enum SelfState { case none, strong, weak, unowned }

  private struct Scope {
    var names: Set<String> = []
    /// The new meaning of `self` in this scope, if it changes.
    var state: SelfState?
    var isClosure = false
    /// The first place where a closure uses the `self` around it.
    var use: Int?
  }

  private var scopes: [Scope] = []

  /// The meaning of `self` here.
  var state: SelfState { scopes.last { $0.state != nil }?.state ?? .none }

  func isLocal(_ name: String) -> Bool { scopes.contains { $0.names.contains(name) } }

  mutating func push(state: SelfState? = nil, isClosure: Bool = false) {
    scopes.append(Scope(state: state, isClosure: isClosure))
  }

  /// Ends a scope, and returns the first place where its closure uses the outer `self`.
  @discardableResult mutating func pop() -> Int? { scopes.removeLast().use }

  mutating func bind(_ name: String) {
    if !scopes.isEmpty { scopes[scopes.count - 1].names.insert(name) }
  }

  /// Makes `self` an object from here on, as after `guard let self`.
  mutating func unwrapSelf() {
    if !scopes.isEmpty { scopes[scopes.count - 1].state = .strong }
  }

  /// Records a use of `self`: every closure captures it, out to the scope that defines it.
  mutating func use(at offset: Int) {
    for index in scopes.indices.reversed() {
      if scopes[index].state != nil { return }
      if scopes[index].isClosure, scopes[index].use == nil { scopes[index].use = offset }
    }
  }
}
