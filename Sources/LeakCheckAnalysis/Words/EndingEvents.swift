import LeakCheckGraph

/// The calls that end the references which frameworks hold, where a dump does not say it.
///
/// The catalogue of frameworks has them; see ``FrameworkCatalogue``.
enum EndingEvents {
  /// Called on a controller, whoever holds what it presented.
  static let dismissal = "dismiss(animated:)"

  /// The call that ends `reference`, or `nil` when none is known.
  static func event(ending reference: ObjectGraph.Reference) -> String? {
    reference.until?.event ?? FrameworkCatalogue.current.row(for: reference)?.event
  }

  /// Whether a framework's object ends by a call of its own, as timers and subscriptions do: letting go of it is then
  /// often that call.
  static func hasEnd(_ object: ObjectGraph.Object) -> Bool {
    [.timer, .observer, .task].contains(object.kind)
      || object.references.prefix(ReferenceRoles.referrerLimit).contains {
        event(ending: $0) != nil
      }
  }

  /// An event as the call and what must be done besides: `cancel()` and `return when cancelled`.
  static func steps(of event: String) -> (call: Substring, then: Substring?) {
    guard let place = event.firstRange(of: ", and ") else { return (event[...], nil) }
    return (event[..<place.lowerBound], event[place.upperBound...])
  }
}
