import LeakCheckLifecycle
import SwiftSyntax

/// Repeating blocks that end themselves, under a condition that depends on runtime values.
extension Body {
  /// Whether this reading leaves out an ending call: it is in a repeating block, and it depends on values whether the
  /// block ever reaches it.
  func mayNeverEnd(_ call: Call) -> Bool {
    guard let condition = Self.conditionOfEnd(Syntax(call.node)) else { return false }
    doubt(condition, "whether this ever holds is not known: the block may never end itself")
    return translator.reading == .keepsAll
  }

  /// Whether this reading leaves out a method that a block calls to end itself.
  func mayNeverEnd(_ call: Call, by method: MethodModel) -> Bool {
    guard let body = method.body,
      body.tokens(viewMode: .sourceAccurate).contains(where: { Self.ends.contains($0.text) })
    else { return false }
    return mayNeverEnd(call)
  }

  /// Whether anything may end the object that a call creates for a variable: a handler, or other code that gets it.
  func mayBeEnded(_ call: Call) -> Bool {
    guard let binding = call.node.parent?.parent?.as(PatternBindingSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return true }
    var block = binding.parent
    while let next = block, !next.is(CodeBlockItemListSyntax.self) { block = next.parent }
    guard let block else { return true }
    return block.tokens(viewMode: .sourceAccurate).contains { token in
      // Ending another variable does not end this one; code with both names is counted anyway.
      if Self.ends.contains(token.text) { return Self.isMember(token, of: name) }
      guard token.text == name, let use = token.parent?.as(DeclReferenceExprSyntax.self) else {
        return false
      }
      return use.parent?.as(MemberAccessExprSyntax.self)?.base?.id != ExprSyntax(use).id
    }
  }

  /// Whether a token follows a name and a dot, as in `source?.cancel`.
  private static func isMember(_ token: TokenSyntax, of name: String) -> Bool {
    token.parent?.parent?.as(MemberAccessExprSyntax.self)?.base?.plainText
      .prefix { $0.isLetter || $0.isNumber || $0 == "_" } == name[...]
  }

  private static let ends: Set = ["invalidate", "cancel", "removeObserver"]

  /// The condition around an ending call in a repeating block, if the block keeps what the condition checks.
  private static func conditionOfEnd(_ node: Syntax) -> Syntax? {
    var condition: Syntax?
    var child = node
    while let parent = child.parent {
      if let closure = parent.as(ClosureExprSyntax.self), repeats(closure) {
        return holdsWeakly(closure) ? nil : condition
      }
      if parent.isProtocol((any DeclSyntaxProtocol).self) { return nil }
      condition = condition ?? open(parent, around: child)
      child = parent
    }
    return nil
  }

  /// The condition of a node, if its values decide whether a part of it runs.
  private static func open(_ node: Syntax, around part: Syntax) -> Syntax? {
    if let node = node.as(IfExprSyntax.self), !part.is(ConditionElementListSyntax.self) {
      return asksForValues(node.conditions) ? Syntax(node.conditions) : nil
    }
    if let node = node.as(GuardStmtSyntax.self), part.is(CodeBlockSyntax.self) {
      return asksForValues(node.conditions) ? Syntax(node.conditions) : nil
    }
    guard let node = node.as(SwitchExprSyntax.self), part.is(SwitchCaseListSyntax.self) else {
      return nil
    }
    return Syntax(node.subject)
  }

  /// Whether conditions check more than the existence of objects, and are not literals.
  static func asksForValues(_ conditions: ConditionElementListSyntax) -> Bool {
    conditions.contains { element in
      guard case .expression(let expression) = element.condition else { return false }
      return !expression.is(BooleanLiteralExprSyntax.self)
    }
  }

  /// Whether a closure is called repeatedly: by a timer, a source or a notification.
  private static func repeats(_ closure: ClosureExprSyntax) -> Bool {
    var parent = closure.parent
    if parent?.is(LabeledExprSyntax.self) == true { parent = parent?.parent?.parent }
    guard let node = parent?.as(FunctionCallExprSyntax.self) else { return false }
    let call = Call(node)
    switch call.name {
    case "scheduledTimer", "Timer", "init":
      return call["repeats"]?.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
    case "setEventHandler": return true
    case "addObserver": return call["forName"] != nil
    default: return false
    }
  }

  private static func holdsWeakly(_ closure: ClosureExprSyntax) -> Bool {
    closure.signature?.capture?.items.contains {
      $0.specifier?.specifier.tokenKind == .keyword(.weak) && $0.name.text == "self"
    } ?? false
  }
}
