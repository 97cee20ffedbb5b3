import LeakCheckGraph

/// A converter from a part of a capture to an object graph.
///
/// Objects are numbered in address order. A closure that captures a single object has no memory of its own, so one is
/// inserted. Targets of global variables hang off an object for the declaring type or module.
struct CapturedGraph {
  let heap: HeapCapture
  private let selection: NodeSelection
  private var expansion: ObjectExpansion
  var symbols: Symbolizer
  var builder = ObjectGraph.Builder()
  private(set) var links: PageArray<Link>
  private var typeNames: TypeNames
  var declaringClasses: DeclaringClasses
  /// The rows of objects without texts of their own, by layout; see `CapturedGraph+Plain`.
  var plainObjects: [ObjectRow?]
  /// The names of links, by number.
  var plainNames = PlainNames()
  /// The names of closures and tasks, by code address.
  private var functions: [UInt: FunctionText] = [:]
  /// Whether the graph shows each node.
  let isShown: PageArray<Bool>
  private let partBytes: PageArray<Int64>
  /// The code of closures and tasks, by the node of their context or task; otherwise 0.
  private let code: PageArray<UInt>
  /// The number of retains shown for each node.
  private let shownRetains: PageArray<Int32>
  private var nextID: Int64
  /// Closures without memory, and the declarers of globals, by key.
  private var madeObjects: [String: ObjectID] = [:]
  /// The objects that should be gone, with the reasons.
  private let expected: [Int32: String]
  /// The links from C memory, source and target.
  private var libraryLinks: Set<UInt64> = []

  /// The graph of `selection`, in which the `expected` nodes should be gone.
  ///
  /// - Throws: ``CaptureError/Code/contradictoryMemory`` if the memory cannot be a graph.
  /// - Complexity: O(bytes of the objects + symbols of the files that name them).
  static func graph(
    of selection: NodeSelection, in heap: HeapCapture, named name: String,
    at moment: ObjectGraph.Moment = .after, expectingGone expected: [Int32: String] = [:],
    symbols: Symbolizer = Symbolizer()
  ) throws(CaptureError) -> ObjectGraph {
    var graph = CapturedGraph(heap, selection, expected, symbols)
    graph.builder.name = name
    graph.builder.moment = moment
    graph.findLinks()
    // The remaining work needs memory from the program's allocator.
    heap.pages.endReserve()
    graph.loadSymbols()
    graph.builder.reserveCapacity(
      objects: selection.nodes.count, references: graph.links.count)
    for node in selection.nodes where graph.isShown[Int(node)] { graph.addObject(node) }
    var index = 0
    while index < graph.links.count {
      graph.addReference(graph.links[index])
      index &+= 1
    }
    graph.addGlobals()
    graph.addLostContinuations(among: selection.nodes)
    return try graph.built()
  }

  private init(
    _ heap: HeapCapture, _ selection: NodeSelection, _ expected: [Int32: String],
    _ known: Symbolizer
  ) {
    self.heap = heap
    self.selection = selection
    self.expected = expected
    var symbols = known
    expansion = ObjectExpansion(of: selection, in: heap, symbols: &symbols)
    self.symbols = symbols
    links = PageArray(in: heap.pages, reserving: heap.references.targets.count + 1024)
    typeNames = TypeNames(of: heap.layouts)
    declaringClasses = DeclaringClasses(of: heap.layouts)
    plainObjects = Array(repeating: nil, count: heap.layouts.count)
    isShown = PageArray(in: heap.pages, count: heap.nodeCount)
    partBytes = PageArray(in: heap.pages, count: heap.nodeCount)
    code = PageArray(in: heap.pages, count: heap.nodeCount)
    shownRetains = PageArray(in: heap.pages, count: heap.nodeCount)
    nextID = Int64(heap.nodeCount) + 1
  }

  private consuming func built() throws(CaptureError) -> ObjectGraph {
    try heap.pages.check()
    if expansion.droppedReferences > 0 {
      builder.extensions = "\"x-droppedReferences\": \(expansion.droppedReferences)"
    }
    do {
      return try builder.build()
    } catch {
      throw CaptureError(
        .contradictoryMemory,
        "the captured heap contradicts itself (\(error)); capture it again")
    }
  }

  // MARK: - Contents

  private mutating func findLinks() {
    let isPart = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    for node in selection.nodes {
      isPart[Int(node)] =
        expansion.isPart(node) && (expected[node] == nil || expansion.isOnlyPart(node))
      isShown[Int(node)] = !isPart[Int(node)]
    }
    let isShown = isShown
    for node in selection.nodes where isShown[Int(node)] {
      partBytes[Int(node)] = expansion.appendLinks(
        of: node, to: &links, isShown: { isShown[Int($0)] }, isPart: { isPart[Int($0)] })
    }
    links.settle()
    var index = 0
    while index < links.count {
      describe(links[index])
      index &+= 1
    }
    for word in shownRoots where code[Int(word.node)] == 0 {
      if heap.layout(of: word.node)?.shape == .context {
        code[Int(word.node)] = functionCode(of: word)
      }
    }
  }

