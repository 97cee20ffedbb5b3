import SwiftSyntax

/// Dates relative to now.
enum DateWords {
  private static let now: Set = ["Date()", "Date.now", ".now", "Date.init()"]

  /// The seconds from now to a date, or `nil` if it is not a number relative to now: `.now + 2`,
  /// `Date(timeIntervalSinceNow: 2)`, `Date().addingTimeInterval(2)`.
  static func seconds(until date: ExprSyntax) -> Double? {
    guard let number = interval(date).flatMap({ Double($0.trimmedDescription) }), number >= 0
    else { return nil }
    return number
  }

  private static func interval(_ date: ExprSyntax) -> ExprSyntax? {
    if let sum = date.as(InfixOperatorExprSyntax.self) {
      let isSum = sum.operator.trimmedDescription == "+"
      return isSum && isNow(sum.leftOperand) ? sum.rightOperand : nil
    }
    guard let call = date.as(FunctionCallExprSyntax.self).map(Call.init) else { return nil }
    switch call.name {
    case "addingTimeInterval" where call.base.map(isNow) == true: return call.first
    case "advanced" where call.base.map(isNow) == true: return call["by"]
    default: return call["timeIntervalSinceNow"]
    }
  }

  private static func isNow(_ date: ExprSyntax) -> Bool { now.contains(date.trimmedDescription) }
}
