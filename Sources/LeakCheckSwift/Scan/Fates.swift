import SwiftSyntax

/// Follows a value from the expression that creates it.
struct Fates {
  /// The local names where the value is created.
  let scopes: ScopeStack
  /// The uses of a name in the member.
  let mentions: (String) -> [DeclReferenceExprSyntax]

  private typealias Fate = PatternSite.Fate
  private static let passed = PatternSite.Fate(isPassed: true)
  /// The most steps up an expression, and the most uses of a variable, to follow.
  private static let most = 64

  /// The fate of an expression's value.
  func fate(of expression: some SyntaxProtocol) -> PatternSite.Fate {
    fate(of: Syntax(expression), isLocal: false)
  }

  private func fate(of expression: Syntax, isLocal: Bool) -> PatternSite.Fate {
    var (node, isElement) = (expression, false)
    for _ in 0..<Self.most {
      guard let parent = node.parent else { return Self.passed }
      switch parent.as(SyntaxEnum.self) {
      case .tryExpr, .awaitExpr, .forceUnwrapExpr, .optionalChainingExpr, .expressionStmt, .ifExpr,
        .switchExpr, .switchCaseList, .exprList:
        if parent.is(ExprListSyntax.self) {
          guard let sequence = parent.parent?.as(SequenceExprSyntax.self) else {
            return Self.passed
          }
          if isConverted(node, in: sequence) {
            node = Syntax(sequence)
            continue
          }
          return assignment(of: node, in: sequence, isElement, isLocal)
        }
        node = parent
      case .labeledExpr:
        guard let owner = parent.parent?.parent else { return Self.passed }
        if let call = owner.as(FunctionCallExprSyntax.self) { return argument(of: call, isLocal) }
        guard owner.as(TupleExprSyntax.self)?.elements.count == 1 else { return Self.passed }
        node = owner
      case .arrayElement, .dictionaryElement:
        guard let owner = parent.parent?.parent else { return Self.passed }
        (node, isElement) = (owner, true)
      case .memberAccessExpr(let member): return stored(by: member, isLocal)
      case .functionCallExpr(let call): return argument(of: call, isLocal)
      case .initializerClause: return initial(parent, isElement, isLocal)
      case .returnStmt:
        guard let call = immediateCall(around: parent) else { return Self.passed }
        node = Syntax(call)
      case .codeBlockItem:
        guard let next = valueOfBlock(with: parent) else { return Fate() }
        guard
          next.is(FunctionCallExprSyntax.self) || next.is(IfExprSyntax.self)
            || next.is(SwitchExprSyntax.self)
        else {
          return Self.passed
        }
        node = next
      default: return Self.passed
      }
    }
    return Self.passed
  }

  // MARK: - Targets

  /// In a sequence of only `x as T`, the value is `x`.
  private func isConverted(_ node: Syntax, in sequence: SequenceExprSyntax) -> Bool {
    let elements = Array(sequence.elements)
    return elements.count == 3 && elements[0].id == node.id
      && elements[1].is(UnresolvedAsExprSyntax.self)
  }

  private func assignment(
    of node: Syntax, in sequence: SequenceExprSyntax, _ isElement: Bool, _ isLocal: Bool
  ) -> PatternSite.Fate {
    let elements = Array(sequence.elements)
    let isPlain =
      elements.count == 3 || elements.count == 5 && elements[3].is(UnresolvedAsExprSyntax.self)
    guard isPlain, elements[2].id == node.id else { return Self.passed }
    let isAdded = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
    guard isAdded || elements[1].is(AssignmentExprSyntax.self) else { return Self.passed }
    if elements[0].is(DiscardAssignmentExprSyntax.self) { return Fate() }
    return place(elements[0], isElement: isElement || isAdded, isLocal)
  }

  /// The meaning of a place: a property of the object, or a variable that is then followed too.
  private func place(
    _ expression: ExprSyntax, isElement: Bool, _ isLocal: Bool
  ) -> PatternSite.Fate {
    if let key = expression.as(SubscriptCallExprSyntax.self) {
      return place(key.calledExpression, isElement: true, isLocal)
    }
    if let bare = expression.as(DeclReferenceExprSyntax.self), scopes.isLocal(bare.baseName.text) {
      return isLocal ? Self.passed : variable(bare.baseName.text)
    }
    guard let name = Self.propertyName(expression) else { return Self.passed }
    return Fate(property: .init(name: name, isElement: isElement))
  }

