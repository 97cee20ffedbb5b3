import SwiftSyntax

/// Finds the sites in a file that have the form of a pattern.
///
/// - Complexity: O(nodes), and for each site the uses of one variable.
final class SiteVisitor: ScopedVisitor {
  private(set) var sites: [PatternSite] = []
  private var mentions: (member: SyntaxIdentifier, names: [String: [DeclReferenceExprSyntax]])?

  // MARK: - Rules

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard scopes.state != .none else { return }
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
      if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Timer" {
        timer(node, isScheduled: false)
      }
      return
    }
    switch member.declName.baseName.text {
    case "sink": sink(node)
    case "assign": assign(node)
    case "addObserver": observer(node)
    case "scheduledTimer" where Self.isTimer(member.base): timer(node, isScheduled: true)
    case "init" where Self.isTimer(member.base): timer(node, isScheduled: false)
    default: break
    }
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    guard let use = held[node.id] else { return }
    let fate = fate(of: node)
    guard fate.property != nil else { return }
    add(.closureInOwnProperty, node, fate, .closure, at: use)
  }

  private static func isTimer(_ base: ExprSyntax?) -> Bool {
    ["Timer", "Foundation.Timer"].contains(base?.trimmedDescription)
  }

  private func sink(_ call: FunctionCallExprSyntax) {
    let labels = call.arguments.map { $0.label?.text ?? "" }
    let own: Set = ["receiveCompletion", "receiveValue"]
    guard labels.allSatisfy(own.contains), let hold = hold(in: call) else { return }
    let fate = fate(of: call)
    if fate.property != nil { add(.sinkKeepsSelf, call, fate, hold.how, at: hold.offset) }
  }

  private func assign(_ call: FunctionCallExprSyntax) {
    let arguments = Array(call.arguments)
    guard arguments.map({ $0.label?.text }) == ["to", "on"], scopes.state == .strong,
      Fates.isSelf(arguments[1].expression)
    else { return }
    let fate = fate(of: call)
    guard fate.property != nil else { return }
    let offset = arguments[1].expression.positionAfterSkippingLeadingTrivia.utf8Offset
    add(.assignOnSelf, call, fate, .object(selector: nil), at: offset)
  }

  private func observer(_ call: FunctionCallExprSyntax) {
    let labels = call.arguments.map { $0.label?.text ?? "" }
    let expected = ["forName", "object", "queue"]
    guard labels == expected || labels == expected + ["using"], let hold = hold(in: call) else {
      return
    }
    let fate = fate(of: call)
    guard fate.isDropped || fate.property != nil && !fate.isPassed else { return }
    add(.observerBlockLeft, call, fate, hold.how, at: hold.offset)
  }

  private func timer(_ call: FunctionCallExprSyntax, isScheduled: Bool) {
    let arguments = Array(call.arguments)
    guard let repeats = arguments.first(where: { $0.label?.text == "repeats" }),
      repeats.expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
    else { return }
    var fate = fate(of: call)
    fate.isScheduled = fate.isScheduled || isScheduled
    guard fate.isScheduled || fate.property != nil else { return }
    guard let target = arguments.first(where: { $0.label?.text == "target" }) else {
      if let hold = hold(in: call) { add(.repeatingTimer, call, fate, hold.how, at: hold.offset) }
      return
    }
    guard scopes.state == .strong, Fates.isSelf(target.expression) else { return }
    let selector = arguments.first { $0.label?.text == "selector" }?.expression
    let offset = target.expression.positionAfterSkippingLeadingTrivia.utf8Offset
    add(.repeatingTimer, call, fate, .object(selector: selector.flatMap(Self.selector)), at: offset)
  }

  /// The base name of the method in `#selector(…)`.
  private static func selector(_ expression: ExprSyntax) -> String? {
    let argument = expression.as(MacroExpansionExprSyntax.self)?.arguments.first?.expression
    if let member = argument?.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return argument?.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  // MARK: - Parts

  /// How a closure or method among a call's arguments holds the object.
  private func hold(
    in call: FunctionCallExprSyntax
  ) -> (how: PatternSite.Hold, offset: Int)? {
    let expressions = call.arguments.map(\.expression)
    let closures =
      expressions.compactMap { $0.as(ClosureExprSyntax.self) }
      + [call.trailingClosure].compactMap(\.self)
      + call.additionalTrailingClosures.map(\.closure)
    if let offset = closures.compactMap({ held[$0.id] }).min() { return (.closure, offset) }
    guard scopes.state == .strong else { return nil }
    for expression in expressions {
      guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
        Fates.isSelf(base)
      else { continue }
      let offset = base.positionAfterSkippingLeadingTrivia.utf8Offset
      return (.method(member.declName.baseName.text), offset)
    }
    return nil
  }

  private func fate(of expression: some SyntaxProtocol) -> PatternSite.Fate {
    Fates(scopes: scopes) { [unowned self] in uses(of: $0) }.fate(of: expression)
  }

  /// The uses of a name in the member; collected once for all names.
  private func uses(of name: String) -> [DeclReferenceExprSyntax] {
    guard let node = frame?.node else { return [] }
    if mentions?.member != node.id {
      let gatherer = MentionVisitor()
      gatherer.walk(node)
      mentions = (node.id, gatherer.names)
    }
    return mentions?.names[name] ?? []
  }

  private func add(
    _ pattern: LeakPattern, _ node: some SyntaxProtocol, _ fate: PatternSite.Fate,
    _ hold: PatternSite.Hold, at offset: Int
  ) {
    guard let frame else { return }
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    sites.append(
      PatternSite(
        pattern: pattern, fate: fate, hold: hold, type: frame.number, member: frame.member,
        offset: offset,
        range: start..<node.endPositionBeforeTrailingTrivia.utf8Offset))
  }
}

/// Collects the uses of names, except as members.
private final class MentionVisitor: SyntaxVisitor {
  private(set) var names: [String: [DeclReferenceExprSyntax]] = [:]

  init() { super.init(viewMode: .sourceAccurate) }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    names[node.baseName.text, default: []].append(node)
    return .skipChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base { walk(base) }
    return .skipChildren
  }

  /// `if let token` is a use too, and the bound value is not followed further.
  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier, node.initializer == nil
    {
      names[name.text, default: []].append(DeclReferenceExprSyntax(baseName: name))
    }
    return .visitChildren
  }
}
