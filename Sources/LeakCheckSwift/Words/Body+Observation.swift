import LeakCheckLifecycle
import SwiftSyntax

/// Observation of `@Observable` classes.
extension Body {
  /// `withObservationTracking { … } onChange: { … }`: the objects read keep the second closure until they change.
  func tracking(_ call: Call) -> Term {
    guard let apply = call.closures.first, let change = call["onChange"] else { return .unknown }
    let observed = self.observed(in: apply)
    let result = inline(apply)
    guard case .function(let handler) = evaluate(change) else { return result }
    for place in observed {
      actions.append(handler, to: Place(stringLiteral: "\(place).observers"))
    }
    if observed.isEmpty {
      note(
        call.node, "what is observed here is not known: nothing is assumed to keep the closure",
        unsettles: true)
    }
    return result
  }

  /// The places of the objects whose properties a closure reads, each once.
  private func observed(in closure: ClosureExprSyntax) -> [String] {
    let names = PropertyReads(closure).bases
    var places: [String] = []
    for base in names {
      guard case .object(let place, let type) = evaluate(base),
        type.name.flatMap({ model[$0] })?.isObservable == true, !places.contains(place)
      else { continue }
      places.append(place)
    }
    return places
  }
}

/// The variables and members whose own members are read.
private final class PropertyReads: SyntaxVisitor {
  private(set) var bases: [ExprSyntax] = []

  init(_ node: some SyntaxProtocol) {
    super.init(viewMode: .sourceAccurate)
    walk(node)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base,
      base.is(DeclReferenceExprSyntax.self) || Self.isOfSelf(base) || Self.isStatic(base)
    {
      bases.append(base)
    }
    return .visitChildren
  }

  /// `Store.shared`.
  private static func isStatic(_ base: ExprSyntax) -> Bool {
    let type = base.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
    return type?.baseName.text.first?.isUppercase == true
  }

  private static func isOfSelf(_ base: ExprSyntax) -> Bool {
    base.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == "self"
  }
}
