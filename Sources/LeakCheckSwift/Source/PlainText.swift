import SwiftSyntax

extension SyntaxProtocol {
  /// The node as written, without surrounding white space and comments; for names and member accesses, which are the
  /// most frequent, it creates no trimmed tree.
  var plainText: String {
    if let name = self.as(DeclReferenceExprSyntax.self), name.argumentNames == nil {
      return name.baseName.text
    }
    if let name = self.as(BinaryOperatorExprSyntax.self) { return name.operator.text }
    var members: [String] = []
    var next = Syntax(self)
    while let access = next.as(MemberAccessExprSyntax.self), access.declName.argumentNames == nil {
      members.append(access.declName.baseName.text)
      guard let base = access.base else {
        return members.reversed().reduce("") { "\($0).\($1)" }
      }
      next = Syntax(base)
    }
    guard !members.isEmpty, let name = next.as(DeclReferenceExprSyntax.self),
      name.argumentNames == nil
    else { return writtenText }
    return ([name.baseName.text] + members.reversed()).joined(separator: ".")
  }

  /// The node as written, including its inner white space; like `trimmedDescription`, but without creating a tree.
  var writtenText: String {
    let bytes = syntaxTextBytes
    let end = bytes.count - trailingTriviaLength.utf8Length
    return String(decoding: bytes[min(leadingTriviaLength.utf8Length, end)..<end], as: UTF8.self)
  }
}
