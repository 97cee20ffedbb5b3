/// A narrow form of source by which an object keeps itself alive.
///
/// Each is true of the text alone: no type graph, no rule by a name.
public enum LeakPattern: String, CaseIterable, Sendable {
  /// A Combine sink whose closure holds `self`, kept by a property of `self`.
  case sinkKeepsSelf = "sink-keeps-self"
  /// `assign(to:on: self)`, kept by a property of `self`.
  case assignOnSelf = "assign-on-self"
  /// A notification block that holds `self`, and a token that nothing removes.
  case observerBlockLeft = "observer-block-left"
  /// A closure that holds `self`, kept by a property of `self`.
  case closureInOwnProperty = "closure-in-own-property"
  /// A repeating timer whose target or block holds `self`.
  case repeatingTimer = "repeating-timer"
}
