import SwiftSyntax

/// The paths through the code that is given a continuation, and whether each resumes it.
///
/// A path that neither resumes it nor hands it to anything leaves whoever waits waiting forever. Wherever this is not
/// certain, the path counts as one that resumes.
struct ResumedPaths {
  /// The name of the continuation.
  let name: String
  /// What the code assigns to: a condition about it may be one that only lets the first answer pass.
  private let assigned: Set<String>
  /// Whether a function of the sources is handed an answer to be called once, by the function's name.
  private let takesAnswer: (String) -> Bool

  /// A path, as far as it has been followed.
  private enum Path {
    case resumed
    /// Goes on; with the branch that could have resumed and did not, if there was one.
    case goesOn(Syntax?)
    /// Ends without resuming.
    case lost(Syntax)
  }

  init(
    of name: String, in closure: ClosureExprSyntax, takesAnswer: @escaping (String) -> Bool
  ) {
    self.name = name
    self.takesAnswer = takesAnswer
    assigned = Self.assigned(in: closure)
  }

  /// Where a path begins that resumes nothing, or `nil`.
  ///
  /// - Complexity: O(tokens · depth of nesting).
  func lost(in closure: ClosureExprSyntax) -> Syntax? {
    switch follow(closure.statements) {
    case .resumed: lostChoice(in: closure)
    case .lost(let node): node
    case .goesOn(let node): node ?? Syntax(closure.rightBrace)
    }
  }

  private func follow(_ items: CodeBlockItemListSyntax) -> Path {
    var skipped: Syntax?
    for item in items {
      switch follow(item.item) {
      case .resumed: return .resumed
      case .lost(let node): return .lost(node)
      case .goesOn(let node): skipped = skipped ?? node
      }
    }
    return .goesOn(skipped)
  }

  private func follow(_ item: CodeBlockItemSyntax.Item) -> Path {
    let node = Syntax(item)
    if let statement = node.as(ExpressionStmtSyntax.self) { return follow(statement.expression) }
    if let expression = node.as(ExprSyntax.self) { return follow(expression) }
    if let statement = node.as(GuardStmtSyntax.self) {
      guard decides(statement.conditions), !mentions(statement.body) else { return .resumed }
      return statement.body.statements.contains(where: stops)
        ? .goesOn(nil) : .lost(Syntax(statement))
    }
    if let statement = node.as(DoStmtSyntax.self) { return follow(statement) }
    if node.is(ReturnStmtSyntax.self) { return mentions(node) ? .resumed : .lost(node) }
    return mentions(node) || stops(node) ? .resumed : .goesOn(nil)
  }

  private func follow(_ expression: ExprSyntax) -> Path {
    if let node = expression.as(IfExprSyntax.self) { return follow(node) }
    if let node = expression.as(SwitchExprSyntax.self) { return follow(node) }
    guard mentions(expression) else { return stops(expression) ? .resumed : .goesOn(nil) }
    return lostAnswer(of: expression).map { .lost($0) } ?? .resumed
  }

  private func follow(_ node: IfExprSyntax) -> Path {
    guard decides(node.conditions) else { return .resumed }
    let otherwise: Path =
      switch node.elseBody {
      case .ifExpr(let next)?: follow(next)
      case .codeBlock(let block)?: follow(block.statements)
      case nil: .goesOn(Syntax(node))
      }
    return joined([(follow(node.body.statements), Syntax(node)), (otherwise, Syntax(node))])
  }

  private func follow(_ node: SwitchExprSyntax) -> Path {
    guard !mentions(node.subject), isUnchanged(Syntax(node.subject)) else { return .resumed }
    let cases = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    guard cases.count == node.cases.count else { return .resumed }
    return joined(cases.filter { $0.attribute == nil }.map { (follow($0.statements), Syntax($0)) })
  }

  /// `do` with `catch`: what is attempted may end before it resumes, and then each `catch` has to.
  private func follow(_ node: DoStmtSyntax) -> Path {
    let attempted = follow(node.body.statements)
    guard !node.catchClauses.isEmpty else { return attempted }
    let caught = node.catchClauses.map { (follow($0.body.statements), Syntax($0)) }
    return joined([(attempted, Syntax(node))] + caught)
  }

  /// What holds behind branches: lost if one is, resumed if all have.
  private func joined(_ paths: [(Path, Syntax)]) -> Path {
    var skipped: Syntax?
    let resumes = paths.contains { if case .resumed = $0.0 { true } else { false } }
    for (path, node) in paths {
      switch path {
      case .resumed: break
      case .lost(let node): return .lost(node)
      case .goesOn(let inner): skipped = skipped ?? inner ?? (resumes ? node : nil)
      }
    }
    let all = paths.allSatisfy { if case .resumed = $0.0 { true } else { false } }
    return all && !paths.isEmpty ? .resumed : .goesOn(skipped)
  }

