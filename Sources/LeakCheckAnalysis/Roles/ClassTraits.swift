import LeakCheckGraph

/// Traits of an object that its type, kind and owner show.
struct ClassTraits {
  var rank: ObjectRank?
  /// The words of the type, without those of its generic arguments and of the types it is nested in.
  var words: [String]
  /// How far inside its model an object stands by the noun of its type; see ``PartNouns``.
  var level: Int?
  var isClosure: Bool
  /// Whether it is a closure or a task.
  var isCode: Bool
  var isCollection: Bool
  var isBox: Bool
  var isStruct: Bool
  /// Whether the type is a function's, or one of the structures that hold objects and are known by their names.
  var isNamedAsValue: Bool
  var isObserver: Bool
  var isFramework: Bool
  var isTestDouble: Bool
  /// Whether it is a window or controls one.
  var isWindow: Bool
  /// The rows of the catalogue that speak of it.
  var rows: [FrameworkRow]

  init(type: String, kind: ObjectKind, isFramework: Bool) {
    let plain = PlainTypeName(type)
    words = RoleWords.words(of: plain.lastComponent)
    rank = ObjectRank(words, kind: kind)
    isClosure = kind == .closure
    isCode = isClosure || kind == .task
    isCollection = kind == .collection
    isBox = kind == .box
    isStruct = kind.isOfValue
    isObserver = kind == .observer
    isNamedAsValue = ValueTypes.contains(type, named: plain)
    isTestDouble = RoleWords.isTestDouble(words)
    isWindow =
      kind == .window || words.last == "window" || words.suffix(2) == ["window", "controller"]
    level = words.last.flatMap(PartNouns.level)
    rows = FrameworkCatalogue.current.rows(meaning: plain, kind).filter {
      $0.speaks(of: plain, kind, isFramework: isFramework)
    }
    self.isFramework = isFramework
  }

  init(of object: ObjectGraph.Object) {
    self.init(type: object.type, kind: object.kind, isFramework: object.owner == .framework)
  }

  /// Whether it is shown, and held by what shows it.
  var isScreen: Bool {
    switch rank {
    case .container, .controller, .view: true
    default: false
    }
  }

  /// Whether it is a screen that another holds which shows it: a window is held by who made it alone.
  var isShownByAnother: Bool { isScreen && !isWindow }

  /// The row that speaks of a reference of the given name.
  func row(forReference name: String) -> FrameworkRow? {
    rows.first { $0.speaks(ofReference: name) }
  }

  /// Whether a variable of the type holds a value in Swift, which cannot be weak: a closure, a task, a collection, a
  /// struct, or a value in the box of a protocol's type.
  var isValue: Bool { isCode || isCollection || isStruct || isNamedAsValue }

  /// Whether the type is one of tools, and another of nothing that tells who has whom.
  func isToolOf(_ whole: ClassTraits) -> Bool {
    level == PartNouns.tools && whole.level == nil && whole.rank == nil
      && !(whole.words.last.map(RoleWords.isPartPlayed) ?? true)
  }

  /// Whether the type is named for another as its part is: `TreeNode` for `Tree`.
  func isNamedFor(_ whole: ClassTraits) -> Bool {
    if whole.words.isEmpty { return false }
    if words.count > whole.words.count, words.starts(with: whole.words) { return true }
    return isNamedForView(whole)
  }

  /// Whether the type is named for a view as what helps it: `ChartLegend` for `ChartView`.
  private func isNamedForView(_ view: ClassTraits) -> Bool {
    let name = view.words.dropLast()
    let isLonger = words.count > view.words.count
    return view.rank == .view && rank == nil && !name.isEmpty && words.starts(with: name)
      && (isLonger || level == nil && words.count == view.words.count)
      && !RoleWords.isParent(words) && !RoleWords.isBackReference(words)
  }

  /// Whether the type is one of jobs, which a view starts and does not belong to.
  var isOfJobs: Bool {
    rank == nil && words.last.map { $0 == "task" || RoleWords.isJob([$0]) } == true
  }

  /// Whether the type is a screen's own, and another supplies many with what they need: a view model has its service.
  func isOfScreen(suppliedBy other: ClassTraits) -> Bool {
    guard rank == .servant, other.rank == .supplier else { return false }
    return words.suffix(2) == ["view", "model"]
      || ["viewmodel", "presenter", "interactor"].contains(words.last)
  }

  /// Whether the type is named for what it does, and another of the same family is a service: `SettingsMigrator` for
  /// `SettingsStore`.
  func isAgentOf(_ service: ClassTraits) -> Bool {
    guard rank == nil, level == nil, words.count > 1, words.first == service.words.first,
      service.rank == .service || service.rank == .supplier
    else { return false }
    return words.last.map(RoleWords.isAgent) ?? false
  }
}

extension ObjectGraph.Object {
  /// Whether a screen is one of AppKit: what it has, or what has it, is of a framework's and named as AppKit's views and
  /// windows are.
  ///
  /// - Complexity: O(1): only so many references are looked at.
  var isOfAppKit: Bool {
    let limit = ReferenceRoles.referrerLimit
    let others = references.prefix(limit).map(\.target) + referrers.prefix(limit).map(\.source)
    return others.contains { other in
      let traits = ClassTraits(of: other)
      return other.owner == .framework && other.type.hasPrefix("NS")
        && (traits.isScreen || other.kind == .window)
    }
  }
}

extension ObjectKind {
  /// Whether it is a value of Swift with properties or cases of its own, to which no variable can be weak.
  var isOfValue: Bool { rawValue == "struct" || rawValue == "enum" }
}

/// Values of Swift that hold objects and are known by their types: what holds one of them cannot be weak.
enum ValueTypes {
  /// Whether a type is a function's, a protocol's, or that of such a value.
  ///
  /// - Parameters:
  ///   - type: the type as it is written; an app's own class of such a name, such as `Task`, has no generic arguments.
  ///   - plain: its name without them.
  /// - Returns: whether it is.
  static func contains(_ type: String, named plain: PlainTypeName) -> Bool {
    let arrow: [UInt8] = [0x2d, 0x3e]
    if plain.bytes.count < 200, plain.bytes.contains(arrow) { return true }
    if type == "Any" || type.utf8.starts(with: "any ".utf8) { return true }
    if memory.contains(type) { return true }
    return type.utf8.last == UInt8(ascii: ">") && generic.contains(plain.lastComponent)
  }

  /// The type that a capture gives to memory whose type it cannot know.
  static let memoryOfC = "memory of C"

  /// What a pointer leads to is no object: a capture's memory without a type, and pointers without a type of their own.
  private static let memory: Set<String> = [
    memoryOfC, "OpaquePointer", "UnsafeMutableRawPointer", "UnsafeRawPointer",
  ]

  private static let generic: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Optional", "Result",
    "_ContiguousArrayStorage", "_DictionaryStorage", "_SetStorage", "Task", "TaskGroup",
    "ThrowingTaskGroup", "AsyncStream", "AsyncThrowingStream", "CheckedContinuation",
    "UnsafeContinuation", "AnyPublisher", "AnySubscriber", "Published", "Binding", "State",
    "StateObject", "ObservedObject", "EnvironmentObject", "Bindable", "EventLoopPromise",
    "NIOAsyncChannel", "Scheduled", "SignalProducer", "ValueObservation", "UnsafeMutablePointer",
    "UnsafePointer", "UnsafeMutableBufferPointer", "UnsafeBufferPointer", "Unmanaged",
  ]
}
