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

  /// When a property of the app's can forget a closure because it is done, or `nil` where it may be called again.
  static func moment(ofForgetting reference: ObjectGraph.Reference) -> String? {
    guard reference.source.owner == .app, reference.kind == .property, !reference.isCapture,
      reference.target.kind == .closure
    else { return nil }
    if RoleWords.isCalledOnce(RoleWords.words(of: reference.name)) {
      return "when it has been called"
    }
    let holder = PlainTypeName(reference.source.type).lastComponent
    let isJobs = RoleWords.isJob(RoleWords.words(of: holder))
    return isJobs ? "when \(CutWords.words(for: reference.source)) is done" : nil
  }

  /// An event as the call and what must be done besides: `cancel()` and `return when cancelled`.
  static func steps(of event: String) -> (call: Substring, then: Substring?) {
    guard let place = event.firstRange(of: ", and ") else { return (event[...], nil) }
    return (event[..<place.lowerBound], event[place.upperBound...])
  }
}
