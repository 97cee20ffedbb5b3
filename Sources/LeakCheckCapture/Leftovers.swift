package import LeakCheckText

/// The scope of a check for leftovers: what to skip, and what else to include.
package struct LeftoverScope: Sendable {
  /// Types of which any number of objects may stay, as globs, with or without the module.
  package var allowed: [Glob]
  /// Modules whose objects count as the program's, wherever their sources are.
  package var modules: Set<String>
  /// The number of times the body ran since the mark: a held object is left behind if there is one for each run.
  package var repetitions: Int
  /// Objects that another check is responsible for.
  package var others: Set<ObjectAddress> = []
  /// Objects that checks before this one have reported: what hangs on them goes when they do.
  package var reported: [ObjectAddress: ObjectType] = [:]
  /// Whether what only threads and tasks begun since the mark hold is passed over: others may have begun them.
  package var sparesBegun = false

  package init(
    allowed: [Glob] = [], modules: Set<String> = [], repetitions: Int = 1
  ) {
    self.allowed = allowed
    self.modules = modules
    self.repetitions = repetitions
  }
}

/// The objects left since a mark that should be gone, and why.
struct Leftovers {
  /// The objects that should be gone, with the reasons.
  private(set) var expected: [Int32: String] = [:]
  /// Whether waiting cannot change the verdict: no running work holds any of the objects.
  private(set) var isSettled = true
  /// Whether only something outside the heap seems to hold a new object, which cannot be explained.
  private(set) var mayBeHidden = false
  /// The number of other tests running in tasks.
  let otherTests: Int
  private let heap: HeapCapture
  private let mark: HeapMark
  /// The mark after which held objects count as left behind.
  private let heldMark: HeapMark
  private let scope: LeftoverScope
  private let tests: TestTasks
  private var owners: [Bool?]
  /// The threads begun since the mark.
  private let begunThreads: Set<Int32>
  /// The objects that this test's variables may name, and nobody else's do.
  private let ownVariables: Set<Int32>

  /// The reason why an object should be gone.
  static let reason = "left behind"

  /// Finds what is left in `heap` since `mark`, except what `kept` objects hold and what may stay.
  ///
  /// - Complexity: O(nodes + references).
  init(
    in heap: HeapCapture, since mark: HeapMark, heldSince heldMark: HeapMark?,
    keeping kept: [Int32], within scope: LeftoverScope
  ) {
    self.heap = heap
    self.mark = mark
    self.heldMark = heldMark ?? mark
    self.scope = scope
    tests = TestTasks(of: heap, own: TestTasks.current)
    otherTests = tests.otherCount
    owners = Array(repeating: nil, count: heap.layouts.count)
    begunThreads = heap.allThreads.subtracting(self.heldMark.threads)
    ownVariables = heap.objectsNamedByCapturingTestAlone
    addGarbage()
    addHeld(keeping: kept)
    if !scope.others.isEmpty { spareOthers() }
  }

  /// Takes out what another check is responsible for, and the garbage that such objects have.
  private mutating func spareOthers() {
    let others = expected.keys.filter {
      scope.others.contains(ObjectAddress(plain: heap.address(of: $0)))
    }
    let ofOthers = heap.flood(from: others) { [heap] _, target in
      !heap.judgement.isReached[Int(target)]
    }
    expected = expected.filter { !ofOthers[Int($0.key)] }
  }

  /// Whether there may be leftovers: a new object that is not a framework's, or one that has lost a retain.
  ///
  /// This runs before the search for holders, which is rarely needed.
  static func mayExist(
    in contents: borrowing HeapContents, since mark: HeapMark, within scope: LeftoverScope
  ) -> Bool {
    var mayExist = false
    forEachChanged(in: contents, since: mark, within: scope) { _, _ in
      mayExist = true
      return false
    }
    return mayExist
  }

  /// Calls `body` for each object that is not a framework's and is new, or has lost or gained a retain.
  ///
  /// It passes the address and whether the object is new, until `body` returns false.
  static func forEachChanged(
    in contents: borrowing HeapContents, since mark: HeapMark, within scope: LeftoverScope,
    _ body: (_ address: UInt, _ isNew: Bool) -> Bool
  ) {
    let (chunks, objects) = (contents.moment.chunks, contents.objects)
    let layouts = contents.support.types.layouts
    // 1 for the program's, -1 for others, 0 for not yet known.
    var isApp = [Int8](repeating: 0, count: layouts.count)
    var then = mark.reader
    var node = 0
    while node < chunks.count {
      let (number, count) = (Int(objects.layouts[node]), objects.retainCounts[node])
      if number >= 0, count != 0 {
        if isApp[number] == 0 {
          isApp[number] =
            Self.isProgram(
              layouts[number], contents.moment.image, contents.support.programFile, scope) ? 1 : -1
        }
        if isApp[number] > 0 {
          let address = chunks.addresses[node]
          let before = then.retainCountThen(ofType: layouts[number].type.address, at: address)
          if before != count, !body(address, before == nil) { return }
        }
      }
      node &+= 1
    }
  }

