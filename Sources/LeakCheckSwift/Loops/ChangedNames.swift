import SwiftSyntax

/// The names of variables that code changes.
enum ChangedNames {
  /// The methods of collections and numbers that change them.
  private static let changing: Set<String> = [
    "append", "insert", "remove", "removeFirst", "removeLast", "removeAll", "popFirst", "popLast",
    "toggle", "next", "negate",
  ]

  /// The names that code assigns, counts, or changes by calls.
  static func all(in code: CodeBlockItemListSyntax) -> [String] {
    let tokens = Array(code.tokens(viewMode: .sourceAccurate))
    return tokens.indices.dropFirst().compactMap { index in
      let token = tokens[index]
      if ["=", "+=", "-=", "*=", "/="].contains(token.text), !isDeclared(tokens[index - 1]) {
        return tokens[index - 1].text
      }
      guard token.text == ".", tokens.indices.contains(index + 1),
        changing.contains(tokens[index + 1].text)
      else { return nil }
      let isOptional = ["?", "!"].contains(tokens[index - 1].text) && index > 1
      return tokens[isOptional ? index - 2 : index - 1].text
    }
  }

  /// Whether a name is that of a new variable, or of a type's argument.
  private static func isDeclared(_ token: TokenSyntax) -> Bool {
    token.parent?.is(DeclReferenceExprSyntax.self) != true
  }
}
