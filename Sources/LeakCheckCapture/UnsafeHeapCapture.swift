import CLeakCheckCapture

/// All objects of this process at one instant, and which of them are leaked.
///
/// A class, because everything derived from one capture shares its memory.
package final class HeapCapture {
  /// What became of an object.
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
  private let pieces: TaskPieces

  /// Captures this process now.
  ///
  /// - Throws: ``CaptureError`` where this process cannot be read.
  /// - Complexity: O(bytes of the heap and of global variables).
  package convenience init() throws(CaptureError) { self.init(of: try HeapContents()) }

  /// Finds out who holds whom in a heap.
  init(of contents: borrowing HeapContents) {
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
      in: objects, chunks: chunks, image: image, threads: contents.moment.threads)
    roots = RootWords(
      in: image, chunks: chunks, objects: objects, arenas: chunks.arenas,
      stackEnds: contents.moment.stackEnds, pages: pages)
    MetadataPools.ignore(in: objects, chunks: chunks, types: types, roots: roots)
    var scan = ObjectScan(of: chunks, image: image, types: types, pages: pages)
    references = ReferenceTable(
      of: objects, tasks: tasks, in: chunks, types: types, image: image, scan: &scan, pages: pages)
    judgement = HeapJudgement(
      of: objects, references: references, roots: roots, tasks: tasks, pages: pages)
    pieces = TaskPieces(of: tasks, image: image)
  }

  /// The file of the program itself.
  var programFile: String? { support.programFile }

  /// The number of Swift objects.
  package var objectCount: Int { objects.objectCount }

  /// What became of the object at `address`.
  package func fate(ofObjectAt address: UInt) -> Fate {
    let node = chunks.chunk(at: address)
    guard node >= 0, isObject(node) else { return .absent }
    return judgement.isReached[Int(node)] ? .held : .leaked
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
    return layout >= 0 ? types.layouts[Int(layout)] : nil
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
    if tasks.active.contains(node) { return true }
    guard judgement.isHeldOutside[Int(node)], let layout = layout(of: node),
      layout.shape == .instance
    else { return false }
    return !ModuleOwner.isApp(layout.type.declaration?.module ?? "")
  }

  /// The retains that others than the object itself have made.
  func retainCount(of node: Int32) -> Int32 {
    let count = objects.retainCounts[Int(node)]
    return tasks.unfinished.contains(node) ? max(0, count - 1) : count
  }

  /// The node that a word names, or -1.
  func node(at word: UInt, of operation: Step.Operation) -> Int32 {
    // A weak reference names a table, the first word of which names the object.
    let address = operation == .weak ? image.word(at: word) ?? 0 : word
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

  /// Whether a task runs a test: its frames return to the testing library.
  func isTestTask(_ node: Int32) -> Bool {
    var found = false
    unsafe pieces.forEach(of: node) { words, byteCount, _ in
      for index in 0..<byteCount / 8 where !found {
        found = image.file(of: unsafe words[index])?.hasSuffix("/libTesting.so") ?? false
      }
    }
    return found
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

  /// What a node refers to.
  func read(_ node: Int32, with scan: inout ObjectScan) -> [FoundReference] {
    guard let layout = layout(of: node) else {
      unsafe scan.readRaw(chunks.words(of: node), usableSize: byteCount(of: node))
      return (0..<scan.found.count).map { scan.found[$0] }
    }
    guard layout.shape == .task else {
      unsafe scan.read(layout, at: chunks.words(of: node), usableSize: byteCount(of: node))
      return (0..<scan.found.count).map { scan.found[$0] }
    }
    var found: [FoundReference] = []
    let isActive = tasks.isActive(node)
    unsafe pieces.forEach(of: node) { words, byteCount, isTask in
      if isTask {
        unsafe scan.readTask(words, usableSize: byteCount)
      } else {
        unsafe scan.readRaw(words, usableSize: byteCount)
      }
      found += (0..<scan.found.count).map { scan.found[$0] }
    }
    if isActive { found.removeAll { $0.operation == .words && !isStackTarget($0.target) } }
    return found
  }
}
