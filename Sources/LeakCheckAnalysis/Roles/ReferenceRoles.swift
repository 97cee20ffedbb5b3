import LeakCheckGraph

/// The roles of a graph's references, asked for by index.
///
/// There are millions of references and few names and types: what a word says is found out once. A class, because
/// it remembers. Not for use by several threads at once.
final class ReferenceRoles {
  /// The answer about one reference: its role, and how it is cut.
  struct Answer: Equatable {
    var role: ReferenceRole
    /// How the reference is best cut.
    var how: Cut.How
  }

  /// The most references to a holder that are looked at for a list of it.
  static let referrerLimit = 64

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
  private let extensions: SparseColumn<Int32>
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
  /// Whether the program is a server's of event loops, whose jobs end and clear what they hold.
  private lazy var isEventLoopCode = ServerCode.isKnown(by: strings)
  /// The objects that are rightly alive, as far as is known.
  private let needed: VertexSet?

  init(_ graph: ObjectGraph, needed: VertexSet? = nil) {
    let storage = graph.storage
    self.needed = needed
    strings = storage.strings
    isTraced = graph.collector == .tracing
    (types, kinds, objectMarks) = (storage.types.array, storage.kinds.array, storage.marks.array)
    (sources, targets) = (storage.sources.array, storage.targets.array)
    (referenceNames, referenceMarks) = (storage.referenceNames.array, storage.referenceMarks.array)
    (ends, extensions) = (storage.ends, storage.contents.references.extensions)
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
    var name = traits(ofName: referenceNames[Int(reference)])
    if let text = extensions[reference], isDelegate(byText: text) { name.insert(.isDelegate) }
    let kind = referenceMarks[Int(reference)].kind
    // What is traced is cleared, and no closure there is told to hold what it captures weakly.
    let isSelf = !isTraced && name.contains(.isSelf)
    let isFrame = !isTraced && holder.isCode && !holder.isFramework
    let isCapture = kind == .capture || holder.isClosure || isFrame || isSelf
    if ends[reference] != nil { return Answer(role: .endedTooLate, how: .end) }
    if !isTraced, !isCapture, let answer = answer(byTableFor: reference, holder, held) {
      return answer
    }
    // A framework makes the closures and tasks that hold what the app's code captures; what else it holds, it ends.
    if holder.isFramework, isTraced || !isCapture || !holder.isCode {
      return Answer(role: frameworkRole(name, of: held), how: .end)
    }
    let role =
      isCapture
      ? capture(isSelf: isSelf, of: held) : property(reference, name, kind, from: holder, to: held)
    let isEnded =
      isTraced || [.listed, .listening, .clearedWhenDone].contains(role)
      || !isSelf && isFunction(target, held) || !isCapture && held.isValue
      // A screen is held by what shows it; of anything else that is over, what stays may be all that has it.
      || role == .towardsGone && !held.isShownByAnother && needed?.contains(source) == true
      // Nobody declares the variable that a closure shares with the code around it, nor what a superclass declares.
      || !isCapture && (holder.isBox || holder.isScreen && name.contains(.isInherited))
    return Answer(role: role, how: isEnded ? .end : .weak)
  }

  private func frameworkRole(_ name: NameTraits, of held: ClassTraits) -> ReferenceRole {
    if held.isFramework { return .frameworkInternal }
    // A list of anything but listeners has what it lists: the states of a machine, the items of a menu. What shows a
    // screen has it: a popover its content.
    let isListed = name.contains(.isList) && !name.contains(.isAudienceList) && !held.isClosure
    let isShown = name.contains(.isShown) && held.isScreen
    return (isListed || isShown) && !isTraced ? .contained : .registration
  }

  private func capture(isSelf: Bool, of held: ClassTraits) -> ReferenceRole {
    if isTraced { return .ownership }
    if isSelf { return .selfCapture }
    // A closure that keeps a closure calls it: nobody else has it.
    return held.isClosure ? .ownership : .capture
  }

