import LeakCheckGraph

/// The roles of a graph's references, asked for by index.
///
/// There are millions of references and few names and types: what a word says is found out once. A class, because
/// it remembers. Not for use by several threads at once.
final class ReferenceRoles {
  /// What is to be known of a reference before it is cut.
  struct Answer: Equatable {
    var role: ReferenceRole
    /// How the reference is best cut.
    var how: Cut.How
  }

  /// The most references to a holder that are looked at for a list of it.
  private static let referrerLimit = 64

  private let strings: StringTable
  private let isTraced: Bool
  // The columns themselves: each way to them through the graph would count references to it, and threads that do so at
  // once wait for one another.
  private let types: [Int32]
  private let kinds: [Int32]
  private let objectMarks: [ObjectMarks]
  private let sources: [Int32]
  private let targets: [Int32]
  private let referenceNames: [Int32]
  private let referenceMarks: [ReferenceMarks]
  private let ends: SparseColumn<ReferenceEnd>
  private let outgoingStarts: [Int32]
  private let incomingStarts: [Int32]
  private let incoming: [Int32]
  /// What each text says as a name; empty where nobody has asked.
  private var names: [NameTraits]
  /// The objects by type, kind and owner, with what is known of each such class.
  private var classes = PairTable()
  private var classTraits: [ClassTraits] = []
  /// The class of each object, or -1 where nobody has asked.
  private var classOf: [Int32]

  init(_ graph: ObjectGraph) {
    let storage = graph.storage
    strings = storage.strings
    isTraced = graph.collector == .tracing
    (types, kinds, objectMarks) = (storage.types.array, storage.kinds.array, storage.marks.array)
    (sources, targets) = (storage.sources.array, storage.targets.array)
    referenceNames = storage.referenceNames.array
    (referenceMarks, ends) = (storage.referenceMarks.array, storage.ends)
    outgoingStarts = storage.outgoingStarts.array
    (incomingStarts, incoming) = (storage.incomingStarts.array, storage.incoming.array)
    names = [NameTraits](repeating: [], count: storage.strings.count)
    classOf = [Int32](repeating: -1, count: storage.types.count)
  }

  /// How a reference of the graph is cut, and as what.
  ///
  /// - Complexity: O(1), and O(references to the holder) where a collection may list it.
  func answer(for reference: Int32) -> Answer {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    let (holder, held) = (traits(of: source), traits(of: target))
    let name = traits(ofName: referenceNames[Int(reference)])
    let kind = referenceMarks[Int(reference)].kind
    // What is traced is cleared, and no closure there is told to hold what it captures weakly.
    let isSelf = !isTraced && name.contains(.isSelf)
    let isCapture = kind == .capture || holder.isClosure || isSelf
    if ends[reference] != nil { return Answer(role: .endedTooLate, how: .end) }
    // A framework makes the closures and tasks that hold what the app's code captures; what else it holds, it ends.
    if holder.isFramework, isTraced || !isCapture || !holder.isCode {
      return Answer(role: held.isFramework ? .frameworkInternal : .registration, how: .end)
    }
    let captureRole = isTraced ? ReferenceRole.ownership : isSelf ? .selfCapture : .capture
    let role =
      isCapture ? captureRole : property(reference, name, kind, from: holder, to: held)
    let isEnded = isTraced || role == .listed || isFunction(target, held)
    return Answer(role: role, how: isEnded ? .end : .weak)
  }

  /// Whether an object is a closure, or the box of a variable that holds one: only objects can be weak.
  private func isFunction(_ object: Int32, _ traits: ClassTraits) -> Bool {
    if traits.isClosure { return true }
    guard traits.isBox else { return false }
    let outgoing = Int(outgoingStarts[Int(object)])..<Int(outgoingStarts[Int(object) + 1])
    return outgoing.contains { self.traits(of: targets[$0]).isClosure }
  }

  /// The role of a property or element of the app's own.
  private func property(
    _ reference: Int32, _ name: NameTraits, _ kind: ReferenceKind, from holder: ClassTraits,
    to held: ClassTraits
  ) -> ReferenceRole {
    // A controller's own view and the like: a word for an owner that names something the holder owns.
    let namesOwnHelper = holder.rank.map { from in held.rank.map { from < $0 } ?? false } ?? false
    if name.contains(.isDelegate), !(namesOwnHelper && isNamedForItsType(reference)) {
      return .delegate
    }
    if name.contains(.isList) || kind == .element || holder.isCollection { return .listed }
    if name.contains(.isBackReference), !namesOwnHelper { return .backReference }
    if isMemberOfMany(reference) { return .memberOfMany }
    if let from = holder.rank, let to = held.rank, from > to { return .upward }
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    if objectMarks[Int(target)].contains(.expectedGone),
      !objectMarks[Int(source)].contains(.expectedGone)
    {
      return .towardsGone
    }
    return .ownership
  }

