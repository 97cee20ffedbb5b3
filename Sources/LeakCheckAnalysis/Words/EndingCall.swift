package import LeakCheckGraph

/// The call that ends what a framework's object keeps, as one types it in the code of the app's object that has the
/// framework's: `timer?.invalidate()`.
///
/// Only where each name in it is known: the properties that lead from the app's object to the other, and what the row of
/// the catalogue says of the call.
package struct EndingCall {
  /// The app's object in whose code the call stands.
  package let owner: ObjectGraph.Object
  /// The names of the properties that lead from it to the object that is told to end.
  package let path: [String]
  /// The call, with `{holder}` for that path; a `?` behind it stands for a property that mostly is an optional.
  package let template: String
  /// Whether the call says by itself when it is made: what an object owns is taken from it, when that should go.
  private let isOfOwned: Bool

  /// The call, where the first property is known to be an optional or not, or as such a property mostly is.
  ///
  /// - Returns: the call, or `nil` where what it ends is no optional and the call is written for one.
  package func text(isOptional: Bool? = nil) -> String? {
    if template.hasPrefix("if let") {
      let way = path.joined(separator: ".")
      return isOptional == false || path.count > 1 ? nil : template.replacing("{holder}", with: way)
    }
    let isMostly = template.contains("{holder}?")
    let rest = path.dropFirst().map { "." + $0 }.joined()
    let mark = isOptional ?? (isMostly && rest.isEmpty) ? "?" : ""
    let way = (path.first ?? "") + mark + rest + (isMostly && !rest.isEmpty ? "?" : "")
    return template.replacing("{holder}?", with: "{holder}").replacing("{holder}", with: way)
  }

  /// Whether its owner is a screen, which is told when it goes.
  package var isOfScreen: Bool {
    owner.kind == .controller && !owner.type.hasSuffix("WindowController") && !isOfOwned
  }

  /// The longest way of properties that is followed.
  private static let longestPath = 4

  /// The call that ends `reference`, or `nil` where a name in it is not known.
  init?(ending reference: ObjectGraph.Reference) {
    let row = FrameworkCatalogue.current.row(for: reference)
    guard reference.graph.collector == .arc,
      let template = row?.call(forElement: Self.key(of: reference.name))
    else { return nil }
    let target = reference.target
    let way =
      template.contains("{holder}")
      ? Self.way(to: reference.source, callOn: row?.callOn, preferring: target)
      : Self.isApps(target) ? (target, []) : nil
    guard let (owner, path) = way else { return nil }
    // What stands for the target is `self` in its own code alone.
    if template.contains("self"), owner.index != target.index { return nil }
    (self.owner, self.path, self.template) = (owner, path, template)
    isOfOwned = row?.ownership == .owned
  }

  /// The call of `event` on what `owner` has, as a `deinit` makes it too late.
  init?(of event: String, on reference: ObjectGraph.Reference, by owner: ObjectGraph.Object) {
    guard Self.isApps(owner), event.hasSuffix("()"),
      let held = owner.references.first(where: { $0.target.index == reference.source.index }),
      let name = Self.property(held)
    else { return nil }
    let row = FrameworkCatalogue.current.row(for: reference)
    // Of two calls that do, the first.
    let event = event.firstRange(of: " or ").map { String(event[..<$0.lowerBound]) } ?? event
    let isPlain = row?.call(forElement: nil)?.hasPrefix("{holder}.") == true
    (self.owner, path) = (owner, [name])
    template = isPlain ? "{holder}.\(event)" : "{holder}?.\(event)"
    isOfOwned = false
  }

  /// A way back from the holder, to an object of the app or of a framework.
  private struct Way {
    var object: ObjectGraph.Object
    /// The properties that lead from there to the object that is told to end.
    var path: [String] = []
    /// Whether that object is known.
    var isKnown: Bool
  }

  /// The nearest object of the app with properties that lead to an object, through a framework's; the target of the
  /// reference before others.
  ///
  /// Where a pattern is given, the properties lead to the object of that type on the way.
  private static func way(
    to holder: ObjectGraph.Object, callOn pattern: TypePattern?,
    preferring target: ObjectGraph.Object
  ) -> (owner: ObjectGraph.Object, path: [String])? {
    func isCalled(_ object: ObjectGraph.Object) -> Bool {
      pattern?.matches(PlainTypeName(object.type)) ?? false
    }
    var ways = [Way(object: holder, isKnown: pattern == nil || isCalled(holder))]
    var seen: Set<Int32> = [holder.index]
    for _ in 0..<longestPath {
      var next: [Way] = []
      var found: [(owner: ObjectGraph.Object, path: [String])] = []
      for way in ways {
        for reference in way.object.referrers.prefix(ReferenceRoles.referrerLimit) {
          guard let name = property(reference) else { continue }
          let (source, path) = (reference.source, way.isKnown ? [name] + way.path : [])
          if isApps(source) {
            if way.isKnown { found.append((source, path)) }
          } else if source.owner == .framework, way.object.kind != .task,
            seen.insert(source.index).inserted
          {
            // The task that a continuation or a stream resumes is in no property that anybody can name.
            next.append(
              Way(object: source, path: path, isKnown: way.isKnown || isCalled(source)))
          }
        }
      }
      if let own = found.first(where: { $0.owner.index == target.index }) ?? found.min(by: isBefore)
      {
        return own
      }
      ways = next
    }
    return nil
  }

  /// Whether the app has an object: a property or a list of its own leads to it, through those of frameworks or not.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  static func isReached(_ object: ObjectGraph.Object) -> Bool {
    var objects = [object]
    var seen: Set<Int32> = [object.index]
    for _ in 0..<longestPath {
      var next: [ObjectGraph.Object] = []
      for referrer in objects.flatMap({ $0.referrers.prefix(ReferenceRoles.referrerLimit) }) {
        let source = referrer.source
        if isApps(source) { return true }
        let isPassed = source.owner == .framework || [.collection, .box].contains(source.kind)
        if isPassed, next.count < 256, seen.insert(source.index).inserted { next.append(source) }
      }
      objects = next
    }
    return false
  }

  /// The only property of the app's that an object is in, behind the type that has it: `Clock.timer`; `nil` where there
  /// is none, or several.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  static func property(having object: ObjectGraph.Object) -> String? {
    var found: Set<String> = []
    for referrer in object.referrers.prefix(ReferenceRoles.referrerLimit)
    where referrer.strength == .strong && isApps(referrer.source) {
      guard let name = property(referrer) else { return nil }
      found.insert("\(CutWords.words(for: referrer.source)).\(name)")
    }
    return found.count == 1 ? found.first : nil
  }

  /// An order that ids do not decide.
  private static func isBefore(
    _ left: (owner: ObjectGraph.Object, path: [String]),
    _ right: (owner: ObjectGraph.Object, path: [String])
  ) -> Bool {
    if left.owner.type != right.owner.type { return left.owner.type < right.owner.type }
    return left.path.lexicographicallyPrecedes(right.path)
  }

  /// Whether an object has code of the app in which a property of it can be named.
  private static func isApps(_ object: ObjectGraph.Object) -> Bool {
    object.owner == .app && ![.closure, .task, .collection, .box].contains(object.kind)
  }

  /// The property that a reference is stored in, where it has one.
  private static func property(_ reference: ObjectGraph.Reference) -> String? {
    guard reference.kind == .property, !reference.name.contains("["),
      !reference.source.type.isEmpty
    else { return nil }
    let name = FrameworkRow.property(of: reference.name)
    return CutWords.isProperty(name) && !name.contains("$") ? name : nil
  }

  /// The key in brackets behind the name of an element, where it is a text: `bridge` of `handlers["bridge"]`.
  private static func key(of name: String) -> String? {
    guard name.hasSuffix("]"), let open = name.firstIndex(of: "[") else { return nil }
    let key = name[name.index(after: open)...].dropLast().filter { $0 != "\"" }
    let isWord = key.first.map { $0.isLetterOfName || $0 == "_" } ?? false
    return isWord && CutWords.isProperty(key) && key.count <= 64 ? key : nil
  }
}
