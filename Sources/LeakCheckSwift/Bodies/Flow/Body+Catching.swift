import LeakCheckLifecycle
import SwiftSyntax

/// `do` with `catch`: whether something is thrown depends on values, so what is caught runs too, after the rest.
extension Body {
  /// Follows what is attempted, and then what is done with each error.
  func attempt(_ node: DoStmtSyntax) {
    scope { statements(node.body.statements) }
    guard let last = node.catchClauses.last else { return }
    let before = actions.count
    for clause in node.catchClauses {
      scope {
        conditions += 1
        bind("error", .value)
        for item in clause.catchItems {
          guard let pattern = item.pattern else { continue }
          bindNames(of: pattern, in: .unknown)
        }
        statements(clause.body.statements)
        conditions -= 1
      }
    }
    if actions.count > before { note(last, "whether this is reached is not known: it runs too") }
  }
}
