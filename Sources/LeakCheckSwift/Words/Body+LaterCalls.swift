import LeakCheckLifecycle
import SwiftSyntax

/// Methods that ask for their next call later, as `DispatchQueue.main.asyncAfter` in a loop of methods.
extension Body {
  /// Whether a delayed closure always leads to its enclosing method again, and so holds its captures for ever.
  func repeats(_ handler: Value, _ node: ExprSyntax) -> Bool {
    guard case .closure(let literal) = handler, literal.strongCaptures.contains("self"),
      let closure = node.as(ClosureExprSyntax.self), model.recursiveNames.contains(owner)
    else { return false }
    let methods = ownMethods(calledIn: closure)
    guard methods.contains(where: { $0.name == owner }) else { return false }
    let conditions = LaterConditions(
      of: closure, in: methods.first { $0.name == owner },
      through: methods.filter { $0.name != owner }.compactMap(\.body), certain: model.certainNames)
    let end = conditions.end(changedBy: bodies(besides: methods))
    if end == .none {
      noteRegistration(of: handler)
      return true
    }
    // Time passes until it stops, or is assumed to.
    translator.note(delay: Double(Self.mostRepeated + 2))
    if end == .unknown {
      note(
        closure, "whether \(owner) stops calling itself is not known: assumed to stop here",
        unsettles: true)
    }
    return false
  }

  /// The bodies of the type's other methods that run for certain: frameworks or code of the sources call them.
  private func bodies(besides methods: [MethodModel]) -> [CodeBlockItemListSyntax] {
    let onTheWay = Set(methods.map(\.key))
    let others = model.chain(of: typeName).flatMap(\.methods).filter {
      !onTheWay.contains($0.key) && $0.name != "init"
    }
    let uncalled = translator.entrances(among: others.map(\.name))
    return others.filter {
      Frameworks.callbacks.contains($0.name) || !uncalled.contains($0.name)
    }.compactMap(\.body)
  }

  /// The methods of the type that a closure calls on `self`, and that those call in turn.
  ///
  /// - Complexity: O(tokens of these methods).
  private func ownMethods(calledIn closure: ClosureExprSyntax) -> [MethodModel] {
    var found: [MethodModel] = []
    var names = Set(Self.ownCalls(in: closure))
    var waiting = names.sorted()
    while let name = waiting.popLast() {
      let methods = model.methods(name, of: typeName)
      found += methods
      guard name != owner else { continue }
      waiting += methods.compactMap(\.body).flatMap(Self.ownCalls).filter {
        names.insert($0).inserted
      }
    }
    return found
  }

  /// The names of what code calls without a base, or on `self`.
  private static func ownCalls(in code: some SyntaxProtocol) -> [String] {
    code.tokens(viewMode: .sourceAccurate).compactMap { token in
      guard var callee = token.parent.flatMap({ ExprSyntax($0.as(DeclReferenceExprSyntax.self)) })
      else { return nil }
      if let access = callee.parent?.as(MemberAccessExprSyntax.self),
        access.declName.id == callee.id
      {
        guard let base = access.base?.tokens(viewMode: .sourceAccurate).map(\.text),
          base.first == "self", base.dropFirst().allSatisfy(["?", "!"].contains)
        else { return nil }
        callee = ExprSyntax(access)
      }
      guard callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == callee.id else {
        return nil
      }
      return token.text
    }
  }

  /// `Thread { … }.start()` and `Thread.detachNewThread { … }`: a thread keeps its block until that ends.
  func thread(_ call: Call) -> Term {
    guard let last = call.last, case .function(let value) = evaluate(last) else { return .unknown }
    if runsForEver(last) {
      noteRegistration(of: value)
      actions.append(value, to: "global.Thread.blocks")
    } else {
      if last.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "while" }) {
        note(last, "when the thread ends is not known: assumed to end", unsettles: true)
      }
      actions.async(value)
    }
    return .nothing
  }

  /// Whether a closure has a loop without a condition that nothing leaves.
  func runsForEver(_ node: ExprSyntax) -> Bool {
    guard let closure = node.as(ClosureExprSyntax.self) else { return false }
    return closure.statements.contains { item in
      guard let loop = item.item.as(WhileStmtSyntax.self), loop.conditions.count == 1,
        loop.conditions.trimmedDescription == "true"
      else { return false }
      let leaving: Set<String> = ["break", "return", "throw", "guard", "try", "await"]
      return !loop.body.tokens(viewMode: .sourceAccurate).contains { leaving.contains($0.text) }
    }
  }
}