  /// The name of `self.x`, `self?.x` or `x`.
  static func propertyName(_ expression: ExprSyntax) -> String? {
    var expression = expression
    while true {
      if let chained = expression.as(OptionalChainingExprSyntax.self) {
        expression = chained.expression
      } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
        expression = forced.expression
      } else if let address = expression.as(InOutExprSyntax.self) {
        expression = address.expression
      } else {
        break
      }
    }
    if let bare = expression.as(DeclReferenceExprSyntax.self) {
      if case .identifier(let name) = bare.baseName.tokenKind { return name }
      return nil
    }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      isSelf(base), case .identifier(let name) = member.declName.baseName.tokenKind
    else { return nil }
    return name
  }

  /// Whether an expression is `self`, possibly unwrapped or converted.
  static func isSelf(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    while true {
      if let chained = expression.as(OptionalChainingExprSyntax.self) {
        expression = chained.expression
      } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
        expression = forced.expression
      } else if let sequence = expression.as(SequenceExprSyntax.self),
        sequence.elements.count == 3, let first = sequence.elements.first,
        sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
      {
        expression = first
      } else {
        break
      }
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }

  /// `value.store(in: &place)`.
  private func stored(by member: MemberAccessExprSyntax, _ isLocal: Bool) -> PatternSite.Fate {
    guard member.declName.baseName.text == "store",
      let call = member.parent?.as(FunctionCallExprSyntax.self),
      call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "in", argument.expression.is(InOutExprSyntax.self)
    else { return Self.passed }
    return place(
      argument.expression.as(InOutExprSyntax.self)?.expression ?? argument.expression,
      isElement: true, isLocal)
  }

  /// `place.insert(value)`, or `add(value, forMode:)` on a run loop.
  private func argument(of call: FunctionCallExprSyntax, _ isLocal: Bool) -> PatternSite.Fate {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      return Self.passed
    }
    switch member.declName.baseName.text {
    case "insert", "append":
      guard let base = member.base else { return Self.passed }
      return place(base, isElement: true, isLocal)
    case "add":
      let labels = call.arguments.map { $0.label?.text ?? "" }
      return labels == ["", "forMode"] ? Fate(isScheduled: true) : Self.passed
    default: return Self.passed
    }
  }

  private func initial(_ clause: Syntax, _ isElement: Bool, _ isLocal: Bool) -> PatternSite.Fate {
    guard let binding = clause.parent?.as(PatternBindingSyntax.self) else { return Self.passed }
    if binding.pattern.is(WildcardPatternSyntax.self) { return Fate() }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return Self.passed
    }
    let item = binding.parent?.parent?.parent
    if item?.is(MemberBlockItemSyntax.self) == true {
      return Fate(property: .init(name: name, isElement: isElement))
    }
    return isLocal || isElement ? Self.passed : variable(name)
  }

  // MARK: - Variables and blocks

  /// The fate of a variable's value.
  private func variable(_ name: String) -> PatternSite.Fate {
    let uses = mentions(name)
    guard uses.count <= Self.most else { return Self.passed }
    var result = Fate()
    for use in uses where !isTarget(use) {
      let fate = fate(of: Syntax(use), isLocal: true)
      result.property = result.property ?? fate.property
      result.isScheduled = result.isScheduled || fate.isScheduled
      result.isPassed = result.isPassed || fate.isPassed
    }
    return result
  }

  /// Whether this use is the target of an assignment.
  private func isTarget(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let sequence = use.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
    let elements = Array(sequence.elements.prefix(2))
    return elements.count == 2 && elements[0].id == use.id
      && elements[1].is(AssignmentExprSyntax.self)
  }

  /// The call around a statement of an immediately called closure.
  private func immediateCall(around statement: Syntax) -> FunctionCallExprSyntax? {
    var node = statement
    while let parent = node.parent {
      if let closure = node.as(ClosureExprSyntax.self) {
        guard let call = parent.as(FunctionCallExprSyntax.self),
          call.calledExpression.id == closure.id, call.arguments.isEmpty
        else { return nil }
        return call
      }
      if node.is(FunctionDeclSyntax.self) || node.is(AccessorDeclSyntax.self) { return nil }
      node = parent
    }
    return nil
  }

  /// The receiver of the value of a statement that is alone in its block; `nil` if there is none.
  private func valueOfBlock(with item: Syntax) -> Syntax? {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), let owner = list.parent,
      list.count == 1
    else { return nil }
    switch owner.as(SyntaxEnum.self) {
    case .closureExpr: return immediateCall(around: item).map { Syntax($0) } ?? owner
    case .accessorBlock: return owner
    case .switchCase: return owner.parent?.parent
    case .codeBlock:
      guard let holder = owner.parent else { return nil }
      if let function = holder.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause == nil ? nil : holder
      }
      if let accessor = holder.as(AccessorDeclSyntax.self) {
        return accessor.accessorSpecifier.text == "get" ? holder : nil
      }
      return holder.is(IfExprSyntax.self) ? holder : nil
    default: return nil
    }
  }
}
