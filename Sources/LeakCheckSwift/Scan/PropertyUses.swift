import SwiftSyntax

/// A use that a member makes of a property that keeps something.
struct PropertyUse: Sendable {
  enum Action: Sendable {
    /// It is set to `nil`, or emptied.
    case empties
    case cancels
    case invalidates
    /// It is read, so its value may go anywhere.
    case reads
  }

  var name: String
  /// Whether the property is a member of `self`, or a bare name.
  var isOwn = true
  var action: Action
  /// The type and the member of the use.
  var type: String
  var member: String
  var isDeinitializer: Bool
  var file: Int
  var offset: Int
}

/// Collects the uses of properties with given names.
final class PropertyUseVisitor: MemberVisitor {
  private let names: Set<String>
  private let file: Int
  private(set) var uses: [PropertyUse] = []

  init(of names: Set<String>, file: Int) {
    (self.names, self.file) = (names, file)
    super.init()
  }

  private func add(
    _ name: String, _ action: PropertyUse.Action, _ node: some SyntaxProtocol, isOwn: Bool = true
  ) {
    guard let frame, names.contains(name) || action == .invalidates else { return }
    uses.append(
      PropertyUse(
        name: name, isOwn: isOwn, action: action, type: frame.facts.path, member: frame.member,
        isDeinitializer: frame.isDeinitializer, file: file,
        offset: node.positionAfterSkippingLeadingTrivia.utf8Offset))
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base, let name = Fates.propertyName(base)
    else { return }
    switch member.declName.baseName.text {
    case "cancel": add(name, .cancels, node)
    case "invalidate": add(name, .invalidates, node)
    case "removeAll": add(name, .empties, node)
    default: break
    }
  }

  override func visitPost(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements.prefix(4))
    guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      let name = Fates.propertyName(elements[0]), Self.isNothing(elements[2])
    else { return }
    add(name, .empties, node)
  }

  private static func isNothing(_ value: ExprSyntax) -> Bool {
    value.is(NilLiteralExprSyntax.self)
      || value.as(ArrayExprSyntax.self)?.elements.isEmpty == true
      || value.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) == true
  }

  // MARK: - Reads

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(node.baseName.text), !isHarmless(node) {
      let member = node.parent?.as(MemberAccessExprSyntax.self)
      let base = member?.declName.id == node.id ? member?.base : nil
      add(node.baseName.text, .reads, node, isOwn: base.map(Fates.isSelf) ?? true)
    }
    return .skipChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      add(name, .reads, node)
    }
    return .visitChildren
  }

  /// Whether a use only assigns the property, or only checks whether it is `nil`.
  private func isHarmless(_ node: DeclReferenceExprSyntax) -> Bool {
    var place = Syntax(node)
    while let parent = place.parent {
      if let member = parent.as(MemberAccessExprSyntax.self) {
        if member.declName.id == place.id {
          place = parent
          continue
        }
        return ["append", "insert", "removeAll", "isEmpty", "count"].contains(
          member.declName.baseName.text)
      }
      guard parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
      else { break }
      place = parent
    }
    guard let sequence = place.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
    let elements = Array(sequence.elements.prefix(3))
    guard elements.count > 2, elements[0].id == place.id else { return false }
    if elements[1].is(AssignmentExprSyntax.self) { return true }
    let word = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text
    return word == "+="
      || ["==", "!="].contains(word) && elements[2].is(NilLiteralExprSyntax.self)
  }
}
