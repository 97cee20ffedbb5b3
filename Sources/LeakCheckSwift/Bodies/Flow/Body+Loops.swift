import LeakCheckGraph
import LeakCheckLifecycle
import SwiftSyntax

/// Loops run for each element that exists, or once if the number is unknown.
extension Body {
  func loop(_ node: ForStmtSyntax) {
    let name = nameOfElement(node.pattern)
    if node.awaitKeyword != nil { return asyncLoop(node, name) }
    let term = evaluate(node.sequence)
    switch term {
    case .object(let place, let type) where type != .value:
      each(place, type.element, named: name) { statements(node.body.statements) }
    case .many(let terms):
      for term in terms.prefix(16) {
        scope {
          conditions += 1
          bindLocal(name, to: term, .unknown, node)
          statements(node.body.statements)
          conditions -= 1
        }
      }
    default:
      let count = turns(of: node.sequence)
      turnsAround *= max(count, 1)
      for _ in 0..<count {
        scope {
          conditions += 1
          bind(name, .value)
          statements(node.body.statements)
          conditions -= 1
        }
      }
      turnsAround /= max(count, 1)
    }
  }

  /// The name for each element of a loop: the last one, after a key or a number.
  private func nameOfElement(_ pattern: PatternSyntax) -> String {
    let names = pattern.tokens(viewMode: .sourceAccurate)
      .filter { $0.parent?.is(IdentifierPatternSyntax.self) == true }.map(\.text)
    for name in names.dropLast() { bind(name, .value) }
    return names.last ?? "_"
  }

  /// The number of iterations: as a literal range says, otherwise 1.
  private func turns(of sequence: ExprSyntax) -> Int {
    guard let range = sequence.as(InfixOperatorExprSyntax.self),
      let first = Int(range.leftOperand.trimmedDescription),
      let last = Int(range.rightOperand.trimmedDescription)
    else { return 1 }
    let count =
      switch range.operator.plainText {
      case "..<": last - first
      case "...": last - first + 1
      default: 1
      }
    // Nested loops are not unrolled without limit.
    return max(0, min(count, 64 / turnsAround))
  }

  /// Iterates over the elements of a place.
  func each(_ place: String, _ element: TypeReference, named name: String, _ work: () -> Void) {
    guard element != .value, element.name.flatMap({ model[$0] })?.isPlainCase != true else {
      // The simulation has no lists of values: the body runs once.
      return scope {
        bind(name, .value)
        conditions += 1
        work()
        conditions -= 1
      }
    }
    let local = fresh(name == "_" || name == "$0" ? "item" : name)
    let body = list {
      bind(name, .object(local, element))
      conditions += 1
      work()
      conditions -= 1
    }
    actions.each(Place(stringLiteral: place), as: local) { $0.append(contentsOf: body) }
  }

  private func asyncLoop(_ node: ForStmtSyntax, _ name: String) {
    // The loop uses the origin of the sequence, although no action shows it.
    let term = evaluate(node.sequence)
    finish(term)
    let stream = streamName(node.sequence)
    guard isAsync else {
      return note(node, "a loop over a stream outside a task is skipped", unsettles: true)
    }
    let body = list {
      bind(name, .value)
      conditions += 1
      statements(node.body.statements)
      conditions -= 1
    }
    if case .type(Self.taskGroup) = term { return actions.append(contentsOf: body) }
    if case .object(let place, let type) = term, isStream(type) {
      return streamLoop(over: place, node, body)
    }
    if case .object(_, .named(TypeReference.asyncSequence)) = term {
      note(
        node, "where this sequence ends is not known: assumed to end; declare its type",
        unsettles: true)
      return actions.append(contentsOf: body)
    }
    endlessLoops += 1
    actions.forAwait(stream) { $0.append(contentsOf: body) }
  }

  func streamName(_ node: some SyntaxProtocol) -> String {
    let text = node.trimmedDescription.filter { $0.isLetter || $0.isNumber || $0 == "." }
    return String(text.split(separator: ".").last ?? "stream")
  }

  /// The most iterations of a `while`: taking from a collection ends, following a ring of links does not.
  private static let mostTurns = 1_000

  /// `while`: for as long as there is an object, if the simulation knows.
  func loop(_ node: WhileStmtSyntax) {
    if asksForOverflow(node.conditions) {
      if !used.isEmpty { _ = list { statements(node.body.statements) } }
      return note(node, Self.belowLimit)
    }
    let waits =
      isAsync && node.body.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
    guard !waits, node.conditions.count == 1, let condition = node.conditions.first?.condition
    else { return loop(node.conditions, node.body.statements) }
    if let place = placeAskedFor(condition) {
      let body = turn(of: node)
      actions.whileThere(place, most: Self.mostTurns) { $0.append(contentsOf: body) }
    } else if case .optionalBinding(let binding) = condition, let next = nextOne(of: binding) {
      actions.append(contentsOf: next.actions)
      bind(next.name, .object(next.local, next.type))
      let body = turn(of: node)
      actions.whileThere(Place(stringLiteral: next.local), most: Self.mostTurns) {
        $0.append(contentsOf: body)
        $0.append(contentsOf: next.actions)
      }
      actions.drop(Place(stringLiteral: next.local))
    } else {
      loop(node.conditions, node.body.statements)
    }
  }

