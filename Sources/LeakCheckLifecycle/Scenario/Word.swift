/// The actions of a scenario, by the key that begins them; see ``Grammar`` for what goes with each.
enum Word: String, CaseIterable, Sendable {
  case superCall = "super"
  case noSuper = "no super"
  case log
  case new, drop, set, append, remove, clear, call, associate, guardName = "guard"
  case parameters, giveBack = "return", unless, each
  case timer, displayLink, invalidate, advance
  case after, async, animate, source
  case observe, observeSelector, unobserve, post, kvo
  case task, await, forAwait = "for await", cancel, signal, yield, finish
  case session, finishSession, dataTask, complete
  case sink, assign
  case addSubview, removeFromSuperview, gesture, control, uiAction, delegate, layout
  case window, show, root, read, loadViewIfNeeded, push, pop, popToRoot, popTo
  case setViewControllers, swipeBack, select, present, dismiss, dragDown, page
  case addChild, willMove, didMove, removeFromParent, transition, rotate
  case launch, background, foreground, memoryWarning, disconnectScene
  case expectGone, expectAlive, snapshot

  /// The key that the format begins the action with.
  var key: String { self == .observeSelector ? "observe" : rawValue }
}

/// What belongs to a key of an action.
enum OperandKind: Sendable {
  /// A name of something that is there.
  case object
  /// A name, or null.
  case objectOrNull
  /// A place to store something in.
  case place
  /// A new name.
  case name
  case names
  case type
  case value
  case values
  /// A closure, a bound method, or a place that holds one.
  case closure
  case text
  case seconds
  case index
  case truth
  case objects
  case actions
  case properties
  case style
  /// An object with keys of its own, whose operands are named `timer.every` and so on.
  case group([Form.Key])

  var words: String {
    switch self {
    case .object: "a name"
    case .objectOrNull: "a name or null"
    case .place: "a place such as \"self.timer\""
    case .name: "a new name"
    case .names: "an array of new names"
    case .type: "the name of a type"
    case .value: "null, a name, {\"closure\": …}, {\"method\": …} or {\"weakBox\": …}"
    case .values: "an array of values: names, null, closures, bound methods"
    case .closure: "a closure {\"captures\": {…}, \"do\": […]}"
    case .text: "a string"
    case .seconds: "a number of seconds, at least 0"
    case .index: "a whole number, at least 0"
    case .truth: "true or false"
    case .objects: "an array of names"
    case .actions: "an array of actions"
    case .properties: "an object of properties and values"
    case .style: "a presentation style"
    case .group: "an object"
    }
  }
}

/// The keys of one action.
struct Form: Sendable {
  struct Key: Sendable {
    var key: String
    var kind: OperandKind
    var isRequired = true
  }

  var word: Word
  /// The keys, the one that begins the action first.
  var keys: [Key]

  init(_ word: Word, _ kind: OperandKind, _ more: Key...) {
    self.word = word
    keys = [Key(key: word.key, kind: kind)] + more
  }
}

extension Form.Key {
  static func must(_ key: String, _ kind: OperandKind) -> Form.Key { .init(key: key, kind: kind) }
  static func may(_ key: String, _ kind: OperandKind) -> Form.Key {
    .init(key: key, kind: kind, isRequired: false)
  }
}