  /// Whether an object is not a framework's: its class is in another module, or it is a closure of the program's file.
  private static func isProgram(
    _ layout: TypeLayout, _ image: MemoryImage, _ programFile: String?, _ scope: LeftoverScope
  ) -> Bool {
    layout.isOfProgram(programFile, in: image)
      || layout.shape == .instance
        && scope.modules.contains(layout.type.declaration?.module ?? "")
  }

  /// Whether an object's class belongs to the package under test, or to a module that the check names.
  private mutating func isOwn(_ node: Int32) -> Bool {
    let number = Int(heap.objects.layouts[Int(node)])
    guard number >= 0, heap.layouts[number].shape == .instance else { return false }
    if let known = owners[number] { return known }
    let type = heap.layouts[number].type
    // The framework keeps what runs a test.
    let isOwn =
      !heap.layouts[number].isTestCase
      && (scope.modules.contains(type.declaration?.module ?? "") || ModuleSources.isOwn(type))
    owners[number] = isOwn
    return isOwn
  }

  // MARK: Unreachable objects

  private mutating func addGarbage() {
    var then = mark.reader
    // A test case that has run keeps itself and its objects, through the framework's record of the run.
    let testCases = (0..<Int32(heap.nodeCount)).filter {
      heap.isGarbage($0) && heap.layout(of: $0)?.isTestCase == true
    }
    let ofTestCases = testCases.isEmpty ? nil : heap.flood(from: testCases) { _, _ in true }
    for node in 0..<Int32(heap.nodeCount) where heap.isGarbage(node) {
      guard ofTestCases?[Int(node)] != true, let layout = heap.layout(of: node),
        Self.isProgram(layout, heap.image, heap.programFile, scope), then.hasLost(node, in: heap)
      else { continue }
      expected[node] = Self.reason
    }
  }

  // MARK: Held objects

  private mutating func addHeld(keeping kept: [Int32]) {
    var then = heldMark.reader
    let candidates = (0..<Int32(heap.nodeCount)).filter {
      heap.isObject($0) && heap.judgement.isReached[Int($0)] && isOwn($0)
        && then.isNew($0, in: heap)
    }
    guard !candidates.isEmpty else { return }
    let keptNodes = heap.flood(from: kept) { _, _ in true }
    let firstUse = FirstUse(in: heap, since: heldMark)
    let reached = reachedByOthers()
    let inWork = nodesInWork()
    var left: [Int32] = []
    for node in candidates
    where !keptNodes[Int(node)] && !firstUse.nodes.contains(node) && !isAllowed(node)
      && !inWork[Int(node)]
    {
      if reached[Int(node)] { left.append(node) } else { mayBeHidden = true }
    }
    if scope.repetitions > 1 { left = growing(left) }
    for node in left {
      expected[node] = Self.reason
      if mayGoByItself(node) { isSettled = false }
    }
  }

  /// The new objects that threads older than the mark work on, wherever else they keep them: not what they were handed
  /// since, as a closure.
  private mutating func nodesInWork() -> PageArray<Bool> {
    let onStacks = heap.threads.nodes(besides: begunThreads).sorted()
      .filter { heldMark.isNew($0, in: heap) }
    let handed = heap.flood(from: onStacks.filter(isClosure)) { _, _ in true }
    // A stack that a task has left may name what that has in its frame.
    let ofTasks = heap.objectsNamed(byTasksWhere: { _ in true })
    let own = onStacks.filter {
      !isClosure($0) && !handed[Int($0)] && heap.judgement.unexplained[Int($0)] > 0
        && !ofTasks.contains($0)
        // How deep the stack of a thread is that runs, nobody knows: words of a library below it may name anything.
        && (heap.threads.hold($0) || isOwn($0))
    }
    return heap.flood(from: own) { [heap, heldMark] _, target in
      !handed[Int(target)] && heldMark.isNew(target, in: heap)
    }
  }

  private func isClosure(_ node: Int32) -> Bool { heap.layout(of: node)?.shape == .context }

  /// The objects whose types have at least one object for each repetition.
  private func growing(_ nodes: [Int32]) -> [Int32] {
    let byType = Dictionary(grouping: nodes) { heap.objects.layouts[Int($0)] }
    return nodes.filter {
      byType[heap.objects.layouts[Int($0)], default: []].count >= scope.repetitions
    }
  }

  private func isAllowed(_ node: Int32) -> Bool {
    guard let layout = heap.layout(of: node), !scope.allowed.isEmpty else { return false }
    let text = TypeText(layout)
    return scope.allowed.contains {
      $0.matches(text.name) || $0.matches("\(text.module).\(text.name)")
    }
  }

