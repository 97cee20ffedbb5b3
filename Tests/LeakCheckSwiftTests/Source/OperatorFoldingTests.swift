import SwiftOperators
import SwiftParser
import SwiftSyntax
import Testing

@testable import LeakCheckSwift

/// The table of operators that is read from its own declarations is that of the library.
@Suite struct OperatorFoldingTests {
  private static let operators = [
    "<<", "&>>", "*", "/", "%", "&", "+", "-", "|", "^", "...", "..<", "??", "<", "<=", ">", ">=",
    "==", "!=", "===", "!==", "~=", "&&", "||", "*=", "+=", "-=", "&=", "=", "~>", "as?", "is",
    "? t :", "->", "<>",
  ]

  @Test(arguments: operators)
  func `two operators are folded as the library folds them`(first: String) throws {
    for second in Self.operators {
      let (left, right) = (Self.operand(behind: first), Self.operand(behind: second))
      var parser = Parser("a \(first) \(left) \(second) \(right)")
      let parsed = SourceFileSyntax.parse(from: &parser)
      let known = OperatorTable.standardOperators.foldAll(parsed) { _ in }
      let own = OperatorOrder.library.foldAll(parsed) { _ in }
      #expect(own.debugDescription == known.debugDescription, "\(parsed)")
    }
  }

  private static func operand(behind name: String) -> String {
    ["as?", "is"].contains(name) ? "T" : "b"
  }

  @Test func `both tables have the same operators in the same groups`() {
    for name in Self.operators {
      #expect(
        OperatorOrder.library.infixOperator(named: name)?.precedenceGroup
          == OperatorTable.standardOperators.infixOperator(named: name)?.precedenceGroup)
    }
    #expect(OperatorOrder.library.infixOperator(named: "??") != nil)
  }

  @Test(arguments: [
    "", "infix operator <~>", "infix operator <~>: DefaultPrecedence",
    "infix operator <~>: Binding",
    "infix operator <~>: Binding\nprecedencegroup Binding { higherThan: AssignmentPrecedence }",
  ])
  func `an operator of an app binds before an assignment`(declarations: String) throws {
    var parser = Parser(declarations + "\na = b <~> c")
    let file = OperatorOrder.folded(
      SourceFileSyntax.parse(from: &parser), declaresOperators: !declarations.isEmpty)
    let last = try #require(file.statements.last?.item.as(InfixOperatorExprSyntax.self))
    #expect(last.operator.is(AssignmentExprSyntax.self), "\(last.leftOperand) is assigned")
  }
}