  /// The code before a word that may be the context of a function, or 0.
  func functionCode(of word: RootWords.Word) -> UInt {
    guard let code = heap.image.word(at: word.address &- 8), heap.image.isCode(code) else {
      return 0
    }
    return code
  }

  /// Records what a link says about its ends.
  private mutating func describe(_ link: Link) {
    if heap.isLibrary(link.source) { libraryLinks.insert(Self.key(link.source, link.target)) }
    if link.operation.isCounted { shownRetains[Int(link.target)] += 1 }
    guard link.functionCode != 0 else { return }
    if heap.layout(of: link.source)?.shape == .task { code[Int(link.source)] = link.code }
    if code[Int(link.target)] == 0, heap.layout(of: link.target)?.shape == .context {
      code[Int(link.target)] = link.code
    }
  }

  private mutating func loadSymbols() {
    var codes: Set<UInt> = []
    var index = 0
    while index < links.count {
      if links[index].functionCode != 0 { codes.insert(links[index].code) }
      index &+= 1
    }
    var addresses = codes
    for word in shownRoots {
      addresses.insert(word.address)
      codes.insert(functionCode(of: word))
    }
    codes.remove(0)
    addresses.formUnion(codes)
    for node in selection.nodes where heap.layout(of: node) == nil {
      if let first = heap.image.word(at: heap.address(of: node)) { addresses.insert(first) }
    }
    symbols.load(addresses)
    symbols.loadLines(of: codes.filter(isOfTheApp))
  }

  /// Whether a function belongs to the program.
  private func isOfTheApp(_ code: UInt) -> Bool {
    symbols.name(of: code).map { ModuleOwner.isApp($0.module ?? "") } ?? false
  }

  /// The words of global variables that name shown nodes.
  var shownRoots: [RootWords.Word] {
    var shown: [RootWords.Word] = []
    for index in 0..<heap.roots.words.count {
      let word = heap.roots.words[index]
      guard word.isGlobal, isShown[Int(word.node)], heap.acceptsGuess(word.node, from: -1)
      else { continue }
      // The runtime's lists name much C memory: the path from outside is enough.
      if heap.isObject(word.node) || heap.judgement.cameFrom[Int(word.node)] == 0 {
        shown.append(word)
      }
    }
    return shown
  }

  // MARK: Objects

  func id(of node: Int32) -> ObjectID { .number(Int64(node) + 1) }

  // What is asked for each reference is inlined: a call copies this value, which is large.

  /// Whether a node is a closure with memory of its own.
  @inline(__always) func isClosure(_ node: Int32) -> Bool {
    code[Int(node)] != 0 && heap.layout(of: node)?.shape == .context
  }

  /// The code of a closure or task, or 0.
  func code(of node: Int32) -> UInt { code[Int(node)] }

  /// The name of a link.
  func name(of link: Link) -> String { expansion.names[link.name] }

  /// The facts about a link's property besides its name.
  var linkNames: LinkNames {
    @inline(__always) get { expansion.names }
  }

  private mutating func addObject(_ node: Int32) {
    guard let layout = heap.layout(of: node) else { return addLibraryMemory(node) }
    let code = code[Int(node)]
    let size = Int64(heap.byteCount(of: node)) + partBytes[Int(node)]
    let root = heldOutside(node)
    let retainCount = root == nil && hasAllHolders(node) ? heap.retainCount(of: node) : nil
    if root == nil, code == 0, layout.shape != .context, expected.isEmpty || expected[node] == nil {
      return addPlain(node, layout, size: size, retainCount: retainCount)
    }
    var object = description(of: node, layout)
    object.size = size
    if code != 0 { describeCode(code, &object) }
    if let reason = expected[node] {
      object.expectation = LifetimeExpectation(.gone, because: reason)
    }
    object.root = root
    object.retainCount = retainCount
    builder.add(object)
  }

  /// The description of an object by its type.
  mutating func description(of node: Int32, _ layout: TypeLayout) -> ObjectDescription {
    let text = typeNames[heap.objects.layouts[Int(node)]]
    var object = ObjectDescription(id: id(of: node), type: text.name)
    object.kind = kind(of: node, layout, text)
    object.owner = ownerOf(node, layout, text)
    if object.kind == .closure { object.type = "closure" }
    return object
  }

  private func kind(of node: Int32, _ layout: TypeLayout, _ text: TypeText) -> ObjectKind {
    switch layout.shape {
    case .context: code[Int(node)] == 0 ? .box : .closure
    case .box, .error: .box
    case .task: .task
    case .array, .dictionary, .set: .collection
    // A managed buffer is the storage of a collection, which has it alone; those of libraries guard their state.
    case .instance where layout.element >= 0 && text.isApp: .collection
    case .instance: text.name == "Timer" ? .timer : text.isActor ? .actor : .object
    }
  }

  /// The owner whose code can change what a node holds; closures and collections belong to their holders.
  private mutating func ownerOf(
    _ node: Int32, _ layout: TypeLayout, _ text: TypeText
  ) -> Owner {
    switch layout.shape {
    case .context: return code[Int(node)] == 0 ? .app : function(code[Int(node)]).owner
    case .box, .error, .array, .dictionary, .set: return .app
    case .task: return .framework
    case .instance where layout.isTestCase: return .test
    case .instance: return text.isApp ? .app : .framework
    }
  }

