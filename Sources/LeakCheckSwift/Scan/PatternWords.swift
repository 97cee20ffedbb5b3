/// The texts for a match: the path, the retained object, its endings, and the fix.
struct PatternWords {
  let pattern: LeakPattern
  let type: String
  let property: String?
  let hold: PatternSite.Hold
  let isScheduled: Bool
  let endings: Endings

  /// The calls that end the reference, by member of the type.
  struct Endings {
    /// The members that end it.
    var members: [String] = []
    /// Whether the closure itself ends it.
    var isInside = false
    /// Whether only `deinit` would end it.
    var isOnlyDeinitializer = false
  }

  private var isMethod: Bool { if case .method = hold { true } else { false } }

  /// The holder of `self`: the end of the path.
  private var holder: String {
    let own = if case .method(let name) = hold { "self.\(name)" } else { "" }
    return switch pattern {
    case .sinkKeepsSelf: isMethod ? own : "sink's closure"
    case .assignOnSelf: "assign's subscriber"
    case .observerBlockLeft: isMethod ? own : "block"
    case .closureInOwnProperty: "closure"
    case .repeatingTimer: isMethod ? own : "block"
    }
  }

  /// The chain of holders.
  var path: [String] {
    let own = property.map { [$0] } ?? []
    switch pattern {
    case .sinkKeepsSelf, .assignOnSelf, .closureInOwnProperty:
      return ["self"] + own + [holder, "self"]
    case .observerBlockLeft: return ["notification centre", "token", holder, "self"]
    case .repeatingTimer:
      let start = isScheduled ? ["run loop", "timer"] : ["self"] + own
      if case .object = hold { return start + ["self"] }
      return start + [holder, "self"]
    }
  }

  var message: String {
    let own = property.map { "\(type).\($0)" } ?? type
    return switch pattern {
    case .sinkKeepsSelf:
      "\(own) keeps a sink that keeps \(type): \(isMethod ? "the method" : "its closure") holds self"
    case .assignOnSelf: "\(own) keeps what assign(to:on:) makes, which keeps \(type)"
    case .observerBlockLeft:
      "the notification centre keeps a block that keeps \(type), and nothing removes it"
    case .closureInOwnProperty: "\(own) keeps a closure that keeps \(type)"
    case .repeatingTimer:
      isScheduled
        ? "the run loop keeps a repeating timer that keeps \(type)"
        : "\(own) keeps a repeating timer that keeps \(type)"
    }
  }

  var why: String {
    if endings.isOnlyDeinitializer {
      return "Only deinit \(verb), and it cannot run while \(type) is kept."
    }
    if !endings.members.isEmpty {
      return "It is kept until \(Self.list(endings.members)) \(verb)"
        + (pattern == .sinkKeepsSelf ? ", or its publisher ends." : ".")
    }
    if endings.isInside { return "It is kept until the closure itself \(verb)." }
    return switch pattern {
    case .sinkKeepsSelf:
      "Nothing in \(type) \(verb): it is kept until the publisher ends, if it does."
    case .assignOnSelf:
      "Nothing in \(type) \(verb): it is kept until the publisher ends, if it does."
    case .observerBlockLeft:
      property == nil
        ? "The token is dropped, so nobody can remove the block."
        : "The token in \(property ?? "") is never passed to removeObserver(_:);"
          + " removeObserver(self) removes no block."
    case .closureInOwnProperty: "Nothing in \(type) \(verb)."
    case .repeatingTimer: "Nothing in \(type) \(verb)."
    }
  }

  /// The verb for ending the reference.
  private var verb: String {
    switch pattern {
    case .sinkKeepsSelf, .assignOnSelf: "cancels or empties \(property ?? "it")"
    case .observerBlockLeft: "removes it"
    case .closureInOwnProperty: "empties \(property ?? "it")"
    case .repeatingTimer: "invalidates it"
    }
  }

  var fix: String {
    switch pattern {
    case .sinkKeepsSelf:
      isMethod
        ? "replace the method by a closure that captures [weak self]"
        : "capture [weak self] in the closure"
    case .assignOnSelf: "use sink { [weak self] in … }, or assign(to: &$…) of a @Published property"
    case .observerBlockLeft:
      "capture [weak self] in the block, keep the token, and pass it to removeObserver(_:) in deinit"
    case .closureInOwnProperty: "capture [weak self] in the closure"
    case .repeatingTimer:
      if case .object = hold {
        "use the form with a block that captures [weak self], and call invalidate() in deinit"
      } else {
        "capture [weak self] in the block, and call invalidate() in deinit"
      }
    }
  }

  private static func list(_ members: [String]) -> String {
    let shown = members.prefix(2)
    let rest = members.count - shown.count
    return shown.joined(separator: " or ") + (rest > 0 ? " or one of \(rest) more" : "")
  }
}
