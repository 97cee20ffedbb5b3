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

  /// Whether a reference is a framework's to a block that it calls until a known call ends that: nothing else needs the
  /// block, nor what it alone has.
  static func isOfBlock(_ reference: ObjectGraph.Reference) -> Bool {
    reference.target.kind == .closure && reference.source.owner == .framework
      && reference.graph.collector == .arc && event(ending: reference) != nil
  }

  /// Whether a reference is that of a framework's timer to its target, which it calls until a known call ends that.
  static func isOfTimer(_ reference: ObjectGraph.Reference) -> Bool {
    reference.source.kind == .timer && reference.source.owner == .framework
      && reference.graph.collector == .arc && event(ending: reference) != nil
  }

  /// What calls a closure again and again, and the call that ends this; `nil` where nothing is known to do so, or the
  /// program makes the call.
  ///
  /// Timers in a run loop do, and observers of a center.
  ///
  /// - Complexity: O(references to the closure).
  static func repetition(
    of closure: ObjectGraph.Object
  ) -> (holder: ObjectGraph.Object, event: String)? {
    guard closure.kind == .closure, closure.graph.collector == .arc else { return nil }
    for referrer in closure.referrers.prefix(ReferenceRoles.referrerLimit) {
      guard let row = FrameworkCatalogue.current.row(for: referrer), row.isRepeated,
        let event = row.event, referrer.until == nil, isRegistered(referrer.source)
      else { continue }
      return (referrer.source, event)
    }
    return nil
  }

  /// Whether a framework has an object.
  private static func isRegistered(_ object: ObjectGraph.Object) -> Bool {
    object.isRoot
      || object.referrers.prefix(ReferenceRoles.referrerLimit).contains {
        $0.strength == .strong && $0.source.owner == .framework
      }
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
