import SwiftSyntax

extension SyntaxProtocol {
  /// The node as it is written, without what stands around it: names and their members, of which there are most, without
  /// a tree that is trimmed first.
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

  /// The node as it is written, white space within it too; as `trimmedDescription`, which makes a tree first.
  var writtenText: String {
    let bytes = syntaxTextBytes
    let end = bytes.count - trailingTriviaLength.utf8Length
    return String(decoding: bytes[min(leadingTriviaLength.utf8Length, end)..<end], as: UTF8.self)
  }
}
