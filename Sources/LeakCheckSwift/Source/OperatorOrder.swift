import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The order of operators in a file: what its rows of operands and operators mean.
enum OperatorOrder {
  /// The operators of the standard library, read from their declarations: a table that was not read from any makes syntax
  /// anew for each group that it passes on its way between two operators, which is most of what folding takes.
  static let library: OperatorTable = {
    var table = OperatorTable()
    add(OperatorTable.standardOperators.description, to: &table)
    return table
  }()

  /// A file with its operators in order.
  ///
  /// An operator that is declared without a group has the default one, as in Swift; one that another file or module
  /// declares is taken for such, and an unknown group for one like it.
  ///
  /// - Complexity: O(tree), twice where the file uses such operators.
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

  /// The groups of a file and its operators of one: an operator without a group would be looser than an assignment.
  private static func groupedOperators(of file: SourceFileSyntax) -> SourceFileSyntax {
    file.with(
      \.statements,
      file.statements.filter { statement in
        if statement.item.is(PrecedenceGroupDeclSyntax.self) { return true }
        return statement.item.as(OperatorDeclSyntax.self)?.operatorPrecedenceAndTypes != nil
      })
  }
}
