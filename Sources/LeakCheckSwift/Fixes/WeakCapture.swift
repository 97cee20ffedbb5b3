import SwiftSyntax

/// A weak capture for a closure: the capture list, and the changes in the body if the captured object may be gone.
struct WeakCapture {
  private let closure: ClosureExprSyntax
  /// The captured names, each once.
  private let names: [String]
  private let declarations: DeclaredTypes
  /// The uses of each name.
  private let bodies: [NameUses]

  init(_ closure: ClosureExprSyntax, names: [String], declarations: DeclaredTypes) {
    (self.closure, self.names, self.declarations) = (closure, names, declarations)
    bodies = names.map { NameUses(of: $0, in: closure.statements) }
  }

  private func listed(_ name: String) -> ClosureCaptureSyntax? {
    closure.signature?.capture?.items.first { $0.name.text == name && $0.initializer == nil }
  }

  /// Whether the closure strongly captures all of the names: none is already weak or unused.
  var isNeeded: Bool {
    zip(names, bodies).allSatisfy { name, body in
      if let listed = listed(name) { return listed.specifier == nil }
      return !body.uses.isEmpty || body.isListedInside || usesMembers(name, body)
    }
  }

  /// Whether a bare name may be a member of `self`.
  private func usesMembers(_ name: String, _ body: NameUses) -> Bool {
    name == "self" && !body.bare.isDisjoint(with: declarations.members)
  }

  private var usesMembers: Bool { zip(names, bodies).contains { usesMembers($0, $1) } }

  /// Whether a question mark after each use is all that the body needs.
  private var beginStatements: Bool {
    !usesMembers && bodies.allSatisfy { $0.beginStatements && !$0.isStrongInside }
  }

  /// Whether the body accepts optionals as it is: inner closures unwrap them, or the name was optional before.
  private var takesOptionals: Bool {
    !usesMembers
      && bodies.allSatisfy {
        $0.uses.isEmpty && $0.isListedInside && !$0.isStrongInside || $0.areOptional
      }
  }

  /// The edits, or `nil` if it is unknown what compiles.
  var edits: [SourceEdit]? {
    if names.contains("self"), declarations.isInActor(closure) { return editsInActor }
    if let loop = onlyLoop { return edits(around: loop) }
    if let loop = onlyWhileLoop { return unwrapping(in: loop) }
    if takesOptionals { return list() }
    let result = declarations.result(of: closure)
    let isVoid = result.map(DeclaredTypes.isVoid) ?? false
    let (isShort, awaits) = (closure.statements.count == 1, bodies.contains { $0.awaits })
    // A chain checks anew at each use, so nothing is kept while the body waits.
    if isVoid, beginStatements, isShort || awaits || !names.contains("self") {
      return list() + bodies.flatMap(questionMarks)
    }
    guard !awaits, let result, let exit = DeclaredTypes.exit(of: result) else { return nil }
    guard let first = closure.statements.first else { return list() }
    let returns = !isVoid && isShort && first.item.is(ExprSyntax.self)
    return list() + unwrapping(before: first, exit: exit, returns: returns)
  }

  private func questionMarks(of body: NameUses) -> [SourceEdit] {
    body.uses.map { use in
      SourceEdit(offset: use.endPositionBeforeTrailingTrivia.utf8Offset, text: "?")
    }
  }

  /// `guard let self else { return }` before a statement, on its own line if the statement has one.
  private func unwrapping(
    before statement: CodeBlockItemSyntax, exit: String, returns: Bool = false
  ) -> [SourceEdit] {
    let trivia = statement.leadingTrivia.description
    let indent = trivia.contains("\n") ? trivia.split(separator: "\n").last.map(String.init) : nil
    let end = trivia.contains("\n") ? "\n\(indent ?? "")" : "; "
    let value = exit.isEmpty ? "return" : "return \(exit)"
    // Names used only in inner closures are unwrapped there.
    let unwrapped = zip(names, bodies).filter { name, body in
      !body.areOptional && (!body.uses.isEmpty || body.isStrongInside || usesMembers(name, body))
    }
    let bindings = unwrapped.map { "let \($0.0)" }.joined(separator: ", ")
    return [
      SourceEdit(
        offset: statement.positionAfterSkippingLeadingTrivia.utf8Offset,
        text: "guard \(bindings) else { \(value) }\(end)\(returns ? "return " : "")")
    ]
  }
}

// MARK: - The capture list

