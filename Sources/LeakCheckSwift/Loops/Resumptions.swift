import SwiftSyntax

/// Whether code resumes what waits, such as a continuation.
struct Resumptions {
  /// Whether some code that runs does.
  let happen: Bool

  /// Reads files; with `runsAsWritten`, top-level code says what runs, otherwise a journey calls what nobody calls.
  ///
  /// - Complexity: O(tokens).
  init(_ files: [SourceFile], runsAsWritten: Bool) {
    let files = files.filter { $0.contains("resume") }
    guard runsAsWritten else {
      happen = !files.isEmpty
      return
    }
    let places = files.flatMap { file in
      file.tree.tokens(viewMode: .sourceAccurate).filter { $0.text == "resume" }
        .map { Self.method(around: $0) }
    }
    let names = Set(places.compactMap { if case .function(let name) = $0 { name } else { nil } })
    let called = files.contains { file in
      file.tree.tokens(viewMode: .sourceAccurate).contains {
        names.contains($0.text) && $0.parent?.is(DeclReferenceExprSyntax.self) == true
      }
    }
    happen = called || places.contains { if case .elsewhere = $0 { true } else { false } }
  }

  private enum Place {
    case function(String)
    case deinitializer
    case elsewhere
  }

  /// The declaration whose body a token is in.
  private static func method(around token: TokenSyntax) -> Place {
    var node = token.parent
    while let inner = node {
      if let function = inner.as(FunctionDeclSyntax.self) { return .function(function.name.text) }
      if inner.is(DeinitializerDeclSyntax.self) { return .deinitializer }
      node = inner.parent
    }
    return .elsewhere
  }
}