  // MARK: - Answers

  /// An action of an alert that resumes nothing, where only others do: a user takes one of them.
  private func lostChoice(in closure: ClosureExprSyntax) -> Syntax? {
    let choices = closure.statements.tokens(viewMode: .sourceAccurate).compactMap { token in
      token.text == "UIAlertAction"
        ? token.parent?.parent?.as(FunctionCallExprSyntax.self) : nil
    }
    guard choices.contains(where: mentions) else { return nil }
    let inside = choices.reduce(0) { $0 + mentionCount(in: $1) }
    guard inside == mentionCount(in: closure.statements) else { return nil }
    return choices.first { !mentions($0) }.map { Syntax($0) }
  }

  private func mentionCount(in node: some SyntaxProtocol) -> Int {
    node.tokens(viewMode: .sourceAccurate).count { $0.text == name }
  }

  /// A call that is handed one answer to be called once, which has a path that resumes nothing.
  private func lostAnswer(of expression: ExprSyntax) -> Syntax? {
    guard let call = outermostCall(expression) else { return nil }
    let answers = call.closures.filter { mentions($0) }
    guard answers.count == 1, let answer = answers.first, isAnswered(call, by: answer),
      !call.arguments.contains(where: {
        !$0.expression.is(ClosureExprSyntax.self) && mentions($0.expression)
      })
    else { return nil }
    return lost(in: answer)
  }

  /// `session.dataTask(with: url) { … }.resume()`: the call whose closure resumes.
  private func outermostCall(_ expression: ExprSyntax) -> Call? {
    var expression = expression
    if let awaited = expression.as(AwaitExprSyntax.self) { expression = awaited.expression }
    guard let node = expression.as(FunctionCallExprSyntax.self) else { return nil }
    let call = Call(node)
    if call.closures.contains(where: { mentions($0) }) { return call }
    return call.base.flatMap(outermostCall)
  }

  /// Whether a call calls the closure once: by what it is, by the parameter's name, or because it is handed an error.
  private func isAnswered(_ call: Call, by answer: ClosureExprSyntax) -> Bool {
    if Self.once.contains(call.name) { return true }
    let label = call.arguments.first { $0.expression.id == answer.id }?.label
    if label.map(Self.isAnswer) == true || takesAnswer(call.name) { return true }
    let parameters = answer.signature?.parameterClause?.tokens(viewMode: .sourceAccurate)
    return parameters?.contains { ["error", "err", "result"].contains($0.text) } ?? false
  }

  /// Whether a name is one of closures that are called once.
  static func isAnswer(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["completion", "reply"].contains { name.contains($0) }
  }

  /// Methods of frameworks that call what they are handed once.
  private static let once: Set<String> = [
    "dataTask", "uploadTask", "downloadTask", "async", "asyncAfter", "evaluatePolicy",
    "requestAccess", "requestAuthorization", "getNotificationSettings", "geocodeAddressString",
    "reverseGeocodeLocation", "loadObject", "loadItem", "perform",
  ]

  // MARK: - Facts

  /// Whether conditions are about something other than the continuation, its owner, or an earlier answer.
  private func decides(_ conditions: ConditionElementListSyntax) -> Bool {
    !mentions(conditions) && isUnchanged(Syntax(conditions))
      && !conditions.tokens(viewMode: .sourceAccurate).contains {
        $0.text == "self" || $0.text == "Task"
      }
  }

  private func isUnchanged(_ node: Syntax) -> Bool {
    !node.tokens(viewMode: .sourceAccurate).contains { assigned.contains($0.text) }
  }

  private func mentions(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  /// Whether it is a call behind which nothing runs.
  private func stops(_ node: some SyntaxProtocol) -> Bool {
    let first = node.firstToken(viewMode: .sourceAccurate)?.text
    return ["fatalError", "preconditionFailure", "exit", "abort", "throw"].contains(first)
  }

  /// What code changes, and what it asks whether it is the first: `once.claim()`, `lock.withLock { … }`.
  private static func assigned(in closure: ClosureExprSyntax) -> Set<String> {
    let asked = closure.statements.tokens(viewMode: .sourceAccurate).compactMap { token in
      let name = token.text.lowercased()
      let isAsked = ["once", "flag", "lock", "resumed", "done"].contains(where: name.contains)
      return isAsked && token.nextToken(viewMode: .sourceAccurate)?.text == "."
        && token.parent?.is(DeclReferenceExprSyntax.self) == true ? token.text : nil
    }
    return Set(ChangedNames.all(in: closure.statements) + asked)
  }
}
