import SwiftSyntax

/// Removes the module from names such as `Foundation.Timer`.
///
/// The module becomes spaces, as in ``ActiveCode``, so everything else keeps its place in the file.
enum QualifiedNames {
  /// Modules that others re-export, or that every file has.
  private static let exported: Set = [
    "Swift", "Foundation", "Dispatch", "ObjectiveC", "CoreGraphics", "CoreFoundation", "QuartzCore",
    "UIKit", "AppKit", "SwiftUI", "Combine",
  ]

  /// The bytes of a file with the modules blank, or `nil` if no name has one.
  ///
  /// - Complexity: O(nodes + bytes) if the text has the name of a module with a dot after it, otherwise O(bytes).
  static func unqualified(
    _ tree: SourceFileSyntax, _ bytes: [UInt8], contains: (String) -> Bool
  ) -> [UInt8]? {
    let imported = tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first }
    let modules = exported.union(imported.map(\.name.text)).filter { contains("\($0).") }
    guard !modules.isEmpty else { return nil }
    let visitor = QualifiedNameVisitor(modules: modules)
    visitor.walk(tree)
    let found = visitor.found.filter { module, name in
      let isApples = exported.contains(module.text)
      return !visitor.types.contains(module.text) && !visitor.types.contains(name.text)
        && (isApples || name.text.first?.isUppercase == true)
        && !isBoundToOperator(module, in: bytes)
    }
    guard !found.isEmpty else { return nil }
    var bytes = bytes
    for (module, name) in found {
      let start = module.positionAfterSkippingLeadingTrivia.utf8Offset
      for place in start..<name.positionAfterSkippingLeadingTrivia.utf8Offset
      where bytes[place] != UInt8(ascii: "\n") && bytes[place] != UInt8(ascii: "\r") {
        bytes[place] = UInt8(ascii: " ")
      }
    }
    return bytes
  }

  /// Whether an operator directly precedes a name: with spaces only after the operator, `0...min(a, b)` would not
  /// parse.
  private static func isBoundToOperator(_ name: TokenSyntax, in bytes: [UInt8]) -> Bool {
    let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
    return start > 0 && operators.contains(bytes[start - 1])
  }

  private static let operators = Set("/=-+!*%<>&|^~?.".utf8)
}

/// Finds members of modules, and the file's types, which may have the same name as a module or a member.
private final class QualifiedNameVisitor: SyntaxVisitor {
  private let modules: Set<String>
  var found: [(module: TokenSyntax, name: TokenSyntax)] = []
  var types: Set<String> = []

  init(modules: Set<String>) {
    self.modules = modules
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base?.as(DeclReferenceExprSyntax.self),
      modules.contains(base.baseName.text)
    else { return .visitChildren }
    found.append((base.baseName, node.declName.baseName))
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }

  private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    types.insert(name.text)
    return .visitChildren
  }
}