/// Every action of the format: one row each, which the reader follows and the schema repeats.
enum Grammar {
  static let forms: [Form] = [
    // `new`, `window` and `timer` before `root`, `set` and `after`, which are keys of theirs too.
    Form(
      .new, .type, .may("as", .name), .may("root", .object), .may("set", .properties),
      .may("with", .values)),
    Form(.window, .name, .may("root", .object)),
    Form(.drop, .object),
    Form(.set, .place, .must("to", .value)),
    Form(.append, .value, .must("to", .place)),
    Form(.remove, .value, .must("from", .place)),
    Form(.clear, .place),
    Form(.call, .place, .may("with", .values), .may("as", .name), .may("most", .index)),
    Form(.parameters, .names),
    Form(.giveBack, .value),
    Form(.unless, .object),
    Form(.each, .place, .must("as", .name), .must("do", .actions)),
    Form(
      .associate, .value, .must("with", .object), .may("key", .text), .may("policy", .text)),
    Form(.guardName, .object, .may("else", .actions)),
    Form(
      .timer,
      .group([
        .may("every", .seconds), .may("after", .seconds), .may("target", .object),
        .may("selector", .text), .may("block", .closure),
      ]), .may("in", .place)),
    Form(
      .displayLink, .group([.must("target", .object), .may("selector", .text)]),
      .may("in", .place)),
    Form(.invalidate, .place),
    Form(.advance, .seconds),
    Form(.after, .seconds, .must("do", .closure)),
    Form(.async, .closure),
    Form(.animate, .closure, .may("completion", .closure)),
    Form(.source, .group([.must("handler", .closure)]), .may("in", .place)),
    Form(.observe, .text, .must("using", .closure), .may("in", .place)),
    Form(.observeSelector, .text, .must("selector", .object)),
    Form(.unobserve, .place),
    Form(.post, .text),
    Form(
      .kvo, .object, .must("keyPath", .text), .must("using", .closure), .may("in", .place)),
    Form(.task, .closure, .may("in", .place)),
    Form(.await, .text),
    Form(.forAwait, .text, .must("do", .actions)),
    Form(.cancel, .place),
    Form(.signal, .text),
    Form(.yield, .text),
    Form(.finish, .text),
    Form(.session, .group([.may("delegate", .objectOrNull)]), .may("in", .place)),
    Form(.finishSession, .place),
    Form(.dataTask, .place, .must("completion", .closure)),
    Form(.complete, .place),
    Form(.sink, .closure, .must("on", .place), .may("in", .place)),
    Form(.assign, .place, .must("on", .place), .may("in", .place)),
    Form(.addSubview, .object, .must("to", .object)),
    Form(.removeFromSuperview, .object),
    Form(
      .gesture, .group([.must("target", .object), .may("selector", .text)]),
      .must("on", .object)),
    Form(
      .control, .group([.must("target", .object), .may("selector", .text)]),
      .must("on", .object)),
    Form(.uiAction, .closure, .must("on", .object)),
    Form(.delegate, .objectOrNull, .must("of", .object)),
    Form(.layout, .object),
    Form(.show, .object),
    Form(.root, .object, .must("of", .object)),
    Form(.read, .place),
    Form(.loadViewIfNeeded, .object),
    Form(.push, .object, .must("on", .object)),
    Form(.pop, .object),
    Form(.popToRoot, .object),
    Form(.popTo, .object, .must("on", .object)),
    Form(.setViewControllers, .objects, .must("on", .object)),
    Form(.swipeBack, .object, .may("cancelled", .truth)),
    Form(.select, .index, .must("on", .object)),
    Form(.present, .object, .must("from", .object), .may("style", .style)),
    Form(.dismiss, .object),
    Form(.dragDown, .object, .may("cancelled", .truth)),
    Form(.page, .object, .must("on", .object), .may("cancelled", .truth)),
    Form(.addChild, .object, .must("to", .object)),
    Form(.willMove, .object, .must("to", .objectOrNull)),
    Form(.didMove, .object, .must("to", .objectOrNull)),
    Form(.removeFromParent, .object),
    Form(
      .transition, .group([.must("from", .object), .must("to", .object)]), .must("in", .object)),
    Form(.rotate, .object),
    Form(.launch, .truth),
    Form(.background, .truth),
    Form(.foreground, .truth),
    Form(.memoryWarning, .truth),
    Form(.disconnectScene, .object),
    Form(.expectGone, .text),
    Form(.expectAlive, .text),
    Form(.snapshot, .text),
  ]

  /// The positions in ``forms`` of those that a key begins.
  static let positions: [String: [Int]] = Dictionary(
    grouping: forms.indices, by: { forms[$0].word.key })

  /// The actions that are written as a string of their own.
  static let plainWords: [Word] = [.superCall, .noSuper, .log]

  /// The keys that begin an action, each once.
  static let beginnings: [String] = {
    var seen: Set<String> = []
    return forms.map(\.word.key).filter { seen.insert($0).inserted }
  }()

  static let styles = [
    "automatic", "fullScreen", "currentContext", "pageSheet", "formSheet", "popover",
    "overFullScreen", "overCurrentContext", "custom", "none",
  ]
}
