import SwiftSyntax

/// Conditions on how many values there are, and which: the values are not known.
extension Body {
  /// Whether conditions ask if a collection of values has one: `if shared.contains(key)`.
  func asksForMember(_ conditions: ConditionElementListSyntax) -> Bool {
    conditions.contains { element in
      guard case .expression(let expression) = element.condition,
        let call = expression.as(FunctionCallExprSyntax.self).map(Call.init)
      else { return false }
      return call.name == "contains" && call.closures.isEmpty
    }
  }

  /// The note on a limit.
  static let belowLimit = "whether the limit is reached is not known: assumed not"

  /// Whether conditions ask if there is too much of something: `entries.count > capacity`, `totalCost > costLimit`.
  ///
  /// What a run creates is few, and what is evicted is evicted rightly.
  func asksForOverflow(_ conditions: ConditionElementListSyntax) -> Bool {
    conditions.contains { element in
      guard case .expression(let expression) = element.condition,
        let infix = expression.as(InfixOperatorExprSyntax.self),
        [">", ">="].contains(infix.operator.plainText),
        let limit = lastName(of: infix.rightOperand)?.lowercased()
      else { return false }
      return ["limit", "capacity", "maximum", "max"].contains {
        limit.hasSuffix($0) || limit.hasPrefix($0)
      }
    }
  }
}
