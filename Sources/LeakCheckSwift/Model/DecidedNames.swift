import SwiftSyntax

/// The names of variables whose value the sources alone decide.
///
/// It is always known whether such a variable is `nil`. A variable is not among them if its value comes from a
/// parameter, from a call without source, or from nowhere; code that checks it is followed as if it were non-nil.
struct DecidedNames {
  private var facts = Facts()

  /// - Complexity: O(names that the files assign).
  init(_ files: [SourceFile]) {
    for file in files { facts.add(file.names.decided) }
    facts.openCalls()
    var count = -1
    while count != facts.open.count {
      count = facts.open.count
      for copy in facts.copies where facts.open.contains(copy.of) { facts.leaveOpen(copy.name) }
    }
  }

  /// Whether the last name of a place is among them.
  func contains(_ place: some StringProtocol) -> Bool {
    let name = String(place.split(separator: ".").last ?? "")
    return facts.given.contains(name) && !facts.open.contains(name)
  }
}

extension DecidedNames {
  /// The assignments to variables in files.
  struct Facts: Sendable {
    fileprivate var given: Set<String> = []
    fileprivate var open: Set<String> = []
    /// Names that get the value of another name, which may itself be undecided.
    fileprivate var copies: [(name: String, of: String)] = []
    /// Names that get the result of a call, with the name of the callee.
    fileprivate var calls: [(name: String, of: String)] = []
    /// The enum cases.
    fileprivate var cases: Set<String> = []

    fileprivate mutating func add(_ other: Facts) {
      given.formUnion(other.given)
      open.formUnion(other.open)
      copies += other.copies
      calls += other.calls
      cases.formUnion(other.cases)
    }

    fileprivate mutating func openCalls() {
      for call in calls where !cases.contains(call.of) { open.insert(call.name) }
    }
  }
}

extension DecidedNames.Facts {
  mutating func leaveOpen(_ name: String) { open.insert(name) }

  mutating func look(at node: InfixOperatorExprSyntax) {
    if node.operator.is(AssignmentExprSyntax.self), let name = Self.name(of: node.leftOperand) {
      give(name, node.rightOperand)
    }
  }

  mutating func look(at node: PatternBindingSyntax) {
    if let value = node.initializer?.value,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      give(name, value)
    }
  }

  mutating func look(at node: EnumCaseElementSyntax) { cases.insert(node.name.text) }

  /// Values put into a collection.
  mutating func look(at node: FunctionCallExprSyntax) {
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      ["append", "insert", "updateValue"].contains(access.declName.baseName.text),
      let name = access.base.flatMap(Self.name), let value = node.arguments.first?.expression
    else { return }
    give(name, value)
  }

  private mutating func give(_ name: String, _ value: ExprSyntax) {
    given.insert(name)
    if value.is(NilLiteralExprSyntax.self) || value.is(ClosureExprSyntax.self) { return }
    if let infix = value.as(InfixOperatorExprSyntax.self),
      ["+", "??"].contains(infix.operator.plainText)
    {
      give(name, infix.leftOperand)
      give(name, infix.rightOperand)
    } else if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      give(name, only.expression)
    } else if let array = value.as(ArrayExprSyntax.self) {
      for element in array.elements { give(name, element.expression) }
    } else if let dictionary = value.as(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = dictionary.content else { return }
      for element in elements { give(name, element.value) }
    } else if let call = value.as(FunctionCallExprSyntax.self) {
      let callee = call.calledExpression
      if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self) { return }
      guard let called = Self.name(of: callee) else { return _ = open.insert(name) }
      if called.first?.isUppercase != true { calls.append((name, called)) }
    } else if let other = Self.name(of: value) {
      if other != "self" { copies.append((name, other)) }
    } else {
      open.insert(name)
    }
  }

  /// The last name of a variable or a member: `next` for `self.first?.next`.
  private static func name(of expression: ExprSyntax) -> String? {
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return name(of: chained.expression)
    }
    if let element = expression.as(SubscriptCallExprSyntax.self) {
      return name(of: element.calledExpression)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return name(of: forced.expression) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
