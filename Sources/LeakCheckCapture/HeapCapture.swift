import CLeakCheckCapture

/// All objects of this process at one instant, and which of them are leaked.
///
/// A class, because everything derived from one capture shares its memory.
package final class HeapCapture {
  /// The fate of an object.
  package enum Fate: Hashable, Sendable {
    /// Nothing outside the heap keeps it: it can never be freed.
    case leaked
    /// Something outside reaches it.
    case held
    /// No live Swift object is there.
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
  /// Objects that nothing seemed to hold, which were not the same in an earlier capture: they are not judged.
  private(set) var spared: Set<Int32> = []
  /// Whether no other thread ran while the memory was frozen: what was read is what there was.
  let isQuiet: Bool
  private let pieces: TaskPieces
  private var oldWords: OldWords?
  private let moment: ThreadMoment
  /// The references to each node.
  private(set) lazy var incoming = IncomingReferences(of: self)
  /// The tasks that run tests.
  private(set) lazy var testTasks = Set(tasks.unfinished.filter(isTestTask))
  /// The memory of C whose words of objects may be old.
  private(set) lazy var doubtfulMemory = DoubtfulMemory(of: self)
  /// The objects that somebody retains and nothing names.
  private(set) lazy var lostObjects = LostObjects(in: self)
  /// The threads that there were, by the system's numbers.
  var allThreads: Set<Int32> { moment.threads }
  /// Whether all other threads waited.
  let areThreadsQuiet: Bool
  /// Which threads' stacks name which nodes.
  private(set) lazy var threads = HoldingThreads(of: self, at: moment)

  /// Captures this process now.
  ///
  /// - Throws: ``CaptureError`` where this process cannot be read.
  /// - Complexity: O(bytes of the heap and of global variables).
  package convenience init() throws(CaptureError) { try self.init(since: nil) }

  /// Captures this process now; what has not moved since `mark` holds nothing that is newer.
  convenience init(since mark: HeapMark?) throws(CaptureError) {
    try self.init(of: try HeapContents(), since: mark)
  }

  /// Finds what holds each node of a heap; memory that has not changed since `mark` holds nothing newer.
  ///
  /// - Throws: ``CaptureError`` where there is no room for it.
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
    roots = RootWords(
      in: image, chunks: chunks, objects: objects, arenas: chunks.arenas,
      stackEnds: contents.moment.threadMoment.stackEnds, pages: pages)
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

  /// The bytes that what is found out of a heap takes at most: some for each node, and some for each word.
  private static func room(for contents: borrowing HeapContents) -> Int {
    contents.moment.chunks.count * 96 + contents.moment.chunks.wordCount * 4 + (4 << 20)
  }

  /// Says that nodes are not to be judged.
  func spare(_ nodes: Set<Int32>) { spared = nodes }

  /// The file of the program itself.
  var programFile: String? { support.programFile }

  /// The number of Swift objects.
  package var objectCount: Int { objects.objectCount }

  /// What became of the object at `address`.
  package func fate(ofObjectAt address: UInt) -> Fate {
    let node = chunks.chunk(at: address)
    guard node >= 0, isObject(node) else { return .absent }
    return judgement.isReached[Int(node)] || spared.contains(node) ? .held : .leaked
  }

  // MARK: Nodes

  var nodeCount: Int { objects.layouts.count }

  /// Whether a node is a live Swift object.
  func isObject(_ node: Int32) -> Bool {
    objects.layouts[Int(node)] >= 0 && objects.retainCounts[Int(node)] != 0
  }

  /// Whether a node is memory of C.
  func isLibrary(_ node: Int32) -> Bool { objects.layouts[Int(node)] == HeapObjects.raw }

  /// Whether a word of unknown type may keep a node.
  ///
  /// The node that has the word is `source`, or -1 for a global variable.
  func acceptsGuess(_ node: Int32, from source: Int32) -> Bool {
    judgement.accepts(Int(node), from: Int(source), objects, references, tasks)
  }

  /// The layout of a Swift object, or `nil` for memory of C.
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

  /// Whether a path from outside begins at a node, whoever else holds it.
  func isOrigin(_ node: Int32) -> Bool {
    if tasks.isActive(node) || waitsForLibrary(node) { return true }
    guard judgement.isHeldOutside[Int(node)], let layout = layout(of: node),
      layout.shape == .instance
    else { return false }
    return !layout.isApp
  }

  /// Whether a task of the program's waits for libraries alone, as one that sleeps does: nothing of the program leads to
  /// it.
  func waitsForLibrary(_ node: Int32) -> Bool {
    guard layout(of: node)?.shape == .task, tasks.isUnfinished(node),
      judgement.isReached[Int(node)], isOfProgram(node)
    else { return false }
    let way = way(to: node)
    return way.count > 1 && !way.dropFirst().contains(where: isOfProgram)
      && !isNamedByProgram(way[way.count - 1])
  }

  /// Whether a global variable names a node that may be the program's.
  private func isNamedByProgram(_ node: Int32) -> Bool {
    guard roots.globals[Int(node)] > 0 || roots.inner[Int(node)] > 0 else { return false }
    for index in 0..<roots.words.count {
      let word = roots.words[index]
      guard word.node == node, word.isGlobal else { continue }
      guard let file = image.dataFile(of: word.address), file != programFile else { return true }
    }
    return false
  }

  /// Whether the program's own code makes or runs a node.
  private func isOfProgram(_ node: Int32) -> Bool {
    guard let layout = layout(of: node) else { return false }
    guard layout.shape == .task else { return layout.isOfProgram(programFile, in: image) }
    let closure = TaskReader(address(of: node), in: image).closure
    return closure != 0 && image.file(of: image.word(at: closure) ?? 0) == programFile
  }

  /// Whether a graph tells of a node as the holder of another.
  ///
  /// Garbage retains what it refers to but keeps nothing alive that is reached otherwise, and a reached holder has only
  /// old words of garbage. What a test framework keeps of the tests that it runs is of no interest.
  func isTold(_ holder: Int32, asHolderOf node: Int32) -> Bool {
    judgement.isReached[Int(node)] == judgement.isReached[Int(holder)] && !isOfTests(holder)
  }

  /// Whether a node is a test framework's object, or a task that runs a test.
  func isOfTests(_ node: Int32) -> Bool { isOfTestFramework(node) || testTasks.contains(node) }

  /// Whether a node is an object of a test framework's.
  func isOfTestFramework(_ node: Int32) -> Bool {
    layout(of: node)?.isOfTestFramework ?? false
  }

  /// Whether a test framework's object refers to a node.
  func isHeldByTestFramework(_ node: Int32) -> Bool {
    incoming.holders(of: node).contains(where: isOfTests)
  }

  /// Whether memory of C was reached from a Swift object, through more of it.
  func isReachedFromObject(_ node: Int32) -> Bool {
    var current = node
    while isLibrary(current) {
      guard judgement.cameFrom[Int(current)] > 0 else { return false }
      current = judgement.cameFrom[Int(current)] - 1
    }
    return true
  }

  /// The retains that others than the object itself have made.
  func retainCount(of node: Int32) -> Int32 {
    let count = objects.retainCounts[Int(node)]
    return tasks.isUnfinished(node) ? max(0, count - 1) : count
  }

  /// The node that a word names, or -1.
  func node(at word: UInt, of operation: Step.Operation) -> Int32 {
    // A weak reference names a table, the first word of which names the object.
    let address = operation == .weak ? RetainCount.object(ofSideTable: word, in: image) ?? 0 : word
    let chunk = chunks.chunk(at: address)
    let node = chunk >= 0 ? chunk : tasks.node(at: address)
    if node >= 0 { return objects.layouts[Int(node)] == HeapObjects.ignored ? -1 : node }
    guard operation == .words || operation == .pointer || operation == .memory else { return -1 }
    let around = chunks.chunk(containing: address)
    return around >= 0 && isLibrary(around) ? around : -1
  }

  /// Whether a word of a stack counts: for memory of C, and for tasks.
  private func isStackTarget(_ word: UInt) -> Bool {
    let target = node(at: word, of: .words)
    return target >= 0 && (isLibrary(target) || layout(of: target)?.shape == .task)
  }

  /// Whether a task runs a test: a testing library wrote what it runs.
  func isTestTask(_ node: Int32) -> Bool {
    let closure = TaskReader(address(of: node), in: image).closure
    return closure != 0 && isOfTestFramework(code: image.word(at: closure) ?? 0)
  }

  /// Whether a word is an address within a test framework's library.
  func isOfTestFramework(code word: UInt) -> Bool {
    guard image.isCode(word), let file = image.file(of: word) else { return false }
    return file.hasSuffix("/libTesting.so") || file.hasSuffix("/libXCTest.so")
  }

  // MARK: Reading

  func makeScan() -> ObjectScan {
    ObjectScan(of: chunks, image: image, types: types, pages: pages)
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

  /// Finds what a node refers to, as what `scan` has found last.
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

  /// Calls `body` with the objects that words of a task and its frames name.
  func forEachObject(namedByTask task: Int32, _ body: (Int32) -> Void) {
    unsafe pieces.forEach(of: task) { words, byteCount, _, _ in
      for index in 0..<byteCount / 8 {
        let node = chunks.chunk(at: unsafe words[index] & ObjectScan.pointerMask)
        if node >= 0, isObject(node) { body(node) }
      }
    }
  }

  /// Takes out the words of a node that are older than what they name.
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
    scan.removeAll()
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
