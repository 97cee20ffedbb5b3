import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The precedence of operators in a file, which turns sequences of operands into trees.
enum OperatorOrder {
  /// The operators of the standard library, read from their declarations.
  ///
  /// A table made in any other way creates new syntax for each precedence group between two operators, which takes most
  /// of the folding time.
  static let library: OperatorTable = {
    var table = OperatorTable()
    add(OperatorTable.standardOperators.description, to: &table)
    return table
  }()

  /// A file with its operators folded.
  ///
  /// An operator declared without a group has the default one, as in Swift. So does one that another file or module
  /// declares, and an unknown group is treated as the default.
  ///
  /// - Complexity: O(tree), twice if the file uses such operators.
  static func folded(_ file: SourceFileSyntax, declaresOperators: Bool) -> SourceFileSyntax {
    var table = library
    if declaresOperators { table.addSourceFile(groupedOperators(of: file)) { _ in } }
    var unknown: Set<String> = []
    let folded = table.foldAll(file) { error in
      switch error {
      case .missingOperator(let name, _):
        unknown.insert("infix operator \(name): DefaultPrecedence")
      case .missingGroup(let name, _):
        unknown.insert("precedencegroup \(name) { higherThan: TernaryPrecedence }")
      default: break
      }
    }
    guard !unknown.isEmpty else { return folded.as(SourceFileSyntax.self) ?? file }
    add(unknown.sorted().joined(separator: "\n"), to: &table)
    return table.foldAll(file) { _ in }.as(SourceFileSyntax.self) ?? file
  }

  private static func add(_ declarations: String, to table: inout OperatorTable) {
    var parser = Parser(declarations)
    table.addSourceFile(SourceFileSyntax.parse(from: &parser)) { _ in }
  }

  /// A file whose operators all have a group: one without would bind looser than an assignment.
  private static func groupedOperators(of file: SourceFileSyntax) -> SourceFileSyntax {
    file.with(
      \.statements,
      file.statements.filter { statement in
        if statement.item.is(PrecedenceGroupDeclSyntax.self) { return true }
        return statement.item.as(OperatorDeclSyntax.self)?.operatorPrecedenceAndTypes != nil
      })
  }
}
