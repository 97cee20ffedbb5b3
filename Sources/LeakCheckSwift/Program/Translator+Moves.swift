import LeakCheckLifecycle
import SwiftSyntax

/// The code of a view when it enters a window or another view, and when it leaves it.
extension Translator {
  /// What is known about a view while one of its moves is read.
  struct Presence {
    /// Whether something with this name exists: the window, or a parameter with this name.
    var isThere: [String: Bool]
    /// The callback being read: `entersWindow`.
    var callback: String
    /// The keys of the helper methods that are read separately for this callback, because they check too.
    var helpers: Set<String>
  }

  /// Whether a view or a superclass checks if it enters or leaves.
  func followsMoves(_ type: TypeModel) -> Bool {
    model.isKind(type.name, of: Frameworks.views)
      && model.chain(of: type.name).contains { type in
        type.methods.contains { asks($0, of: type) != nil }
      }
  }

  /// Whether a method is followed only as a callback of a move.
  func isMove(_ method: MethodModel, of type: TypeModel) -> Bool {
    model.isKind(type.name, of: Frameworks.views) && asks(method, of: type) != nil
  }

  /// Adds the methods twice: once with a window or a superview, once without.
  func addMoves(of type: TypeModel, to declaration: inout TypeDeclaration) {
    guard followsMoves(type) else { return }
    for relation in Move.Relation.allCases {
      let moves = type.methods.filter { asks($0, of: type) == relation }
        .sorted { $0.name > $1.name }
      guard !moves.isEmpty else { continue }
      for isThere in [true, false] {
        let callback = relation.callback(isThere: isThere)
        var actions = ActionList()
        for move in moves {
          // An early return ends only its own method.
          actions.call(Place(stringLiteral: "self.\(callback)_\(move.name)"))
          add(move, as: callback, isThere, of: type, to: &declaration)
        }
        declaration.callbacks[callback] = actions
      }
    }
  }

  /// The key of a method of `self`; while a move is read, its helpers have separate keys.
  func key(of method: MethodModel, on place: String) -> String {
    guard let presence, place == "self", presence.helpers.contains(method.key) else {
      return method.key
    }
    return "\(presence.callback)_\(method.key)"
  }

  private func add(
    _ method: MethodModel, as callback: String, _ isThere: Bool, of type: TypeModel,
    to declaration: inout TypeDeclaration
  ) {
    guard let move = Move(method) else { return }
    let helpers = helpers(of: method, asking: move.relation, in: type)
    presence = Presence(
      isThere: move.answers(to: method, isThere: isThere), callback: callback,
      helpers: Set(helpers.map(\.key)))
    defer { presence = nil }
    declaration.callbacks["\(callback)_\(method.name)"] = body(of: method, in: type.name)
    for helper in helpers where declaration.callbacks["\(callback)_\(helper.key)"] == nil {
      presence?.isThere = [move.relation.rawValue: isThere != move.isAhead]
      declaration.callbacks["\(callback)_\(helper.key)"] = body(of: helper, in: type.name)
    }
  }

  /// What a method checks, itself or through another method of its type: whether there is a window, or a superview.
  private func asks(_ method: MethodModel, of type: TypeModel) -> Move.Relation? {
    guard let move = Move(method), let body = method.body else { return nil }
    let names = Set(move.answers(to: method, isThere: true).keys)
    let asksItself = body.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    let asks = asksItself || !helpers(of: method, asking: move.relation, in: type).isEmpty
    return asks ? move.relation : nil
  }

  /// The methods of a type that a move calls, directly or indirectly, and that check.
  private func helpers(
    of move: MethodModel, asking relation: Move.Relation, in type: TypeModel
  ) -> [MethodModel] {
    let methods = model.chain(of: type.name).flatMap(\.methods).filter {
      !$0.isStatic && $0.body != nil && Move($0) == nil && $0.name != move.name
    }
    var found: [MethodModel] = []
    var asks = false
    var waiting = [move]
    while let next = waiting.popLast() {
      let words = Set(next.body?.tokens(viewMode: .sourceAccurate).map(\.text) ?? [])
      asks = asks || next.key != move.key && words.contains(relation.rawValue)
      for method in methods
      where words.contains(method.name) && !found.contains(where: { $0.key == method.key }) {
        found.append(method)
        waiting.append(method)
      }
    }
    return asks ? found : []
  }
}

/// A method that frameworks call when a view moves.
struct Move {
  /// What a view enters.
  enum Relation: String, CaseIterable {
    case window, superview

    func callback(isThere: Bool) -> String {
      (isThere ? "enters" : "leaves") + (self == .window ? "Window" : "Superview")
    }
  }

  var relation: Relation
  /// Whether it is called before the view moves.
  var isAhead: Bool

  static let names: Set<String> = [
    "didMoveToWindow", "didMoveToSuperview", "willMove",
    "viewDidMoveToWindow", "viewDidMoveToSuperview", "viewWillMove",
  ]

  init?(_ method: MethodModel) {
    guard method.isOverride else { return nil }
    switch (method.name, method.parameters.first?.label) {
    case ("didMoveToWindow", nil), ("viewDidMoveToWindow", nil):
      (relation, isAhead) = (.window, false)
    case ("didMoveToSuperview", nil), ("viewDidMoveToSuperview", nil):
      (relation, isAhead) = (.superview, false)
    case ("willMove", "toWindow"), ("viewWillMove", "toWindow"):
      (relation, isAhead) = (.window, true)
    case ("willMove", "toSuperview"), ("viewWillMove", "toSuperview"):
      (relation, isAhead) = (.superview, true)
    default: return nil
    }
  }

  /// What exists while the method runs: before the move, the window is still the old one.
  func answers(to method: MethodModel, isThere: Bool) -> [String: Bool] {
    var answers = [relation.rawValue: isThere != isAhead]
    for parameter in method.parameters { answers[parameter.name] = isThere }
    return answers
  }
}
