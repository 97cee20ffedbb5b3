import CLeakCheckCapture

/// All objects of this process at one instant, and which of them are leaked.
///
/// A class, because everything derived from one capture shares its memory.
package final class HeapCapture {
  /// The fate of an object.
  package enum Fate: Hashable, Sendable {
    /// Nothing outside the heap keeps it, so it can never be freed.
    case leaked
    /// Something outside reaches it.
    case held
    /// There is no live Swift object.
    case absent
  }

  let pages: Pages
  private let support: CaptureSupport
  let types: TypeTable
  let image: MemoryImage
  let chunks: ChunkTable
  let objects: HeapObjects
  let tasks: TaskTable
  let references: ReferenceTable
  let roots: RootWords
  let judgement: HeapJudgement
  /// The layouts of all objects here.
  let layouts: PageArray<TypeLayout>
  /// Objects without a visible holder that were not the same in an earlier capture: they are not judged.
  private(set) var spared: Set<Int32> = []
  /// Whether no other thread ran while the memory was frozen, so that it is consistent.
  let isQuiet: Bool
  private let pieces: TaskPieces
  private var oldWords: OldWords?
  private let moment: ThreadMoment
  /// The references to each node.
  private(set) lazy var incoming = IncomingReferences(of: self)
  /// Whether other threads or tasks were running, in whose registers objects may be.
  var isBesideRunning: Bool {
    !areThreadsQuiet || tasks.active.contains { address(of: $0) != TestTasks.current }
  }
  /// The tasks that run tests.
  private(set) lazy var testTasks = Set(tasks.unfinished.filter(isTestTask))
  /// The C memory that may have outdated words of objects.
  private(set) lazy var doubtfulMemory = DoubtfulMemory(of: self)
  /// The objects with a retain but without any reference.
  private(set) lazy var lostObjects = LostObjects(in: self)
  /// The threads, by the system's numbers.
  var allThreads: Set<Int32> { moment.threads }
  /// Whether all other threads waited.
  let areThreadsQuiet: Bool
  /// The nodes named by each thread's stack.
  private(set) lazy var threads = HoldingThreads(of: self, at: moment)

  /// Captures this process now.
  ///
  /// - Throws: ``CaptureError`` if this process cannot be read.
  /// - Complexity: O(bytes of the heap and of global variables).
  package convenience init() throws(CaptureError) { try self.init(since: nil) }

  /// Captures this process now; memory unchanged since `mark` holds nothing newer than the mark.
  convenience init(since mark: HeapMark?) throws(CaptureError) {
    try self.init(of: try HeapContents(), since: mark)
  }

  /// Finds the holders of each node in a heap; memory unchanged since `mark` holds nothing newer than the mark.
  ///
  /// - Throws: ``CaptureError`` if there is not enough room.
  init(of contents: borrowing HeapContents, since mark: HeapMark? = nil) throws(CaptureError) {
    try contents.pages.check(roomFor: Self.room(for: contents))
    support = contents.support
    pages = contents.pages
    types = support.types
    image = contents.moment.image
    chunks = contents.moment.chunks
    var objects = contents.objects
    tasks = TaskTable(
      in: &objects, chunks: chunks, image: image, types: types, knowsLayout: support.knowsTasks,
      pages: pages)
    self.objects = objects
    DispatchCache.ignore(
      in: objects, chunks: chunks, image: image, threads: contents.moment.threadMoment.threads)
    var oldVariables = mark.map { [types, image, chunks] in
      OldVariables(since: $0, objects, chunks, types, image)
    }
    roots = RootWords(
      in: image, chunks: chunks, objects: objects, arenas: chunks.arenas,
      stackEnds: contents.moment.threadMoment.stackEnds,
      unless: { oldVariables?.contains($0, namedAt: $1) ?? false }, pages: pages)
    MetadataPools.ignore(in: objects, chunks: chunks, types: types, roots: roots)
    var scan = ObjectScan(of: chunks, image: image, types: types, pages: pages)
    pieces = TaskPieces(of: tasks, image: image)
    oldWords = mark.map { [tasks, pieces, objects, chunks, types, image] in
      OldWords(since: $0, of: tasks, pieces, objects, chunks, types.layouts, image)
    }
    references = ReferenceTable(
      of: objects, tasks: tasks, in: chunks, types: types, image: image, scan: &scan,
      without: oldWords, pages: pages)
    judgement = HeapJudgement(
      of: objects, references: references, roots: roots, tasks: tasks, pages: pages)
    layouts = types.layouts
    moment = contents.moment.threadMoment
    areThreadsQuiet = contents.moment.isQuiet
    isQuiet = contents.moment.isQuiet && tasks.active.isEmpty
    try pages.check()
  }

  /// The most bytes that the results for a heap take: some for each node, and some for each word.
  private static func room(for contents: borrowing HeapContents) -> Int {
    contents.moment.chunks.count * 96 + contents.moment.chunks.wordCount * 4 + (4 << 20)
  }

  /// Excludes nodes from judgement.
  func spare(_ nodes: Set<Int32>) { spared = nodes }

  /// The file of the program.
  var programFile: String? { support.programFile }

  /// The number of Swift objects.
  package var objectCount: Int { objects.objectCount }

  /// The fate of the object at `address`.
  package func fate(ofObjectAt address: UInt) -> Fate {
    let node = chunks.chunk(at: address)
    guard node >= 0, isObject(node) else { return .absent }
    return judgement.isReached[Int(node)] || spared.contains(node) ? .held : .leaked
  }

  // MARK: Nodes

  var nodeCount: Int { objects.layouts.count }

  /// Whether a node is a live Swift object.
  func isObject(_ node: Int32) -> Bool { objects.isObject(node) }

  /// Whether a node is C memory.
  func isLibrary(_ node: Int32) -> Bool { objects.isLibrary(node) }

  /// Whether a word of unknown type may keep a node.
  ///
  /// `source` is the node with the word, or -1 for a global variable.
  func acceptsGuess(_ node: Int32, from source: Int32) -> Bool {
    judgement.accepts(Int(node), from: Int(source), objects, references, tasks)
  }

  /// The layout of a Swift object, or `nil` for C memory.
  func layout(of node: Int32) -> TypeLayout? {
    let layout = objects.layouts[Int(node)]
    return layout >= 0 ? layouts[Int(layout)] : nil
  }

  func address(of node: Int32) -> UInt {
    let index = Int(node)
    return index < chunks.count
      ? chunks.addresses[index] : tasks.embeddedAddresses[index - chunks.count]
  }

  func byteCount(of node: Int32) -> Int {
    Int(node) < chunks.count ? chunks.usableSize(of: node) : 0
  }

  /// Whether a path from outside begins at a node, whatever else holds it.
  func isOrigin(_ node: Int32) -> Bool {
    if tasks.isActive(node) || waitsForLibrary(node) { return true }
    guard judgement.isHeldOutside[Int(node)], let layout = layout(of: node),
      layout.shape == .instance
    else { return false }
    return !layout.isApp
  }

  /// Whether a task of the program waits only for libraries, as when it sleeps: nothing in the program leads to it.
  func waitsForLibrary(_ node: Int32) -> Bool {
    guard layout(of: node)?.shape == .task, tasks.isUnfinished(node),
      judgement.isReached[Int(node)], isOfProgram(node)
    else { return false }
    let way = way(to: node)
    return way.count > 1 && !way.dropFirst().contains(where: isOfProgram)
      && !isNamedByProgram(way[way.count - 1])
  }

  /// Whether a global variable that may be the program's names a node.
  private func isNamedByProgram(_ node: Int32) -> Bool {
    guard roots.globals[Int(node)] > 0 || roots.inner[Int(node)] > 0 else { return false }
    for index in 0..<roots.words.count {
      let word = roots.words[index]
      guard word.node == node, word.isGlobal else { continue }
      guard let file = image.dataFile(of: word.address), file != programFile else { return true }
    }
    return false
  }

  /// Whether the program's own code creates or runs a node.
  private func isOfProgram(_ node: Int32) -> Bool {
    guard let layout = layout(of: node) else { return false }
    guard layout.shape == .task else { return layout.isOfProgram(programFile, in: image) }
    let closure = TaskReader(address(of: node), in: image).closure
    return closure != 0 && image.file(of: image.word(at: closure) ?? 0) == programFile
  }

  /// Whether a graph shows one node as the holder of another.
  ///
  /// Garbage retains its targets but keeps nothing alive that is otherwise reachable, and a reachable holder has only
  /// outdated words of garbage. What a test framework keeps of its tests is of no interest.
  func isTold(_ holder: Int32, asHolderOf node: Int32) -> Bool {
    judgement.isReached[Int(node)] == judgement.isReached[Int(holder)] && !isOfTests(holder)
  }

  /// Whether a node is a test framework's object, or a task that runs a test.
  func isOfTests(_ node: Int32) -> Bool { isOfTestFramework(node) || testTasks.contains(node) }

  /// Whether a node is an object of a test framework.
  func isOfTestFramework(_ node: Int32) -> Bool {
    layout(of: node)?.isOfTestFramework ?? false
  }

  /// Whether a test framework's object refers to a node.
  func isHeldByTestFramework(_ node: Int32) -> Bool {
    incoming.holders(of: node).contains(where: isOfTests)
  }

  /// Whether C memory was reached from a Swift object, through other C memory.
  func isReachedFromObject(_ node: Int32) -> Bool {
    var current = node
    while isLibrary(current) {
      guard judgement.cameFrom[Int(current)] > 0 else { return false }
      current = judgement.cameFrom[Int(current)] - 1
    }
    return true
  }

  /// The retains made by others than the object itself.
  func retainCount(of node: Int32) -> Int32 {
    let count = objects.retainCounts[Int(node)]
    return tasks.isUnfinished(node) ? max(0, count - 1) : count
  }

  /// The node that a word names, or -1.
  func node(at word: UInt, of operation: Step.Operation) -> Int32 {
    // A weak reference names a side table, whose first word names the object.
    let address = operation == .weak ? RetainCount.object(ofSideTable: word, in: image) ?? 0 : word
    let chunk = chunks.chunk(at: address)
    let node = chunk >= 0 ? chunk : tasks.node(at: address)
    if node >= 0 { return objects.layouts[Int(node)] == HeapObjects.ignored ? -1 : node }
    guard operation == .words || operation == .pointer || operation == .memory else { return -1 }
    let around = chunks.chunk(containing: address)
    return around >= 0 && isLibrary(around) ? around : -1
  }

  /// Whether a word of a stack counts: only for C memory and tasks.
  private func isStackTarget(_ word: UInt) -> Bool {
    let target = node(at: word, of: .words)
    return target >= 0 && (isLibrary(target) || layout(of: target)?.shape == .task)
  }

  /// Whether a task runs a test: a testing library wrote its function.
  func isTestTask(_ node: Int32) -> Bool {
    let closure = TaskReader(address(of: node), in: image).closure
    return closure != 0 && isOfTestFramework(code: image.word(at: closure) ?? 0)
  }

  /// Whether a word is an address in a test framework's library.
  func isOfTestFramework(code word: UInt) -> Bool {
    guard image.isCode(word), let file = image.file(of: word) else { return false }
    return file.hasSuffix("/libTesting.so") || file.hasSuffix("/libXCTest.so")
  }

  // MARK: Reading

  func makeScan(keepingAll expected: Int? = nil) -> ObjectScan {
    ObjectScan(of: chunks, image: image, types: types, pages: pages, keepingAll: expected)
  }

  /// The objects that a value refers to.
  func objects<Value>(heldBy value: borrowing Value) -> [Int32] {
    let number = types.value(of: unsafe unsafeBitCast(Value.self, to: UInt.self), in: image)
    guard number >= 0 else { return [] }
    var scan = makeScan()
    unsafe withUnsafePointer(to: copy value) { pointer in
      unsafe scan.readValue(
        types.values[Int(number)], at: UnsafeMutableRawPointer(mutating: pointer))
    }
    return (0..<scan.found.count).map { scan.found[$0] }.filter { $0.operation.isCounted }
      .map { node(at: $0.target, of: $0.operation) }.filter { $0 >= 0 }
  }

  /// Finds the references of a node; they are the last result of `scan`.
  func read(_ node: Int32, with scan: inout ObjectScan) {
    guard let layout = layout(of: node) else {
      unsafe scan.readRaw(chunks.words(of: node), usableSize: byteCount(of: node))
      return dropOldWords(of: node, &scan)
    }
    guard layout.shape == .task else {
      return unsafe scan.read(
        layout, at: chunks.words(of: node), usableSize: byteCount(of: node))
    }
    readTask(node, with: &scan)
  }

  /// Calls `body` with the objects named by words of a task and its frames.
  func forEachObject(namedByTask task: Int32, _ body: (Int32) -> Void) {
    unsafe pieces.forEach(of: task) { words, byteCount, _, _ in
      for index in 0..<byteCount / 8 {
        let node = chunks.chunk(at: unsafe words[index] & ObjectScan.pointerMask)
        if node >= 0, isObject(node) { body(node) }
      }
    }
  }

  /// Removes the words of a node that are older than their targets.
  private func dropOldWords(of node: Int32, _ scan: inout ObjectScan) {
    guard var old = oldWords else { return }
    scan.keep { found in
      guard found.operation == .words else { return true }
      let target = self.node(at: found.target, of: found.operation)
      return target < 0 || !old.contains(target, at: found.target, in: node)
    }
    oldWords = old
  }

  private func readTask(_ node: Int32, with scan: inout ObjectScan) {
    scan.begin()
    unsafe pieces.forEach(of: node) { words, byteCount, start, isTask in
      if isTask {
        unsafe scan.readTask(words, usableSize: byteCount, at: start)
      } else {
        unsafe scan.readRaw(words, usableSize: byteCount, after: true)
      }
    }
    dropOldWords(of: node, &scan)
    if tasks.isActive(node) {
      scan.keep { $0.operation != .words || isStackTarget($0.target) }
    }
    for (other, relation) in (tasks.related[node] ?? [:]).sorted(by: { $0.key < $1.key }) {
      scan.add(
        FoundReference(
          target: address(of: other), code: UInt(relation.rawValue), name: 0, element: -1,
          operation: .relation))
    }
  }
}