  /// What the table of a framework says, of its own objects and of the app's that are named as those are.
  private func answer(
    byTableFor reference: Int32, _ holder: ClassTraits, _ held: ClassTraits
  ) -> Answer? {
    guard !holder.rows.isEmpty,
      let row = holder.row(forReference: strings[referenceNames[Int(reference)]])
    else { return nil }
    // A task that waits for what is never resumed is kept by that alone, whatever it holds and however.
    if row.isOnce, held.isClosure ? isEventLoopCode : held.isCode && !isOfLibrary(reference) {
      return Answer(role: .clearedWhenDone, how: .end)
    }
    if holder.isFramework, held.isFramework { return Answer(role: .frameworkInternal, how: .end) }
    switch row.ownership {
    case .owned: return Answer(role: holder.isFramework ? .contained : .ownership, how: .end)
    case .registered: return Answer(role: .registration, how: .end)
    case .back: return Answer(role: .backReference, how: holder.isFramework ? .end : .weak)
    }
  }

  /// Whether an object is a closure, or the box of a variable that holds one: only objects can be weak.
  private func isFunction(_ object: Int32, _ traits: ClassTraits) -> Bool {
    traits.isClosure || traits.isBox && closures(heldBy: object) > 0
  }

  private func closures(heldBy object: Int32) -> Int {
    let outgoing = Int(outgoingStarts[Int(object)])..<Int(outgoingStarts[Int(object) + 1])
    return outgoing.count { referenceMarks[$0].isStrong && traits(of: targets[$0]).isClosure }
  }

  /// The role of a property or element of the app's own.
  private func property(
    _ reference: Int32, _ name: NameTraits, _ kind: ReferenceKind, from holder: ClassTraits,
    to held: ClassTraits
  ) -> ReferenceRole {
    if holder.isTestDouble, !held.isTestDouble, name.contains(.isRecord) { return .recorded }
    if kind == .associated, !isTraced, name.isDisjoint(with: [.isDelegate, .isParent]) {
      return .associated
    }
    if holder.isScreen, held.isFramework, name.contains(.isLifelong) { return .frameworkInternal }
    if let role = namedRole(reference, name, from: holder, to: held) { return role }
    if isEventLoopCode, !isTraced, isClearedWhenDone(reference, name, from: holder, to: held) {
      return .clearedWhenDone
    }
    if let role = listRole(reference, name, kind, from: holder) { return role }
    if !held.isCollection, isMemberOfMany(reference) { return .memberOfMany }
    if held.isWindow, let role = goneRole(reference) { return role }
    if let from = holder.rank, let to = held.rank, to.outlives(from) { return .upward }
    if let role = goneRole(reference) { return role }
    if holder.isCollection || held.isFramework || held.isClosure || isTraced { return .ownership }
    if holder.rank == nil, !held.isClosure, let to = held.rank,
      [.container, .controller].contains(to)
    {
      return .towardsScreen
    }
    if isOwnHelper(held, of: holder) { return .ownership }
    return hintedRole(reference, name, from: holder, to: held)
  }

  /// What the word for a reference says of it, where it says something.
  private func namedRole(
    _ reference: Int32, _ name: NameTraits, from holder: ClassTraits, to held: ClassTraits
  ) -> ReferenceRole? {
    if name.isDisjoint(with: .speaking) { return nil }
    // A controller's own view and the like: a word for an owner that names something the holder owns.
    let isOwn = isOwnHelper(held, of: holder)
    if name.contains(.isDelegate), !(isOwn && isNamedForItsType(reference)) { return .delegate }
    if held.isClosure { return nil }
    if name.contains(.isAudience), !held.isFramework, !held.isObserver, !isOwn,
      !isNamedForItsType(reference)
    {
      return .delegate
    }
    if isOwn || holder.isCollection { return nil }
    if name.contains(.isParent) { return .parent }
    if name.contains(.isBackReference) { return .backReference }
    guard name.contains(.isOwnerNoun), !isNamedForTool(reference, held),
      !(held.isWindow && goneRole(reference) != nil)
    else { return nil }
    if let from = holder.rank, let to = held.rank, to.outlives(from) { return .backReference }
    if let whole = holder.level, let part = held.level, whole < part { return nil }
    return .likelyBack
  }

  /// Whether a reference has the whole name of a controller's type that is no screen's: `zoomController: ZoomController`.
  private func isNamedForTool(_ reference: Int32, _ held: ClassTraits) -> Bool {
    let words = words(ofName: reference)
    return held.rank == nil && words.last == "controller" && words == held.words
  }