extension WeakCapture {
  /// `[weak self]` in its place; `further` names are captured as they are.
  private func list(and further: [String] = []) -> [SourceEdit] {
    let known = names.compactMap(listed).map {
      SourceEdit(offset: $0.positionAfterSkippingLeadingTrivia.utf8Offset, text: "weak ")
    }
    let missing = names.filter { listed($0) == nil }.map { "weak \($0)" } + further
    return missing.isEmpty ? known : known + adding(missing.joined(separator: ", "))
  }

  /// A new capture list, or the existing one with the new items first.
  private func adding(_ items: String) -> [SourceEdit] {
    guard let signature = closure.signature else {
      let isTight = closure.leftBrace.trailingTrivia.isEmpty && !startsInNextLine
      return [
        SourceEdit(
          offset: closure.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset,
          text: " [\(items)] in\(isTight ? " " : "")")
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
    // The brace's line is shown too if the next token is on another line.
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
  /// The loop that is the whole body and waits in each iteration: `self` is unwrapped anew each time.
  private var onlyLoop: ForStmtSyntax? {
    guard names == ["self"], closure.statements.count == 1,
      let loop = closure.statements.first?.item.as(ForStmtSyntax.self), loop.awaitKeyword != nil
    else { return nil }
    return loop
  }

  /// The `while` loop that is the whole body and whose condition does not involve `self`.
  private var onlyWhileLoop: WhileStmtSyntax? {
    guard names == ["self"], closure.statements.count == 1,
      let loop = closure.statements.first?.item.as(WhileStmtSyntax.self)
    else { return nil }
    let condition = NameUses(of: "self", in: loop.conditions)
    let asksSelf = !condition.bare.isDisjoint(with: declarations.members)
    return condition.uses.isEmpty && !asksSelf ? loop : nil
  }

  private func unwrapping(in loop: WhileStmtSyntax) -> [SourceEdit]? {
    guard let first = loop.body.statements.first else { return nil }
    return list() + unwrapping(before: first, exit: "")
  }

  private func edits(around loop: ForStmtSyntax) -> [SourceEdit]? {
    guard let first = loop.body.statements.first, let outside = edits(before: loop) else {
      return nil
    }
    let turn = NameUses(of: "self", in: loop.body)
    let needsMembers = !turn.bare.isDisjoint(with: declarations.members)
    if turn.beginStatements, !needsMembers, loop.body.statements.count == 1 {
      return outside + questionMarks(of: turn)
    }
    return outside + unwrapping(before: first, exit: "")
  }

  /// The capture list, with the sequence of the loop.
  private func edits(before loop: ForStmtSyntax) -> [SourceEdit]? {
    if let own = loop.sequence.as(MemberAccessExprSyntax.self),
      own.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    {
      let start = own.positionAfterSkippingLeadingTrivia.utf8Offset
      let length = own.declName.positionAfterSkippingLeadingTrivia.utf8Offset - start
      return list(and: [own.declName.baseName.text])
        + [SourceEdit(offset: start, length: length, text: "")]
    }
    guard let bare = loop.sequence.as(DeclReferenceExprSyntax.self) else { return nil }
    let isMember = declarations.members.contains(bare.baseName.text)
    return list(and: isMember ? [bare.baseName.text] : [])
  }
}

// MARK: - In an actor

extension WeakCapture {
  /// A weak capture of an actor is outside its isolation, where each call waits; supported for a loop that calls one
  /// method.
  private var editsInActor: [SourceEdit]? {
    guard let loop = onlyLoop, loop.body.statements.count == 1,
      let statement = loop.body.statements.first?.item, let outside = edits(before: loop)
    else { return nil }
    let awaited = statement.as(AwaitExprSyntax.self)?.expression
    guard let call = (awaited ?? statement.as(ExprSyntax.self))?.as(FunctionCallExprSyntax.self),
      call.trailingClosure == nil, let method = methodCalled(by: call)
    else { return nil }
    let given = NameUses(of: "self", in: call.arguments)
    guard given.uses.isEmpty, given.bare.isDisjoint(with: declarations.members) else { return nil }
    let (start, end) = (
      call.positionAfterSkippingLeadingTrivia.utf8Offset,
      method.positionAfterSkippingLeadingTrivia.utf8Offset
    )
    let waits = awaited == nil ? "await " : ""
    return outside + [SourceEdit(offset: start, length: end - start, text: "\(waits)self?.")]
  }

  /// The name in `add()` or `self.add()`.
  private func methodCalled(by call: FunctionCallExprSyntax) -> DeclReferenceExprSyntax? {
    if let own = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let isOfSelf = own.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
      return isOfSelf ? own.declName : nil
    }
    let name = call.calledExpression.as(DeclReferenceExprSyntax.self)
    return name.flatMap { declarations.members.contains($0.baseName.text) ? $0 : nil }
  }
}
