import SwiftSyntax

/// A closure that is to capture something weakly: the capture list, and what the body needs where that may be gone.
struct WeakCapture {
  private let closure: ClosureExprSyntax
  private let name: String
  private let declarations: DeclaredTypes
  private let body: NameUses

  init(_ closure: ClosureExprSyntax, name: String, declarations: DeclaredTypes) {
    (self.closure, self.name, self.declarations) = (closure, name, declarations)
    body = NameUses(of: name, in: closure.statements)
  }

  private var listed: ClosureCaptureSyntax? {
    closure.signature?.capture?.items.first { $0.name.text == name && $0.initializer == nil }
  }

  /// Whether the closure keeps what it captures: not where it is weak already, nor where it is not used.
  var isNeeded: Bool {
    if let listed { return listed.specifier == nil }
    return !body.uses.isEmpty || usesMembers
  }

  /// Whether a name that stands alone may be a member of `self`.
  private var usesMembers: Bool {
    name == "self" && !body.bare.isDisjoint(with: declarations.members)
  }

  /// What changes, or `nil` where it is not known what compiles.
  var edits: [SourceEdit]? {
    if let loop = onlyLoop { return edits(around: loop) }
    if let loop = onlyWhileLoop { return unwrapping(in: loop) }
    let result = declarations.result(of: closure)
    let isVoid = result.map(DeclaredTypes.isVoid) ?? false
    if isVoid, body.beginStatements, !usesMembers, closure.statements.count == 1 || name != "self" {
      return list() + questionMarks(of: body)
    }
    // A chain is asked anew at each use, so that nothing is kept while the body waits.
    if isVoid, body.awaits, body.beginStatements, !usesMembers {
      return list() + questionMarks(of: body)
    }
    guard !body.awaits, let result, let exit = DeclaredTypes.exit(of: result) else { return nil }
    guard let first = closure.statements.first else { return list() }
    let returns = !isVoid && closure.statements.count == 1 && first.item.is(ExprSyntax.self)
    return list() + unwrapping(before: first, exit: exit, returns: returns)
  }

  private func questionMarks(of body: NameUses) -> [SourceEdit] {
    body.uses.map { use in
      SourceEdit(offset: use.endPositionBeforeTrailingTrivia.utf8Offset, text: "?")
    }
  }

  /// `guard let self else { return }` before a statement, in a line of its own where the statement has one.
  private func unwrapping(
    before statement: CodeBlockItemSyntax, exit: String, returns: Bool = false
  ) -> [SourceEdit] {
    let trivia = statement.leadingTrivia.description
    let indent = trivia.contains("\n") ? trivia.split(separator: "\n").last.map(String.init) : nil
    let end = trivia.contains("\n") ? "\n\(indent ?? "")" : "; "
    let value = exit.isEmpty ? "return" : "return \(exit)"
    return [
      SourceEdit(
        offset: statement.positionAfterSkippingLeadingTrivia.utf8Offset,
        text: "guard let \(name) else { \(value) }\(end)\(returns ? "return " : "")")
    ]
  }
}

// MARK: - The capture list

extension WeakCapture {
  /// `[weak self]` where it belongs; further names are captured as they are.
  private func list(and further: [String] = []) -> [SourceEdit] {
    let items = (["weak \(name)"] + further).joined(separator: ", ")
    guard let signature = closure.signature else {
      let isTight = closure.leftBrace.trailingTrivia.isEmpty && !startsInNextLine
      return [
        SourceEdit(
          offset: closure.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset,
          text: " [\(items)] in\(isTight ? " " : "")")
      ]
    }
    if let listed {
      return [
        SourceEdit(offset: listed.positionAfterSkippingLeadingTrivia.utf8Offset, text: "weak ")
      ]
    }
    if let capture = signature.capture {
      let end = capture.items.isEmpty ? items : "\(items), "
      let offset = capture.leftSquare.endPositionBeforeTrailingTrivia.utf8Offset
      return [SourceEdit(offset: offset, text: end)]
    }
    let start =
      signature.parameterClause?.positionAfterSkippingLeadingTrivia
      ?? signature.effectSpecifiers?.positionAfterSkippingLeadingTrivia
      ?? signature.inKeyword.positionAfterSkippingLeadingTrivia
    // The line of the brace is shown too, where what follows it stands in the next.
    let brace = closure.leftBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    return [
      SourceEdit(offset: brace, text: ""),
      SourceEdit(offset: start.utf8Offset, text: "[\(items)] "),
    ]
  }

  private var startsInNextLine: Bool {
    closure.statements.first?.leadingTrivia.description.contains("\n") ?? false
  }
}

// MARK: - A loop over a stream

extension WeakCapture {
  /// The loop that is all of the body and waits for each turn: `self` is unwrapped anew in each.
  private var onlyLoop: ForStmtSyntax? {
    guard name == "self", closure.statements.count == 1,
      let loop = closure.statements.first?.item.as(ForStmtSyntax.self), loop.awaitKeyword != nil
    else { return nil }
    return loop
  }

  /// The loop that is all of the body and goes on by what `self` has no part in.
  private var onlyWhileLoop: WhileStmtSyntax? {
    guard name == "self", closure.statements.count == 1,
      let loop = closure.statements.first?.item.as(WhileStmtSyntax.self)
    else { return nil }
    let condition = NameUses(of: name, in: loop.conditions)
    let asksSelf = !condition.bare.isDisjoint(with: declarations.members)
    return condition.uses.isEmpty && !asksSelf ? loop : nil
  }

  private func unwrapping(in loop: WhileStmtSyntax) -> [SourceEdit]? {
    guard let first = loop.body.statements.first else { return nil }
    return list() + unwrapping(before: first, exit: "")
  }

  private func edits(around loop: ForStmtSyntax) -> [SourceEdit]? {
    var (edits, further): ([SourceEdit], [String]) = ([], [])
    if let own = loop.sequence.as(MemberAccessExprSyntax.self),
      own.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    {
      further = [own.declName.baseName.text]
      let start = own.positionAfterSkippingLeadingTrivia.utf8Offset
      let length = own.declName.positionAfterSkippingLeadingTrivia.utf8Offset - start
      edits.append(SourceEdit(offset: start, length: length, text: ""))
    } else if let bare = loop.sequence.as(DeclReferenceExprSyntax.self) {
      if declarations.members.contains(bare.baseName.text) { further = [bare.baseName.text] }
    } else {
      return nil
    }
    guard let first = loop.body.statements.first else { return nil }
    let turn = NameUses(of: name, in: loop.body)
    let needsMembers = !turn.bare.isDisjoint(with: declarations.members)
    if turn.beginStatements, !needsMembers, loop.body.statements.count == 1 {
      return list(and: further) + edits + questionMarks(of: turn)
    }
    return list(and: further) + edits + unwrapping(before: first, exit: "")
  }
}