  private func isOwnHelper(_ held: ClassTraits, of holder: ClassTraits) -> Bool {
    if let from = holder.rank, let to = held.rank, from.outlives(to) { return true }
    return held.isNamedFor(holder)
  }

  private func listRole(
    _ reference: Int32, _ name: NameTraits, _ kind: ReferenceKind, from holder: ClassTraits
  ) -> ReferenceRole? {
    let isElement = kind == .element || holder.isCollection
    guard isElement || isList(reference, name) else { return nil }
    let isOfListeners =
      name.contains(.isAudienceList) && (isElement || isPosition(reference))
      || isListOfListeners(reference, holder)
    let held = traits(of: targets[Int(reference)])
    let isToken = held.isObserver || held.isFramework || held.isCode
    return isOfListeners && !isToken && !isTraced ? .listening : .listed
  }

  /// Whether a property is a list by its name; one that is named for its type, such as `cache: ImageCache`, is an object.
  private func isList(_ reference: Int32, _ name: NameTraits) -> Bool {
    name.contains(.isList) && (isPosition(reference) || !isNamedForItsType(reference))
  }

  /// Whether a name has a position in it, as those of elements have: `delegates[0]`.
  private func isPosition(_ reference: Int32) -> Bool {
    strings[referenceNames[Int(reference)]].utf8.contains(UInt8(ascii: "["))
  }

  /// Whether a collection is one of listeners by the name under which it is held.
  private func isListOfListeners(_ reference: Int32, _ holder: ClassTraits) -> Bool {
    guard holder.isCollection else { return false }
    return referrers(of: sources[Int(reference)]).prefix(Self.referrerLimit).contains {
      traits(ofName: referenceNames[Int(incoming[$0])]).contains(.isAudienceList)
    }
  }

  private func goneRole(_ reference: Int32) -> ReferenceRole? {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    guard objectMarks[Int(target)].contains(.expectedGone) else { return nil }
    return objectMarks[Int(source)].contains(.expectedGone) ? nil : .towardsGone
  }

  /// What types and names hint at, where nothing says it.
  private func hintedRole(
    _ reference: Int32, _ name: NameTraits, from holder: ClassTraits, to held: ClassTraits
  ) -> ReferenceRole {
    if held.isOfScreen(suppliedBy: holder) { return .partOfWhole }
    if holder.isOfScreen(suppliedBy: held) { return .ownership }
    if holder.isNamedFor(held) || isAssociated(reference) { return .likelyBack }
    if holder.isOfJobs, held.rank == .view { return .partOfWhole }
    if held.isOfJobs, holder.rank == .view { return .ownership }
    if let inner = holder.level, let outer = held.level, inner != outer {
      return inner > outer ? .partOfWhole : .ownership
    }
    if holder.isToolOf(held) || holder.isAgentOf(held) { return .partOfWhole }
    if held.isToolOf(holder) || held.isAgentOf(holder) { return .ownership }
    guard let back = wayBack(from: reference) else { return .ownership }
    if isPartPlayed(reference), !isPartPlayed(back) { return .namedBack }
    return hasWordsOfItsType(reference) && !hasWordsOfItsType(back) ? .namedBack : .ownership
  }

  /// Whether the words of the name are all of the target's type: `central: CentralManager`, `sheet: Spreadsheet`.
  private func hasWordsOfItsType(_ reference: Int32) -> Bool {
    let type = traits(of: targets[Int(reference)]).words
    return words(ofName: reference).allSatisfy { word in
      type.contains { $0 == word || word.count > 3 && $0.hasSuffix(word) }
    }
  }

  /// Whether the name is of what the target does, and not of what it is.
  private func isPartPlayed(_ reference: Int32) -> Bool {
    guard let last = words(ofName: reference).last, RoleWords.isPartPlayed(last) else {
      return false
    }
    return !traits(of: targets[Int(reference)]).words.contains(last)
  }