  private func turn(of node: WhileStmtSyntax) -> ActionList {
    list {
      conditions += 1
      statements(node.body.statements)
      conditions -= 1
    }
  }

  /// The value that `while let name = …` asks for before each iteration, if it is an object or `nil`.
  private func nextOne(
    of binding: OptionalBindingConditionSyntax
  ) -> (name: String, local: String, type: TypeReference, actions: ActionList)? {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let source = binding.initializer?.value,
      takesOut(source) || isNameOrElement(source) && isDecided(source)
    else { return nil }
    let local = fresh(name)
    var found: TypeReference?
    let actions = list {
      guard case .object(let place, let type) = evaluate(source), isOne(type) else { return }
      found = type
      self.actions.set(Place(stringLiteral: local), to: .place(Place(stringLiteral: place)))
    }
    return found.map { (name, local, $0, actions) }
  }

  /// `jobs.popLast()`.
  private func takesOut(_ source: ExprSyntax) -> Bool {
    guard let node = source.as(FunctionCallExprSyntax.self) else { return false }
    let call = Call(node)
    guard ["popFirst", "popLast"].contains(call.name), let base = call.base else { return false }
    return model.collectionKeys.isCollection(base)
  }

  /// The place that `!jobs.isEmpty`, `jobs.count > 0` or `job != nil` asks about.
  func placeAskedFor(_ condition: ConditionElementSyntax.Condition) -> Place? {
    guard case .expression(let expression) = condition else { return nil }
    var asked: ExprSyntax?
    if let negated = expression.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!" {
      asked = base(of: negated.expression, behind: "isEmpty")
    } else if let infix = expression.as(InfixOperatorExprSyntax.self) {
      let right = infix.rightOperand.trimmedDescription
      switch (infix.operator.plainText, right) {
      case ("==", "false"): asked = base(of: infix.leftOperand, behind: "isEmpty")
      case (">", "0"), ("!=", "0"): asked = base(of: infix.leftOperand, behind: "count")
      case ("!=", "nil") where isDecided(infix.leftOperand): asked = infix.leftOperand
      default: break
      }
    }
    guard let asked else { return nil }
    var term = Term.unknown
    let actions = list { term = evaluate(asked) }
    guard actions.count == 0, case .object(let place, let type) = term, type.element != .value
    else { return nil }
    return Place(stringLiteral: place)
  }

  private func base(of expression: ExprSyntax, behind name: String) -> ExprSyntax? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == name
    else { return nil }
    return access.base
  }

  /// Whether conditions are about what the body of a loop changes.
  private func counts(
    _ conditions: ConditionElementListSyntax?, in body: CodeBlockItemListSyntax
  ) -> Bool {
    guard let conditions else { return false }
    let changed = Set(ChangedNames.all(in: body))
    return conditions.tokens(viewMode: .sourceAccurate).contains { changed.contains($0.text) }
  }

  /// A loop with an unknown number of iterations: it runs once; with a wait in each iteration, it runs forever.
  ///
  /// One that counts, as `while left > 0` does, ends.
  func loop(_ conditions: ConditionElementListSyntax?, _ body: CodeBlockItemListSyntax) {
    let waits =
      isAsync && body.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
      && !counts(conditions, in: body)
    if !waits {
      for condition in conditions ?? [] { self.condition(condition.condition, leavesBody: false) }
    }
    let inner = list {
      // What each turn unwraps, it lets go before the next.
      if waits {
        for condition in conditions ?? [] { self.condition(condition.condition, leavesBody: true) }
      }
      self.conditions += 1
      isAsync = isAsync && !waits
      statements(body)
      isAsync = isAsync || waits
      self.conditions -= 1
    }
    if waits {
      endlessLoops += 1
      actions.forAwait(fresh("turns")) { $0.append(contentsOf: inner) }
      return
    }
    // A `repeat` runs once at least.
    let isCertain = conditions?.isEmpty != false || inner.count == 0
    let message = "how often the loop runs is not known: its body runs once"
    if isCertain { note(body, message) } else { doubt(body, message) }
    if isCertain || translator.reading != .keepsAll { actions.append(contentsOf: inner) }
  }
}
