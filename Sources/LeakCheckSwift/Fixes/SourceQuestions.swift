import LeakCheckLifecycle
import SwiftSyntax

/// What sources say about whether an alternative fits them.
///
/// A class, because it reads each file once, when the first question comes.
public final class SourceQuestions {
  private let files: [SourceFile]
  private var closures: [String: [Int: [ClosureExprSyntax]]] = [:]
  private lazy var constants = DeepStack.run { [files] in
    let finder = ConstantFinder(viewMode: .sourceAccurate)
    for file in files { finder.walk(file.tree) }
    return finder.constants
  }

  /// Questions to the sources of a translation.
  public init(_ translation: SwiftReader.Translation) { files = translation.files }

  /// Whether the closures of a line only read properties of a captured name, so that they could capture the values
  /// instead; `false` if there are none.
  ///
  /// - Complexity: O(bytes of the file), then O(bytes of the closures).
  public func readValues(of name: String, closuresAt line: Int, file: String) -> Bool {
    let closures = self.closures(at: line, of: file)
    return DeepStack.run {
      !closures.isEmpty
        && closures.allSatisfy { closure in
          let uses = NameUses(of: name, in: closure.statements)
          return uses.uses.allSatisfy(Self.reads)
            && (name != "self" || Self.areKnown(uses.bare, in: closure))
        }
    }
  }

  /// Whether bare names are free functions, types, or names of the closure itself; others may be members of `self`.
  private static func areKnown(_ names: Set<String>, in closure: ClosureExprSyntax) -> Bool {
    let own = closure.tokens(viewMode: .sourceAccurate).filter {
      guard let parent = $0.parent else { return false }
      return parent.is(IdentifierPatternSyntax.self) || parent.is(ClosureParameterSyntax.self)
        || parent.is(ClosureShorthandParameterSyntax.self)
    }.map(\.text)
    return names.subtracting(own).allSatisfy {
      Frameworks.harmless.contains($0) || $0.first?.isUppercase == true || $0.hasPrefix("$")
    }
  }

  /// Whether a type declares a property as a constant, which nothing can set to `nil`.
  ///
  /// - Complexity: O(bytes), then O(1).
  public func isConstant(_ property: String, of type: String) -> Bool {
    constants.contains("\(type).\(property)")
  }

  private func closures(at line: Int, of file: String) -> [ClosureExprSyntax] {
    if let known = closures[file] { return known[line] ?? [] }
    guard let source = files.first(where: { $0.name == file }) else { return [] }
    let found = DeepStack.run {
      let finder = ClosureFinder(viewMode: .sourceAccurate)
      finder.walk(source.tree)
      return Dictionary(grouping: finder.closures) { source.place(of: $0).line }
    }
    closures[file] = found
    return found[line] ?? []
  }

  /// Whether a use is the base of a property that is read, and neither changed nor called.
  private static func reads(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let access = use.parent?.as(MemberAccessExprSyntax.self), access.base?.id == use.id,
      let parent = access.parent
    else { return false }
    switch parent.as(SyntaxEnum.self) {
    case .labeledExpr, .expressionSegment, .initializerClause, .returnStmt, .codeBlockItem:
      return true
    case .infixOperatorExpr(let infix):
      return infix.rightOperand.id == access.id
        || !NameUses.beginsStatement(ExprSyntax(use))
    default: return false
    }
  }
}

/// Finds the constants of types, by `Type.name`.
private final class ConstantFinder: SyntaxVisitor {
  private(set) var constants: Set<String> = []

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let)
    if isConstant, let type = Self.type(around: Syntax(node)) {
      for binding in node.bindings {
        constants.insert("\(type).\(binding.pattern.trimmedDescription)")
      }
    }
    return .skipChildren
  }

  /// The name of the type that a member belongs to.
  private static func type(around member: Syntax) -> String? {
    guard let list = member.parent?.parent?.as(MemberBlockItemListSyntax.self) else { return nil }
    return list.parent?.parent?.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}