  /// A strong reference of the app from the target to the holder; the first by name.
  private func wayBack(from reference: Int32) -> Int32? {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    let back = referrers(of: source).prefix(Self.referrerLimit).lazy.map { self.incoming[$0] }
      .filter { self.sources[Int($0)] == target && self.referenceMarks[Int($0)].isStrong }
    return back.min {
      strings[referenceNames[Int($0)]] < strings[referenceNames[Int($1)]]
    }
  }

  /// Whether the target keeps the holder as an associated object.
  private func isAssociated(_ reference: Int32) -> Bool {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    return referrers(of: source).prefix(Self.referrerLimit).contains { position in
      let marks = referenceMarks[Int(incoming[position])]
      return marks.kind == .associated && marks.isStrong
        && sources[Int(incoming[position])] == target
    }
  }

  /// A property of a job of a server by which callbacks of the job come back to it, or a callback that is called once.
  private func isClearedWhenDone(
    _ reference: Int32, _ name: NameTraits, from holder: ClassTraits, to held: ClassTraits
  ) -> Bool {
    if held.isClosure { return name.contains(.isCalledOnce) }
    return ServerCode.isJob(holder.words) && closures(heldBy: targets[Int(reference)]) > 1
  }

  /// A screen's helper under the name of its type, such as `dataSource: ListDataSource`.
  private func isNamedForItsType(_ reference: Int32) -> Bool {
    let words = words(ofName: reference)
    return traits(of: targets[Int(reference)]).words.suffix(words.count) == words[...]
  }

  private func words(ofName reference: Int32) -> [String] {
    RoleWords.words(of: strings[referenceNames[Int(reference)]])
  }

  /// Whether the target keeps the holder, and its equals, in a list, or is named for what it does and has the object that
  /// does.
  private func isMemberOfMany(_ reference: Int32) -> Bool {
    let (source, target) = (sources[Int(reference)], targets[Int(reference)])
    let isLeading = RoleWords.isPartPlayed(words(ofName: reference).last ?? "")
    return referrers(of: source).prefix(Self.referrerLimit).contains { position in
      let back = Int(incoming[position])
      let marks = referenceMarks[back]
      let name = traits(ofName: referenceNames[back])
      let holder = sources[back]
      guard marks.isStrong, marks.kind == .element || isList(incoming[position], name),
        !name.contains(.isAudienceList), !isRegistered(incoming[position])
      else { return false }
      if holder == target { return true }
      guard traits(of: holder).isCollection else { return isLeading && owns(target, holder) }
      return refers(target, to: holder)
        || isLeading
          && referrers(of: holder).prefix(Self.referrerLimit).contains {
            owns(target, sources[Int(incoming[$0])])
          }
    }
  }

  /// Whether an object has another by a name that speaks neither of an owner nor of what that does.
  private func owns(_ source: Int32, _ object: Int32) -> Bool {
    referrers(of: object).prefix(Self.referrerLimit).contains { position in
      let reference = incoming[position]
      return sources[Int(reference)] == source && referenceMarks[Int(reference)].isStrong
        && traits(ofName: referenceNames[Int(reference)]).isDisjoint(with: .speaking)
        && !RoleWords.isAgent(words(ofName: reference).last ?? "")
    }
  }

  /// Whether a framework's table says that the target is only registered with the holder.
  private func isRegistered(_ reference: Int32) -> Bool {
    let holder = traits(of: sources[Int(reference)])
    guard !holder.rows.isEmpty else { return false }
    let row = holder.row(forReference: strings[referenceNames[Int(reference)]])
    return row?.ownership == .registered
  }

  /// Whether a reference was read of the runtime, and its holder may be a library's: no object of the app has that.
  private func isOfLibrary(_ reference: Int32) -> Bool {
    referenceMarks[Int(reference)].kind == .runtime
      && referrers(of: sources[Int(reference)]).prefix(Self.referrerLimit)
        .allSatisfy { traits(of: sources[Int(incoming[$0])]).isFramework }
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

  /// Whether the members of a reference that begin with `x-` say that its property is declared with a delegate's protocol.
  private func isDelegate(byText text: Int32) -> Bool {
    guard let type = DeclaredType.text(of: "x-class", in: strings[text]), type.hasPrefix("any ")
    else { return false }
    return RoleWords.isDelegate(RoleWords.words(of: type))
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
