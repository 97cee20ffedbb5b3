package import LeakCheckGraph

/// Words for cutting a reference in Swift, and for the reason.
package enum CutWords {
  static func event(ending reference: ObjectGraph.Reference, role: ReferenceRole) -> String {
    if reference.graph.collector == .tracing {
      return reference.until?.event ?? TracedWords.event(ending: reference, role: role)
    }
    if let event = EndingEvents.event(ending: reference) { return event }
    if isCleared(reference, role) { return "\(reference.name) = nil" }
    return reference.name.isEmpty
      ? "the call that undoes the registration" : "removal from \(reference.name)"
  }

  static func fix(
    _ reference: ObjectGraph.Reference, role: ReferenceRole, how: Cut.How
  ) -> String {
    let holder = words(for: reference.source)
    let name = isProperty(reference.name) ? reference.name : place(of: reference)
    let (property, type) = reference.declaration ?? (reference.name, holder)
    if reference.graph.collector == .tracing, reference.until == nil, how == .end {
      return TracedWords.fix(reference, role: role)
    }
    switch how {
    case .end: return endFix(reference, role: role, holder: holder)
    case .weak where reference.isCapture:
      return captureFix(reference, holder: holder)
        + (endFollowing(reference).map { ", and \($0)" } ?? "")
    case .weak where reference.kind == .associated:
      return
        "associate \(words(for: reference.target)) with \(holder) through an object that refers to it weakly"
    case .weak where reference.source.owner == .test && isProperty(reference.name):
      return "set \(name) to nil in tearDown() of \(holder)"
    case .weak where !isProperty(property): return "make \(name) in \(holder) weak"
    case .weak where reference.isInValue:
      return
        "make the reference to \(words(for: reference.target)) within \(holder).\(name) weak, or let go of it"
        + " there when its time is over"
    case .weak where reference.erasedType != nil:
      return
        "declare `\(prefix(of: reference))weak var \(property): \(weakType(of: reference))` in \(type)"
    case .weak: return "declare `\(prefix(of: reference))weak var \(property)` in \(type)"
    case .unowned where reference.isCapture && hasNoName(reference):
      return "capture \(words(for: reference.target)) unowned in \(holder), which never outlives it"
    case .unowned where reference.isCapture:
      return "capture [unowned \(variable(reference))] in \(holder), which never outlives it"
    case .unowned where !isProperty(reference.name): return "make \(name) in \(holder) unowned"
    case .unowned: return "declare `unowned let \(name)` in \(holder)"
    case .captureValue:
      return "capture the value that is needed instead of \(variable(reference)) in \(holder)"
    case .moveOwnership:
      return
        "let another object own \(words(for: reference.target)), then make \(name) in \(holder) weak"
    }
  }

  /// What stands before the declaration of a variable that a reference is.
  static func prefix(of reference: ObjectGraph.Reference) -> String {
    prefix(ofMembersOf: reference.source)
  }

  /// What stands before the declaration of a member of what `object` is: a class, where it is one of its variables.
  static func prefix(ofMembersOf object: ObjectGraph.Object) -> String {
    object.rootReason == "static variable" ? "static " : ""
  }

  /// The type of a weak property in place of one of any type: what is weak is of a class.
  static func weakType(of reference: ObjectGraph.Reference) -> String {
    let type = reference.erasedType ?? "Any"
    return type == "Any" ? "AnyObject?" : "(\(type) & AnyObject)?"
  }

  /// The variable that is captured.
  private static func variable(_ reference: ObjectGraph.Reference) -> String {
    if isUnnamed(reference) { return words(for: reference.target) }
    return reference.name.isEmpty ? "self" : reference.name
  }

  /// Whether nobody knows the name of a capture, and it is not `self`: the closure is known, and is not written in the
  /// type that it captures.
  package static func isUnnamed(_ reference: ObjectGraph.Reference) -> Bool {
    guard reference.isCapture, reference.name.isEmpty, !reference.source.name.isEmpty else {
      return false
    }
    let type = reference.target.type.prefix { $0 != "<" }
    return !reference.source.name.contains("\(type).")
  }

  /// Whether a capture has no name that could stand in a list of captures.
  private static func hasNoName(_ reference: ObjectGraph.Reference) -> Bool {
    isUnnamed(reference)
      || !reference.name.isEmpty && !RoleWords.isSelf(reference.name) && !isProperty(reference.name)
  }

  /// Whether a name can stand in a declaration: offsets and positions, which tools give where they know none, cannot.
  static func isProperty(_ name: String) -> Bool {
    guard let first = name.first, first.isLetterOfName || first == "_" || first == "$" else {
      return false
    }
    return name.allSatisfy {
      $0.isLetterOfName || $0.isNumberOfName || $0 == "_" || $0 == "$"
    }
  }

  /// A reference that no property of that name declares, by what it leads to.
  private static func place(of reference: ObjectGraph.Reference) -> String {
    let target = words(for: reference.target)
    return reference.name.isEmpty
      ? "the reference to \(target)" : "the reference \(reference.name) to \(target)"
  }

  private static func endFix(
    _ reference: ObjectGraph.Reference, role: ReferenceRole, holder: String
  ) -> String {
    let event = event(ending: reference, role: role)
    let target = words(for: reference.target)
    if event == "finish()", let continuation = continuation(of: reference.source) {
      return
        "call finish() on \(continuation) when no more values come, which ends the loop over the stream"
    }
    if role == .frameworkInternal, EndingEvents.event(ending: reference) == nil {
      return "report to the framework's authors that \(holder) keeps \(target)"
    }
    if case .inDeinit(let owner)? = reference.until?.called {
      return "call \(event) before deinit \(moment(before: owner, in: reference.graph))"
    }
    if let fix = FrameworkCatalogue.current.fix(for: reference) { return fix }
    if reference.source.type == ValueTypes.memoryOfC, reference.until == nil {
      return
        "let go of \(target) in \(slot(reference, of: holder)) when its time is over: assign nil there, or release what Unmanaged.passRetained(_:) retained"
    }
    if isAppsFunction(reference, role) {
      return reference.isCapture
        ? "set \(isProperty(reference.name) ? reference.name : "the variable") to nil when it is not called again"
        : "set \(slot(reference, of: holder)) to nil \(moment(ofLettingGo: reference))"
    }
    if reference.target.kind == .task, reference.source.owner != .framework, reference.until == nil
    {
      return
        "call cancel() on \(slot(reference, of: holder)) and set it to nil when its time is over"
    }
    if isCleared(reference, role) {
      return "set \(slot(reference, of: holder)) to nil \(moment(ofLettingGo: reference))"
    }
    if reference.target.kind == .collection, reference.source.owner != .framework,
      reference.until == nil, isProperty(reference.name)
    {
      return "empty \(slot(reference, of: holder)) \(moment(ofLettingGo: reference))"
    }
    if reference.source.owner != .framework, EndingEvents.event(ending: reference) == nil {
      return
        "remove \(target) from \(slot(reference, of: holder)) \(moment(ofLettingGo: reference))"
    }
    // What a screen calls on itself, such as removeFromSuperview(), is no call on what shows it.
    if FrameworkCatalogue.current.row(for: reference)?.call(forElement: nil) == event {
      return "call \(event) on \(target) when it should go"
    }
    if event == EndingEvents.dismissal {
      return "call \(event) on the controller that presented \(target) when it should go"
    }
    let isHeldByRemoval = EndingEvents.event(ending: reference) == nil && !reference.name.isEmpty
    let call =
      isHeldByRemoval
      ? "take \(target) out of \(slot(reference, of: holder)) when it should go"
      : kept(reference.source, of: holder)
        + self.call(of: event, on: reached(reference.source), for: target)
    return role == .registration && hasStandIn(reference, event)
      ? "\(call), or hand it a proxy with a weak target" : call
  }

  /// What comes before a call on an object that nothing of the app leads to.
  static func kept(_ object: ObjectGraph.Object, of holder: String) -> String {
    // A window is reached from what it shows.
    let isCalled =
      object.kind != .window && FrameworkCatalogue.current.isCalledByProperty(object)
    return isCalled && !EndingCall.isReached(object) ? "keep \(holder) in a property, and " : ""
  }

  /// A framework's object that a call is made on, by the property that has it, as one writes it.
  static func reached(_ object: ObjectGraph.Object) -> String {
    guard object.owner == .framework else { return words(for: object) }
    return EndingCall.property(having: object) ?? words(for: object)
  }

  /// Whether another object could stand for a target that is told of events: not for a block, for a job that is waited
  /// for, or for what is shown.
  private static func hasStandIn(_ reference: ObjectGraph.Reference, _ event: String) -> Bool {
    let name = FrameworkRow.property(of: reference.name).lowercased()
    let isTold = ["target", "delegate", "observer", "handler", "listener"].contains {
      name.hasSuffix($0) || name.hasSuffix($0 + "s")
    }
    return (isTold || name.isEmpty) && !isCode(reference.target)
      && ClassTraits(of: reference.target).rank != .view
      && !["cancel", "finish()", "resume"].contains(where: event.hasPrefix)
  }

  private static func moment(ofLettingGo reference: ObjectGraph.Reference) -> String {
    EndingEvents.moment(ofForgetting: reference) ?? "when its time is over"
  }

  /// When a call can be made that an object's `deinit` makes too late, and that it does.
  private static func moment(before owner: ObjectID, in graph: ObjectGraph) -> String {
    let object = graph.object(withID: owner)
    let type = object.map(words) ?? "\(owner)"
    let place =
      object?.kind == .controller
      ? object?.isOfAppKit == true ? "e.g. in viewDidDisappear()" : "e.g. in viewDidDisappear(_:)"
      : "e.g. in a method that whoever owns \(type) calls when it is done"
    return "(that of \(type) never runs), \(place)"
  }

  /// The call that ends a reference, when its target should go; of what takes two steps, both.
  private static func call(of event: String, on holder: String, for target: String) -> String {
    let then = EndingEvents.steps(of: event).then
    return call(of: event, on: holder) + " when \(target) should go"
      + (then.map { ", and \($0)" } ?? "")
  }

  /// The call that ends a reference: of what observes, a method of its centre.
  static func call(of event: String, on holder: String) -> String {
    let (token, clearing) = (" with its token", " = nil")
    if event.hasSuffix(clearing) {
      return "set \(event.dropLast(clearing.count)) of \(holder) to nil"
    }
    if event.hasSuffix(token) { return "hand \(holder) to \(event.dropLast(token.count))" }
    return "call \(EndingEvents.steps(of: event).call) on \(holder)"
  }

  /// Whether a variable of the app holds a closure by the reference, which cannot be weak.
  private static func isAppsFunction(
    _ reference: ObjectGraph.Reference, _ role: ReferenceRole
  ) -> Bool {
    guard reference.source.owner != .framework, reference.until == nil,
      reference.graph.collector == .arc, role != .listed
    else { return false }
    return isCode(reference.target)
  }

  /// Whether a property of the app's is cleared to end what it keeps: it holds a closure, or is all that owns an object.
  private static func isCleared(
    _ reference: ObjectGraph.Reference, _ role: ReferenceRole
  ) -> Bool {
    guard isProperty(reference.name) else { return false }
    if isAppsFunction(reference, role) { return true }
    return isLettingGo(reference, role)
  }

  /// Whether a property that ends is cleared when its time is over because it is all that owns its target: what is no
  /// value of Swift, in no list, and has no event that ends it, would be weak otherwise.
  static func isLettingGo(_ reference: ObjectGraph.Reference, _ role: ReferenceRole) -> Bool {
    let target = reference.target
    return ![.listed, .listening, .clearedWhenDone].contains(role)
      && reference.source.owner != .framework && reference.until == nil
      && reference.graph.collector == .arc && reference.kind == .property && !reference.isCapture
      && ![.closure, .task, .collection].contains(target.kind) && !isCode(target)
      && !target.kind.isOfValue && EndingEvents.event(ending: reference) == nil
  }

  /// Whether an object is a closure, or the box of a variable that holds one.
  private static func isCode(_ object: ObjectGraph.Object) -> Bool {
    object.kind == .closure
      || object.kind == .box && object.references.contains { $0.target.kind == .closure }
  }

  /// The place in `holder` that a reference is in: a property, or an element of a collection.
  private static func slot(_ reference: ObjectGraph.Reference, of holder: String) -> String {
    if let list = list(reference.source) { return list }
    if let variable = boxedVariable(reference) { return "the captured variable \(variable)" }
    if reference.name.isEmpty { return holder }
    let isElement = reference.name.hasPrefix("[")
    return isElement ? "\(reference.name) of \(holder)" : "\(holder).\(reference.name)"
  }

  /// The variable whose box a reference is from, by the name under which closures capture it; `nil` of anything else.
  static func boxedVariable(_ reference: ObjectGraph.Reference) -> String? {
    guard reference.source.kind == .box else { return nil }
    return reference.source.referrers.prefix(ReferenceRoles.referrerLimit)
      .first { $0.isCapture && isProperty($0.name) }?.name
  }

  /// The variable that a list of its own is in, or `nil` where it is in none, or in several.
  private static func list(_ source: ObjectGraph.Object) -> String? {
    guard source.kind == .collection else { return nil }
    // Beside a variable, a word of memory without a layout tells nothing: a capture may meet one that is old.
    let referrers = Array(source.referrers)
    let variables = referrers.filter { $0.kind != .runtime }
    let holders = variables.isEmpty ? referrers : variables
    guard holders.count == 1, let only = holders.first, isProperty(only.name) else {
      return nil
    }
    let holder = words(for: only.source)
    // A variable of a class is written behind the name of the class.
    return
      "\(holder.hasSuffix(".Type") ? String(holder.dropLast(".Type".count)) : holder).\(only.name)"
  }

  /// The property of the program's that has the continuation of a stream, by the stream's own storage.
  private static func continuation(of stream: ObjectGraph.Object) -> String? {
    guard stream.type.hasPrefix("Async"), stream.type.hasSuffix("_Storage") else { return nil }
    let holder = stream.referrers.first {
      $0.source.owner != .framework && $0.kind == .property && !$0.name.isEmpty
    }
    guard let holder else { return "the continuation of the stream" }
    return "\(words(for: holder.source)).\(holder.name.prefix { $0 != "." })"
  }

  static func why(
    _ reference: ObjectGraph.Reference, role: ReferenceRole, how: Cut.How, safety: Cut.Safety
  ) -> String {
    if reference.strength != .strong { return "a weak reference becomes nil when its target goes" }
    let holder = words(for: reference.source)
    let target = words(for: reference.target)
    let isCleared =
      how == .end && isLettingGo(reference, role)
      && FrameworkCatalogue.current.row(for: reference) == nil
    let reason =
      switch role {
      case _ where isCleared:
        "nothing else keeps \(target), which would go as soon as it is stored if it were weak"
      case .selfCapture, .capture: "\(holder) captures what keeps it alive"
      case .endedTooLate:
        "the call that ends it runs only after \(target) is freed, which it prevents"
      case .delegate: "a delegate is not owned by the object it serves"
      case .recorded: "\(holder) only remembers \(target) for the test"
      case .clearedWhenDone: "\(holder) is done some day, and does not need \(target) then"
      case .listening: "\(target) listens to \(holder), which does not own it"
      case .parent, .backReference, .likelyBack: "it leads back to the object that owns \(holder)"
      case .memberOfMany: "\(target) lists \(holder) among others, so it is the owner"
      case .registration: "\(holder) keeps what was registered with it until it is told otherwise"
      case .towardsScreen: "\(target) is a screen, which is held by what shows it"
      case .partOfWhole: "\(holder) is a part of \(target) by their types"
      case .namedBack: "its name is that of what \(target) is to \(holder)"
      case .associated: "\(holder) owns \(target) as an associated object"
      case .contained: "\(holder) contains \(target)"
      case .towardsGone: "\(target) should be gone, and \(holder) keeps it"
      case .upward: "\(target) outlives \(holder) and is not owned by it"
      case .listed: "\(holder) keeps everything in its list until it is taken out"
      case .ownership where how == .weak && safety == .proved:
        "something else owns \(target), or owns live objects of its type"
      case .ownership: "no other reference on the way is cheaper to cut"
      case .frameworkInternal: "it lies between objects of frameworks"
      }
    return safety != .refuted
      ? reason : "\(reason); but something that is needed has no other owner"
  }

  /// An object in words: its name for a closure, else its type.
  static func words(for object: ObjectGraph.Object) -> String {
    if object.graph.collector == .tracing { return TracedWords.words(for: object) }
    guard object.kind == .closure else { return object.type.isEmpty ? "an object" : object.type }
    return object.name.isEmpty ? "the closure" : object.name
  }
}

extension Character {
  /// Whether it is a letter, which is known at once where it is one of ASCII.
  var isLetterOfName: Bool {
    guard let value = asciiValue else { return isLetter }
    return (65...90).contains(value) || (97...122).contains(value)
  }

  /// Whether it is a number, which is known at once where it is one of ASCII.
  var isNumberOfName: Bool {
    guard let value = asciiValue else { return isNumber }
    return (48...57).contains(value)
  }
}
