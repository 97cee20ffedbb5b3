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

  /// When the app can forget a closure or a subscription because it is done, or `nil` where it may be called again.
  static func moment(ofForgetting reference: ObjectGraph.Reference) -> String? {
    let (source, target) = (reference.source, reference.target)
    guard !reference.isCapture, reference.graph.collector == .arc, reference.until == nil else {
      return nil
    }
    if isSubscription(target), source.owner == .app || source.kind == .collection {
      return "when the subscription is done"
    }
    guard source.owner == .app, reference.kind == .property, target.kind == .closure else {
      return nil
    }
    if RoleWords.isCalledOnce(RoleWords.words(of: reference.name)) {
      return "when it has been called"
    }
    let holder = PlainTypeName(source.type).lastComponent
    let isJobs = RoleWords.isJob(RoleWords.words(of: holder))
    return isJobs ? "when \(CutWords.words(for: source)) is done" : nil
  }

  /// Whether a reference ends when the subscription is cancelled that its closure belongs to.
  static func isOfSubscription(_ reference: ObjectGraph.Reference) -> Bool {
    let (source, target) = (reference.source, reference.target)
    guard target.kind == .closure, source.owner == .framework, reference.until == nil,
      ![.timer, .task, .closure].contains(source.kind), reference.graph.collector == .arc
    else { return false }
    return ["cancel()", "dispose()"].contains(event(ending: reference))
  }

  /// Whether an object is a framework's token of a subscription, which ends with it.
  private static func isSubscription(_ object: ObjectGraph.Object) -> Bool {
    guard object.owner == .framework, ![.closure, .collection, .task, .timer].contains(object.kind)
    else { return false }
    let words = RoleWords.words(of: PlainTypeName(object.type).lastComponent)
    return words.last.map(subscriptions.contains) ?? false
  }

  private static let subscriptions: Set<String> = ["cancellable", "subscription", "disposable"]

  /// An event as the call and what must be done besides: `cancel()` and `return when cancelled`.
  static func steps(of event: String) -> (call: Substring, then: Substring?) {
    guard let place = event.firstRange(of: ", and ") else { return (event[...], nil) }
    return (event[..<place.lowerBound], event[place.upperBound...])
  }
}
