/// The actions of a scenario, by subject; ``Grammar`` lists the operands of each.
enum Word: Hashable, Sendable {
  case object(ObjectWord)
  case body(BodyWord)
  case check(CheckWord)
  case time(TimeWord)
  case observation(ObservationWord)
  case task(TaskWord)
  case session(SessionWord)
  case publisher(PublisherWord)
  case view(ViewWord)
  case app(AppWord)
  case container(ContainerWord)

  /// The word within its subject.
  var subject: any SubjectWord {
    switch self {
    case .object(let word): word
    case .body(let word): word
    case .check(let word): word
    case .time(let word): word
    case .observation(let word): word
    case .task(let word): word
    case .session(let word): word
    case .publisher(let word): word
    case .view(let word): word
    case .app(let word): word
    case .container(let word): word
    }
  }

  /// The word in messages.
  var name: String { subject.rawValue }

  /// The key at the start of the action in the format.
  var key: String { self == .observation(.observeSelector) ? "observe" : name }
}

/// The words of one subject.
///
/// Each subject's words are declared beside the code that performs them, a `switch` over all of them.
protocol SubjectWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Performs an action with this word.
  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation)
}

/// The kind of value for a key of an action.
enum OperandKind: Sendable {
  /// The name of an existing object.
  case object
  /// A name, or null.
  case objectOrNull
  /// A place in which to store something.
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
    case .value:
      "null, a name, {\"closure\": …}, {\"method\": …}, {\"weakBox\": …} or {\"copy\": …}"
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
  static let forms: [Form] =
    [
      // `new`, `window` and `timer` before `root`, `set` and `after`, which are keys of theirs too.
      Form(
        .object(.new), .type, .may("as", .name), .may("root", .object), .may("set", .properties),
        .may("with", .values)),
      Form(.app(.window), .name, .may("root", .object)),
      Form(.object(.drop), .object),
      Form(.object(.set), .place, .must("to", .value)),
      Form(
        .object(.append), .value, .must("to", .place), .may("at", .index), .may("key", .text)),
      Form(
        .object(.pick), .place, .must("as", .name), .may("at", .index), .may("key", .text),
        .may("last", .truth)),
      Form(
        .object(.take), .place, .may("as", .name), .may("at", .index), .may("key", .text),
        .may("last", .truth)),
      Form(.object(.remove), .value, .must("from", .place)),
      Form(.object(.clear), .place),
      Form(.object(.copy), .place, .must("to", .place)),
      Form(.object(.call), .place, .may("with", .values), .may("as", .name), .may("most", .index)),
      Form(.body(.parameters), .names),
      Form(.body(.giveBack), .value),
      Form(.body(.unless), .object),
      Form(.body(.each), .place, .must("as", .name), .must("do", .actions)),
      Form(.body(.whileThere), .place, .may("most", .index), .must("do", .actions)),
      Form(
        .object(.associate), .value, .must("with", .object), .may("key", .text),
        .may("policy", .text)),
      Form(.object(.guardName), .object, .may("else", .actions)),
      Form(
        .time(.timer),
        .group([
          .may("every", .seconds), .may("after", .seconds), .may("target", .object),
          .may("selector", .text), .may("block", .closure),
        ]), .may("in", .place)),
      Form(
        .time(.displayLink), .group([.must("target", .object), .may("selector", .text)]),
        .may("in", .place)),
      Form(.time(.invalidate), .place),
      Form(.time(.advance), .seconds),
      Form(.time(.after), .seconds, .must("do", .closure), .may("repeats", .truth)),
      Form(.time(.async), .closure),
      Form(.time(.animate), .closure, .may("completion", .closure)),
      Form(.time(.source), .group([.must("handler", .closure)]), .may("in", .place)),
      Form(.observation(.observe), .text, .must("using", .closure), .may("in", .place)),
      Form(.observation(.observeSelector), .text, .must("selector", .object)),
      Form(.observation(.unobserve), .place),
      Form(.observation(.post), .text),
      Form(
        .observation(.kvo), .object, .must("keyPath", .text), .must("using", .closure),
        .may("in", .place)),
      Form(.task(.task), .closure, .may("in", .place)),
      Form(.task(.await), .text, .may("lost", .truth)),
      Form(.task(.forAwait), .text, .must("do", .actions)),
      Form(.task(.cancel), .place),
      Form(.task(.signal), .text),
      Form(.task(.yield), .text),
      Form(.task(.finish), .text),
      Form(.session(.session), .group([.may("delegate", .objectOrNull)]), .may("in", .place)),
      Form(.session(.finishSession), .place),
      Form(.session(.dataTask), .place, .must("completion", .closure)),
      Form(.session(.complete), .place),
      Form(.publisher(.sink), .closure, .must("on", .place), .may("in", .place)),
      Form(.publisher(.assign), .place, .must("on", .place), .may("in", .place)),
      Form(.view(.addSubview), .object, .must("to", .object)),
      Form(.view(.removeFromSuperview), .object),
      Form(
        .view(.gesture), .group([.must("target", .object), .may("selector", .text)]),
        .must("on", .object)),
      Form(
        .view(.control), .group([.must("target", .object), .may("selector", .text)]),
        .must("on", .object)),
      Form(.view(.uiAction), .closure, .must("on", .object)),
      Form(.view(.delegate), .objectOrNull, .must("of", .object)),
      Form(.view(.layout), .object),
      Form(.view(.tap), .text, .must("of", .type), .may("as", .name), .may("with", .values)),
      Form(.view(.tapActions), .type),
      Form(.app(.show), .object),
      Form(.app(.root), .object, .must("of", .object)),
      Form(.object(.read), .place),
      Form(.view(.loadViewIfNeeded), .object),
    ] + ContainerWord.forms + [
      Form(.app(.rotate), .object),
      Form(.app(.launch), .truth),
      Form(.app(.background), .truth),
      Form(.app(.foreground), .truth),
      Form(.app(.memoryWarning), .truth),
      Form(.app(.disconnectScene), .object),
      Form(.check(.expectGone), .text, .may("eventually", .truth)),
      Form(.check(.expectAlive), .text),
      Form(.check(.snapshot), .text),
    ]

  /// The positions in ``forms`` of those that a key begins.
  static let positions: [String: [Int]] = Dictionary(
    grouping: forms.indices, by: { forms[$0].word.key })

  /// The actions that are written as a string of their own.
  static let plainWords: [Word] = [.body(.superCall), .body(.noSuper), .body(.log)]

  /// The keys that begin an action, each once.
  static let beginnings: [String] = {
    var seen: Set<String> = []
    return forms.map(\.word.key).filter { seen.insert($0).inserted }
  }()

  static let styles = PresentationStyle.allCases.map(\.rawValue)
}