  private mutating func addLibraryMemory(_ node: Int32) {
    let bytes = heap.byteCount(of: node)
    let symbol = heap.image.word(at: heap.address(of: node)).flatMap { symbols.name(of: $0) }
    var object = ObjectDescription(
      id: id(of: node), type: LibraryMemory.name(of: symbol) ?? "memory of C")
    object.size = Int64(bytes)
    object.owner = .framework
    if heap.judgement.isReached[Int(node)], !heap.isReachedFromObject(node) {
      object.root = "a C library"
    }
    builder.add(object)
  }

  /// The reason why something that is not shown holds a node, or `nil` if nothing does.
  private func heldOutside(_ node: Int32) -> String? {
    let index = Int(node)
    if heap.objects.retainCounts[index] == HeapObjects.immortal { return "never freed" }
    if heap.tasks.isActive(node) { return "a task that runs" }
    if selection.isOfTargets, heap.waitsForLibrary(node) { return "a task that waits" }
    if heap.spared.contains(node) { return "in use: it changed while it was read" }
    if let thread = runningThread(of: node) { return thread }
    if heap.judgement.isHeldOutside[index], isHeldOutsideAlone(node) || isFromOldWord(node) {
      if expected[node] == Leftovers.reason, heap.lostObjects.contains(node) {
        return UnbalancedRetain.words
      }
      return heap.threads.words(of: node) ?? threadThatRuns(node) ?? "a local variable or C code"
    }
    if isFromOldWord(node) { return "a local variable or C code" }
    if hasAllHolders(node) { return nil }
    if heap.isHeldByTestFramework(node) { return "the test framework" }
    if isReached(node), hidesOnlyGarbage(node) { return nil }
    return isReached(node) ? "others" : "other leaks"
  }

  /// A description of the thread that runs a closure or that a `Thread` describes: it holds the node, whatever else
  /// refers to it, and ends it.
  private func runningThread(of node: Int32) -> String? {
    guard isReached(node), let layout = heap.layout(of: node),
      layout.shape == .context || layout.isThread
    else { return nil }
    return heap.threads.isCertain(node) ? HoldingThreads.words : nil
  }

  /// A description of the thread whose closure captures only this node: it holds the node in registers as well.
  private func threadThatRuns(_ node: Int32) -> String? {
    let isRun = heap.incoming.holders(of: node).contains {
      heap.layout(of: $0)?.isThread == true && heap.threads.isCertain($0)
    }
    return isRun ? HoldingThreads.words : nil
  }

  private func isReached(_ node: Int32) -> Bool { heap.judgement.isReached[Int(node)] }

  /// Whether all hidden holders of a node are garbage, which keeps nothing alive.
  private func hidesOnlyGarbage(_ node: Int32) -> Bool {
    heap.incoming.holders(of: node).allSatisfy { selection.contains($0) || !isReached($0) }
  }

  /// Whether only something outside the heap reaches a node.
  ///
  /// If a global variable reaches it too, the report names that one instead, unless the node should be gone.
  private func isHeldOutsideAlone(_ node: Int32) -> Bool {
    !heap.judgement.isReachedByGlobals[Int(node)] || expected[node] != nil
  }

  /// Whether a node was reached by a word that may be outdated, or is an instance named by the frames of a waiting
  /// test: a local variable of the test, although a graph shows no test.
  private func isFromOldWord(_ node: Int32) -> Bool {
    let cameFrom = heap.judgement.cameFrom[Int(node)] - 1
    guard cameFrom >= 0 else { return false }
    guard heap.isLibrary(cameFrom) else {
      return heap.testTasks.contains(cameFrom) && heap.layout(of: node)?.shape == .instance
    }
    return heap.doubtfulMemory.contains(cameFrom)
      && !libraryLinks.contains(Self.key(cameFrom, node))
  }

  private static func key(_ source: Int32, _ target: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: source)) << 32 | UInt64(UInt32(bitPattern: target))
  }

  /// Whether all retainers of a node are shown.
  private func hasAllHolders(_ node: Int32) -> Bool {
    shownRetains[Int(node)] >= heap.references.strong[Int(node)]
  }

  // MARK: Names

  /// Adds the name and the source location of an object's function.
  mutating func describeCode(_ code: UInt, _ object: inout ObjectDescription) {
    let function = function(code)
    (object.name, object.file, object.line) = (function.name, function.file, function.line)
  }

  private mutating func function(_ code: UInt) -> FunctionText {
    if let known = functions[code] { return known }
    let text = FunctionText(of: code, by: symbols)
    functions[code] = text
    return text
  }

  /// The id of the object created for `key`, and whether it is new.
  mutating func madeObject(for key: String) -> (id: ObjectID, isNew: Bool) {
    if let made = madeObjects[key] { return (made, false) }
    defer { nextID += 1 }
    let id = ObjectID.number(nextID)
    madeObjects[key] = id
    return (id, true)
  }
}