  /// A screen's helper under the name of its type, such as `dataSource: ListDataSource`.
  private func isNamedForItsType(_ reference: Int32) -> Bool {
    let name = strings[referenceNames[Int(reference)]]
    let type = strings[types[Int(targets[Int(reference)])]]
    let words = RoleWords.words(of: name)
    return RoleWords.words(of: type).suffix(words.count) == words[...]
  }

  /// Whether the target keeps the holder, and its equals, in a list.
  private func isMemberOfMany(_ reference: Int32) -> Bool {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    return referrers(of: source).prefix(Self.referrerLimit).contains { position in
      let back = Int(incoming[position])
      let marks = referenceMarks[back]
      guard marks.isStrong,
        marks.kind == .element
          || traits(ofName: referenceNames[back]).contains(.isList)
      else { return false }
      let holder = sources[back]
      return holder == target || traits(of: holder).isCollection && refers(target, to: holder)
    }
  }

  private func referrers(of object: Int32) -> Range<Int> {
    Int(incomingStarts[Int(object)])..<Int(incomingStarts[Int(object) + 1])
  }

  private func refers(_ source: Int32, to object: Int32) -> Bool {
    referrers(of: object).contains { sources[Int(incoming[$0])] == source }
  }

  private func traits(ofName name: Int32) -> NameTraits {
    if names[Int(name)].isEmpty { names[Int(name)] = NameTraits(of: strings[name]) }
    return names[Int(name)]
  }

  private func traits(of object: Int32) -> ClassTraits {
    if classOf[Int(object)] < 0 { classOf[Int(object)] = classNumber(of: object) }
    return classTraits[Int(classOf[Int(object)])]
  }

  private func classNumber(of object: Int32) -> Int32 {
    let isFramework = objectMarks[Int(object)].contains(.framework)
    let (type, kind) = (types[Int(object)], kinds[Int(object)])
    let number = classes.number(of: Int64(type), Int64(kind) << 1 | (isFramework ? 1 : 0))
    if Int(number) == classTraits.count {
      classTraits.append(
        ClassTraits(
          type: strings[type], kind: ObjectKind(rawValue: strings[kind]),
          isFramework: isFramework))
    }
    return number
  }
}

/// What a name says of a reference.
private struct NameTraits: OptionSet {
  let rawValue: UInt8

  static let isKnown = NameTraits(rawValue: 1)
  static let isSelf = NameTraits(rawValue: 2)
  static let isDelegate = NameTraits(rawValue: 4)
  static let isList = NameTraits(rawValue: 8)
  static let isBackReference = NameTraits(rawValue: 16)
}

extension NameTraits {
  fileprivate init(of name: String) {
    self = .isKnown
    if RoleWords.isSelf(name) { insert(.isSelf) }
    if RoleWords.isDelegate(name) { insert(.isDelegate) }
    if RoleWords.isList(name) { insert(.isList) }
    if RoleWords.isBackReference(name) { insert(.isBackReference) }
  }
}

/// What the type, kind and owner of an object say.
private struct ClassTraits {
  var rank: ObjectRank?
  var isClosure: Bool
  /// Whether it is a closure or a task.
  var isCode: Bool
  var isCollection: Bool
  var isBox: Bool
  var isFramework: Bool

  init(type: String, kind: ObjectKind, isFramework: Bool) {
    rank = ObjectRank(type: type, kind: kind)
    isClosure = kind == .closure
    isCode = isClosure || kind == .task
    isCollection = kind == .collection
    isBox = kind == .box
    self.isFramework = isFramework
  }
}

/// Who outlives whom by role: an app's coordinators outlive screens, screens their helpers.
private enum ObjectRank: Int, Comparable {
  case application, coordinator, container, controller, helper, view, closure

  init?(type: String, kind: ObjectKind) {
    let words = RoleWords.words(of: type)
    let last = words.last ?? ""
    if kind == .window || ["window", "app", "application", "scene"].contains(last) {
      self = .application
    } else if ["coordinator", "flow"].contains(last) {
      self = .coordinator
    } else if kind == .closure || kind == .task {
      self = .closure
    } else if kind == .view
      || kind != .controller && ["view", "cell", "button", "label"].contains(last)
    {
      self = .view
    } else if RoleWords.isContainer(words) {
      self = .container
    } else if kind == .controller || words.suffix(2) == ["view", "controller"] {
      self = .controller
    } else if RoleWords.isHelper(words) {
      self = .helper
    } else {
      return nil
    }
  }

  static func < (left: ObjectRank, right: ObjectRank) -> Bool { left.rawValue < right.rawValue }
}
