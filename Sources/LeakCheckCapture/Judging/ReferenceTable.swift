/// The references in a heap that may keep objects alive, by source.
struct ReferenceTable {
  /// The start of each node's references, with one more entry than nodes.
  let starts: PageArray<Int32>
  /// The target of each reference, with ``guess`` added for words of unknown type.
  private(set) var targets: PageArray<UInt32>
  /// The number of strong references of known type to each node.
  let strong: PageArray<Int32>
  /// The number of words of unknown type that may be references to each node.
  let guessed: PageArray<Int32>
  /// The number of those in initialized Swift objects.
  let trusted: PageArray<Int32>
  /// Whether each node is an initialized Swift object.
  let isInitialised: PageArray<Bool>
  /// The number of pointer properties of Swift objects that name each node.
  let pointers: PageArray<Int32>

  /// The mark for a target named by a word of unknown type, which keeps it only if a retain is unexplained.
  static let guess: UInt32 = 1 << 31

  private let chunks: ChunkTable
  private let objects: HeapObjects
  private let tasks: TaskTable
  /// The words of frames that are older than their targets, if there is a mark.
  private var oldWords: OldWords?

  /// The references of all live objects and of C memory.
  ///
  /// - Complexity: O(bytes of what can hold references).
  init(
    of objects: HeapObjects, tasks: TaskTable, in chunks: ChunkTable, types: TypeTable,
    image: MemoryImage, scan: inout ObjectScan, without oldWords: OldWords?, pages: Pages
  ) {
    self.oldWords = oldWords
    self.chunks = chunks
    self.objects = objects
    self.tasks = tasks
    let count = objects.layouts.count
    starts = PageArray(in: pages, count: count + 1)
    targets = PageArray(in: pages, reserving: chunks.wordCount / 2)
    strong = PageArray(in: pages, count: count)
    guessed = PageArray(in: pages, count: count)
    isInitialised = PageArray(in: pages, count: count)
    trusted = PageArray(in: pages, count: count)
    pointers = PageArray(in: pages, count: count)
    var pieces = TaskPieces(of: tasks, image: image)
    let layouts = types.layouts
    var node = 0
    while node < count {
      starts[node] = Int32(targets.count)
      let layout = objects.layouts[node]
      if layout >= 0, objects.retainCounts[node] != 0 {
        let type = layouts[Int(layout)]
        if type.shape == .task {
          addTask(Int32(node), &pieces, &scan)
        } else {
          isInitialised[node] = type.isInitialised
          unsafe scan.read(
            type, at: chunks.words(of: Int32(node)), usableSize: chunks.usableSize(of: Int32(node)))
          add(scan.found, of: node)
        }
      } else if layout == HeapObjects.raw {
        unsafe scan.readRaw(
          chunks.words(of: Int32(node)), usableSize: chunks.usableSize(of: Int32(node)))
        add(scan.found, of: node)
      }
      node &+= 1
    }
    starts[count] = Int32(targets.count)
    targets.settle()
  }

  /// Whether a task's frames may name memory that belonged to something else when they were written: they are changing,
  /// or are unchanged since the mark.
  func hasOldFrames(_ task: Int32) -> Bool {
    tasks.isActive(task) || oldWords?.isUnmoved(task) == true
  }

  /// Adds the references of a task and its frames.
  private mutating func addTask(
    _ node: Int32, _ pieces: inout TaskPieces, _ scan: inout ObjectScan
  ) {
    // A running task changes its frames, so they contain outdated words: like those of a thread's stack, they count
    // only for C memory, and held objects show in their retains.
    let isActive = tasks.isActive(node)
    unsafe pieces.forEach(of: node) { words, byteCount, start, isTask in
      if isTask {
        unsafe scan.readTask(words, usableSize: byteCount, at: start)
      } else {
        unsafe scan.readRaw(words, usableSize: byteCount)
      }
      add(scan.found, of: Int(node), isStack: isActive)
    }
    guard let related = tasks.related[node] else { return }
    for other in related.keys.sorted() { targets.append(UInt32(other)) }
  }

  /// The node at `address`, or -1.
  private func node(at address: UInt) -> Int32 {
    let chunk = chunks.chunk(at: address)
    return chunk >= 0 ? chunk : tasks.node(at: address)
  }

  /// Adds the references found in one node.
  private mutating func add(
    _ found: PageArray<FoundReference>, of source: Int, isStack: Bool = false
  ) {
    var index = 0
    while index < found.count {
      let reference = found[index]
      index &+= 1
      switch reference.operation {
      case .strong, .bridge, .function, .existential, .error, .choice:
        let target = Int(node(at: reference.target))
        guard target >= 0 else { continue }
        targets.append(UInt32(target))
        strong[target] += 1
      case .words:
        addGuess(reference.target, from: source, isStack: isStack)
        addTrust(reference.target, from: source)
      case .pointer:
        let target = chunks.chunk(at: reference.target)
        if target >= 0 { pointers[Int(target)] += 1 }
        addGuess(reference.target, from: source, isStack: isStack)
      case .memory: addGuess(reference.target, from: source, isStack: true)
      case .continuation:
        let target = node(at: reference.target)
        if target >= 0 { targets.append(UInt32(target)) }
      case .weak:
        // The runtime's side table names the object, and must not look like its holder.
        let table = chunks.chunk(at: reference.target)
        if table >= 0, objects.layouts[Int(table)] == HeapObjects.raw,
          SwiftRuntimeLayout.SideTable.usableSizes.contains(chunks.usableSize(of: table))
        {
          objects.ignore(table)
        }
      case .unowned, .keyPath, .argument, .relation: break
      }
    }
  }

  /// Counts a word of unknown type in a Swift object.
  private func addTrust(_ address: UInt, from source: Int) {
    guard isInitialised[source] else { return }
    let target = node(at: address)
    if target >= 0 { trusted[Int(target)] += 1 }
  }

  private mutating func addGuess(_ address: UInt, from source: Int, isStack: Bool) {
    var target = Int(node(at: address))
    if target < 0 {
      // A pointer into the middle keeps C memory as well.
      target = Int(chunks.chunk(containing: address))
      guard target >= 0, objects.layouts[target] == HeapObjects.raw else { return }
    }
    guard objects.layouts[target] != HeapObjects.ignored else { return }
    // A word that names a task may resume it without retaining it. The task's own frames name it too.
    let isTask = tasks.isTask(objects.layouts[target])
    guard !isTask || target != source else { return }
    if oldWords?.contains(Int32(target), at: address, in: Int32(source)) == true { return }
    guard !isStack || isTask || objects.layouts[target] == HeapObjects.raw else { return }
    let isFrame = tasks.isTask(objects.layouts[source])
    targets.append(isTask && !isFrame ? UInt32(target) : UInt32(target) | Self.guess)
    guessed[target] += 1
  }
}
