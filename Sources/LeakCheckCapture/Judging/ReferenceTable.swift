/// The references of a heap that may keep objects alive, by source.
struct ReferenceTable {
  /// Where the references of each node begin; one more than nodes.
  let starts: PageArray<Int32>
  /// The target of each reference; ``guess`` is added to words of unknown type.
  private(set) var targets: PageArray<UInt32>
  /// How many strong references of known type each node has.
  let strong: PageArray<Int32>
  /// How many words of unknown type may be references to each node.
  let guessed: PageArray<Int32>
  /// How many of those lie within Swift objects whose words are initialised.
  let trusted: PageArray<Int32>
  /// Whether the words of a node are those of an initialised Swift object.
  let isInitialised: PageArray<Bool>
  /// How many pointers that are properties of Swift objects name each node.
  let pointers: PageArray<Int32>

  /// Marks a target that a word of unknown type names, which keeps it only where a retain is unexplained.
  static let guess: UInt32 = 1 << 31

  private let chunks: ChunkTable
  private let objects: HeapObjects
  private let tasks: TaskTable
  /// The words of frames that are older than what they name, where there is a mark.
  private var oldWords: OldWords?

  /// The references of all live objects and of memory of C.
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

  /// Whether a task's frames may name memory that was another's when they were written: they change, or are as they
  /// were at the mark.
  func hasOldFrames(_ task: Int32) -> Bool {
    tasks.isActive(task) || oldWords?.isUnmoved(task) == true
  }

  /// Adds what a task and its frames refer to.
  private mutating func addTask(
    _ node: Int32, _ pieces: inout TaskPieces, _ scan: inout ObjectScan
  ) {
    // What runs changes its frames, so old words are left in them: like a thread's stack, they count for
    // memory of C alone, and what is held there is known by its retains.
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

  /// Adds what was found in one node.
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
        // The runtime's table of a weak reference names the object, and must not look like its holder.
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

  /// Counts a word of unknown type that lies within a Swift object.
  private func addTrust(_ address: UInt, from source: Int) {
    guard isInitialised[source] else { return }
    let target = node(at: address)
    if target >= 0 { trusted[Int(target)] += 1 }
  }

  private mutating func addGuess(_ address: UInt, from source: Int, isStack: Bool) {
    var target = Int(node(at: address))
    if target < 0 {
      // Memory of C is kept by a pointer into its middle as well.
      target = Int(chunks.chunk(containing: address))
      guard target >= 0, objects.layouts[target] == HeapObjects.raw else { return }
    }
    guard objects.layouts[target] != HeapObjects.ignored else { return }
    // Whoever names a task may resume it; a task is not counted by those who do. Its own frames name it.
    let isTask = tasks.isTask(objects.layouts[target])
    guard !isTask || target != source else { return }
    if oldWords?.contains(Int32(target), at: address, in: Int32(source)) == true { return }
    guard !isStack || isTask || objects.layouts[target] == HeapObjects.raw else { return }
    let isFrame = tasks.isTask(objects.layouts[source])
    targets.append(isTask && !isFrame ? UInt32(target) : UInt32(target) | Self.guess)
    guessed[target] += 1
  }
}
