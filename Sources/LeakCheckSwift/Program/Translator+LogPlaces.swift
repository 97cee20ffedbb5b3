import LeakCheckLifecycle
import SwiftSyntax

/// The places that print the lines of the log.
extension Translator {
  /// The place of each callback of a type: of the first call in it that prints, or else of its declaration.
  func logPlaces(of type: TypeModel) -> [String: SourcePlace] {
    var places: [String: SourcePlace] = [:]
    for method in type.methods where !method.isStatic {
      guard let body = method.body else { continue }
      places[method.key] = printingPlace(in: body) ?? method.place
    }
    // Which of several an object was made by is not known here.
    if let initializer = type.initializers.first, type.initializers.count == 1 {
      places["init"] = initializer.body.flatMap(printingPlace) ?? initializer.place
    }
    places["deinit"] = type.deinitializer.flatMap(printingPlace) ?? type.deinitializerPlace
    return places
  }

  private func printingPlace(in body: CodeBlockItemListSyntax) -> SourcePlace? {
    let visitor = PrintVisitor(viewMode: .sourceAccurate)
    visitor.walk(body)
    return visitor.first.map(model.place)
  }
}

/// Finds the first call that prints, outside of closures and functions, which run at another time.
private final class PrintVisitor: SyntaxVisitor {
  private static let names: Set<String> = ["print", "debugPrint", "NSLog", "os_log"]

  private(set) var first: FunctionCallExprSyntax?

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard first == nil else { return .skipChildren }
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self),
      Self.names.contains(name.baseName.text)
    {
      first = node
    }
    return first == nil ? .visitChildren : .skipChildren
  }

  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
