import SwiftOperators
import SwiftSyntax

/// The code that conditional compilation keeps in a debug build for an Apple system.
///
/// Directives and removed code become spaces, so everything else keeps its place in the file.
struct ActiveCode {
  /// The bytes of the file, with removed code blank.
  private(set) var bytes: [UInt8]
  /// Unknown conditions, taken for true.
  private(set) var assumed: [ExprSyntax] = []
  private let system: String

  /// The active code of a file, or `nil` if it has no conditions.
  ///
  /// - Complexity: O(nodes + bytes).
  init?(of tree: SourceFileSyntax, _ bytes: [UInt8]) {
    let visitor = ConditionVisitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    guard !visitor.found.isEmpty else { return nil }
    self.bytes = bytes
    system = Self.system(importing: visitor.imports)
    for config in visitor.found { leaveOut(config) }
  }

  private static func system(importing modules: Set<String>) -> String {
    if modules.contains("UIKit") { return "iOS" }
    if modules.contains("AppKit") || modules.contains("Cocoa") { return "macOS" }
    return modules.contains("WatchKit") ? "watchOS" : "iOS"
  }

  private mutating func leaveOut(_ config: IfConfigDeclSyntax) {
    let clauses = Array(config.clauses)
    // A clause with an unknown flag wins over `#else`, but not over a clause that certainly holds.
    let values = clauses.map { $0.condition.flatMap(value) }
    let open = clauses.indices.first { clauses[$0].condition != nil && values[$0] == nil }
    let active =
      values.firstIndex(of: true) ?? open ?? clauses.firstIndex { $0.condition == nil }
    for (place, clause) in clauses.enumerated() {
      guard place == active else {
        blank(clause.position, clause.endPosition)
        continue
      }
      if values[place] == nil, let condition = clause.condition { assumed.append(condition) }
      let directive = clause.poundKeyword
      blank(
        directive.positionAfterSkippingLeadingTrivia,
        clause.condition?.endPositionBeforeTrailingTrivia
          ?? directive.endPositionBeforeTrailingTrivia)
    }
    blank(
      config.poundEndif.positionAfterSkippingLeadingTrivia,
      config.poundEndif.endPositionBeforeTrailingTrivia)
  }

  private mutating func blank(_ start: AbsolutePosition, _ end: AbsolutePosition) {
    for place in start.utf8Offset..<end.utf8Offset {
      let isLineEnd = bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r")
      if !isLineEnd { bytes[place] = UInt8(ascii: " ") }
    }
  }

  // MARK: - Conditions

  /// Whether a condition holds; `nil` for a flag that only a build knows.
  private func value(of condition: ExprSyntax) -> Bool? {
    let folded = OperatorOrder.library.foldAll(condition) { _ in }
    switch folded.as(ExprSyntax.self)?.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): return literal.literal.text == "true"
    case .declReferenceExpr(let name): return name.baseName.text == "DEBUG" ? true : nil
    case .prefixOperatorExpr(let not): return value(of: not.expression).map { !$0 }
    case .tupleExpr(let group): return group.elements.first.flatMap { value(of: $0.expression) }
    case .infixOperatorExpr(let pair): return value(of: pair)
    case .functionCallExpr(let question): return answer(to: question)
    default: return nil
    }
  }

  private func value(of pair: InfixOperatorExprSyntax) -> Bool? {
    let sides = [value(of: pair.leftOperand), value(of: pair.rightOperand)]
    switch pair.operator.trimmedDescription {
    case "&&": return sides.contains(false) ? false : sides.contains(nil) ? nil : true
    case "||": return sides.contains(true) ? true : sides.contains(nil) ? nil : false
    default: return nil
    }
  }

  private func answer(to question: FunctionCallExprSyntax) -> Bool? {
    let asked = question.arguments.first?.expression.trimmedDescription ?? ""
    switch question.calledExpression.trimmedDescription {
    case "os": return asked == system
    case "targetEnvironment": return false
    case "canImport":
      switch asked {
      case "UIKit": return system != "macOS"
      case "AppKit", "Cocoa": return system == "macOS"
      case "WatchKit": return system == "watchOS"
      default: return true
      }
    case "arch": return asked == "arm64"
    case "swift", "compiler": return !asked.hasPrefix("<")
    case "hasFeature", "hasAttribute": return true
    default: return nil
    }
  }
}

/// Finds conditional compilation, and a file's imports.
private final class ConditionVisitor: SyntaxVisitor {
  var found: [IfConfigDeclSyntax] = []
  var imports: Set<String> = []

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    imports.formUnion(node.path.map(\.name.text))
    return .skipChildren
  }
}