  /// The nodes reached by more than a local variable or another test's task.
  ///
  /// Tests that run at the same time have locals too: this test need not explain what only a local or a running test
  /// holds, nor what a task older than the mark holds.
  private mutating func reachedByOthers() -> PageArray<Bool> {
    var origins: [Int32] = []
    for node in 0..<Int32(heap.nodeCount) where heap.judgement.isReached[Int(node)] {
      if isOrigin(node) { origins.append(node) }
    }
    let (heap, tests, heldMark, sparesBegun) = (heap, tests, heldMark, scope.sparesBegun)
    let ofOthers = objectsOfOthers()
    return heap.flood(from: origins) { source, _ in
      if ofOthers.contains(source) { return false }
      return heap.layout(of: source)?.shape != .task
        || (!sparesBegun && heldMark.isNew(source, in: heap) && !tests.contains(source))
    }
  }

  /// The objects that another check is responsible for, or has reported: what comes to hang on one of them while this
  /// check runs, such as what an observer keeps that nobody removed, is not this body's.
  private func objectsOfOthers() -> Set<Int32> {
    var nodes = Set(scope.others.map { heap.chunks.chunk(at: $0.value) })
    for (object, type) in scope.reported {
      let node = heap.chunks.chunk(at: object.value)
      // What was reported may have gone since, and something else be in its place.
      guard node >= 0, heap.layout(of: node).map(ObjectType.init) == type,
        !heldMark.isNew(node, in: heap)
      else { continue }
      nodes.insert(node)
    }
    return nodes
  }

  /// Whether a path from outside begins at a node, for a reason that must be explained.
  private mutating func isOrigin(_ node: Int32) -> Bool {
    let index = Int(node)
    if heap.tasks.isActive(node) { return !scope.sparesBegun && isOurs(node) }
    if heap.roots.globals[index] > 0, heap.acceptsGuess(node, from: -1) { return true }
    guard let layout = heap.layout(of: node) else { return heap.judgement.cameFrom[index] == 0 }
    guard heap.judgement.isHeldOutside[index] else { return false }
    if layout.shape == .task { return !scope.sparesBegun && isOurs(node) }
    if !heldMark.isNew(node, in: heap) { return isOfThisTest(node) }
    if scope.sparesBegun { return false }
    return layout.isThread || heap.threads.hold(node, begun: begunThreads)
      // An older thread runs a closure that it was handed since; what else its stack names, it may have made by itself.
      || (isClosure(node) && heap.threads.hold(node))
      || (otherTests == 0 && isOwn(node) && heap.lostObjects.contains(node))
  }

  /// Whether this test may have an older object in a variable: what runs beside it has variables of its own.
  private func isOfThisTest(_ node: Int32) -> Bool {
    !heap.isBesideRunning || ownVariables.contains(node)
  }

  /// Whether a task began after the mark, and runs no test.
  private func isOurs(_ task: Int32) -> Bool {
    heldMark.isNew(task, in: heap) && !tests.contains(task)
  }

  /// Whether a queue or a task holds an object, and so may release it at any time.
  private func mayGoByItself(_ node: Int32) -> Bool {
    heap.way(to: node).contains { heap.isLibrary($0) || heap.layout(of: $0)?.shape == .task }
  }
}

extension HeapCapture {
  /// The nodes from a root to `node`, root first.
  func way(to node: Int32) -> [Int32] {
    var way = [node]
    while judgement.cameFrom[Int(way[way.count - 1])] > 0 {
      way.append(judgement.cameFrom[Int(way[way.count - 1])] - 1)
    }
    return way
  }

  /// Everything reachable from `nodes`, through references that are certain or may keep their target.
  ///
  /// - Complexity: O(nodes + references).
  func flood(
    from nodes: [Int32], _ mayPass: (_ source: Int32, _ target: Int32) -> Bool
  ) -> PageArray<Bool> {
    let reached = PageArray<Bool>(in: pages, count: nodeCount)
    for node in nodes { reached[Int(node)] = true }
    var open = nodes
    while let node = open.popLast() {
      for index in Int(references.starts[Int(node)])..<Int(references.starts[Int(node) + 1]) {
        let target = references.targets[index]
        let vertex = Int32(target & ~ReferenceTable.guess)
        guard !reached[Int(vertex)],
          target & ReferenceTable.guess == 0 || acceptsGuess(vertex, from: node),
          mayPass(node, vertex)
        else { continue }
        reached[Int(vertex)] = true
        open.append(vertex)
      }
    }
    return reached
  }
}

extension TypeLayout {
  /// Whether its objects have a class that is not a framework's, or are closures of the program's file.
  func isOfProgram(_ programFile: String?, in image: MemoryImage) -> Bool {
    switch shape {
    case .instance: isApp
    case .context: image.file(of: type.address) == programFile
    case .array, .dictionary, .set, .box, .error, .task: false
    }
  }
}
