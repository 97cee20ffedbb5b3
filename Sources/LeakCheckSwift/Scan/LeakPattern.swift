/// A narrow source pattern by which an object keeps itself alive.
///
/// A pattern is decided by the text alone, without a type graph or naming rules.
public enum LeakPattern: String, CaseIterable, Sendable {
  /// A Combine sink whose closure holds `self`, held by a property of `self`.
  case sinkKeepsSelf = "sink-keeps-self"
  /// `assign(to:on: self)`, held by a property of `self`.
  case assignOnSelf = "assign-on-self"
  /// A notification block that holds `self`, with a token that nothing removes.
  case observerBlockLeft = "observer-block-left"
  /// A closure that holds `self`, held by a property of `self`.
  case closureInOwnProperty = "closure-in-own-property"
  /// A repeating timer whose target or block holds `self`.
  case repeatingTimer = "repeating-timer"
}
