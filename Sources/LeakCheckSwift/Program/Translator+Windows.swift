import LeakCheckLifecycle
import SwiftSyntax

/// What a view of the sources does when it comes into a window, and when it leaves one.
extension Translator {
  /// Whether a view, or what it inherits from, asks if it comes or goes.
  func followsWindow(_ type: TypeModel) -> Bool {
    model.isKind(type.name, of: Frameworks.views)
      && model.chain(of: type.name).contains { $0.methods.contains(where: Body.asksForWindow) }
  }

  /// Whether a method is followed as one of the callbacks of a move alone.
  func isMove(_ method: MethodModel, of type: TypeModel) -> Bool {
    Body.asksForWindow(method) && model.isKind(type.name, of: Frameworks.views)
  }

  /// The same methods twice: once where there is a window, once where there is none.
  func addMoves(of type: TypeModel, to declaration: inout TypeDeclaration) {
    guard followsWindow(type) else { return }
    let moves = type.methods.filter(Body.asksForWindow).sorted { $0.name > $1.name }
    guard !moves.isEmpty else { return }
    for (callback, isThere) in [("entersWindow", true), ("leavesWindow", false)] {
      var actions = ActionList()
      for move in moves {
        window = (isThere, Body.windowNames(in: move))
        let body = body(of: move, in: type.name)
        window = nil
        // Each ends for itself.
        actions.call(Place(stringLiteral: "self.\(callback)_\(move.name)"))
        declaration.callbacks["\(callback)_\(move.name)"] = body
      }
      declaration.callbacks[callback] = actions
    }
  }
}
