/// The judgement of which objects something outside the heap keeps alive; the others are leaked.
///
/// It compares an object's retains with the strong references of known type to it. The remaining retains belong to
/// words of unknown type, as far as there are any, and otherwise to something outside the heap: a local variable, a
/// register, C. Objects that neither those nor global variables reach are leaked.
struct HeapJudgement {
  /// Whether each node is reachable from outside.
  let isReached: PageArray<Bool>
  /// For each reached node, the node before it plus 1; 0 if it was reached from outside the heap.
  let cameFrom: PageArray<Int32>
  /// For each node, whether it was reached from C memory that only a stack or the frames of a running task name, which
  /// may be outdated.
  let isFromStack: PageArray<Bool>
  /// Whether global variables reach each node.
  let isReachedByGlobals: PageArray<Bool>
  /// For each node, the number of retains that no strong reference of known type explains.
  let unexplained: PageArray<Int32>
  /// Whether something outside the heap holds each node.
  let isHeldOutside: PageArray<Bool>

  /// Judges every node.
  ///
  /// - Complexity: O(nodes + references).
  init(
    of objects: HeapObjects, references: ReferenceTable, roots: RootWords, tasks: TaskTable,
    pages: Pages
  ) {
    let count = objects.layouts.count
    isReached = PageArray(in: pages, count: count)
    cameFrom = PageArray(in: pages, count: count)
    isFromStack = PageArray(in: pages, count: count)
    isReachedByGlobals = PageArray(in: pages, count: count)
    unexplained = PageArray(in: pages, count: count)
    isHeldOutside = PageArray(in: pages, count: count)
    findUnexplained(objects, references, tasks)
    var queue = PageArray<Int32>(in: pages)
    var doubtful = DoubtfulWords(in: pages)
    // Named holders come first and possibly outdated ones last, so that a path gets the best description.
    markRoots(roots, isGlobal: true, objects, references, tasks, &queue, &doubtful)
    spread(references, objects, tasks, &queue, &doubtful)
    var node = 0
    while node < count {
      isReachedByGlobals[node] = isReached[node]
      node &+= 1
    }
    markHeldOutside(objects, references, roots, tasks, &queue)
    spread(references, objects, tasks, &queue, &doubtful)
    markRoots(roots, isGlobal: false, objects, references, tasks, &queue, &doubtful)
    markUnnamed(objects, references, &queue)
    spread(references, objects, tasks, &queue, &doubtful)
    markDoubtful(objects, references, tasks, pages, &queue, &doubtful)
    markStale(objects, references, tasks, pages, &queue)
    spread(references, objects, tasks, &queue, &doubtful)
  }

  /// Marks C memory named by possibly outdated words, except memory that a leaked object has on a cycle of its own.
  ///
  /// Three places keep words of calls that have returned: the capturing thread's stack, frames of running tasks, and
  /// frames unchanged since a mark. Memory that leads to an object, and that the object leads to, belongs to the object
  /// and is freed with it: its address there is a copy.
  private func markDoubtful(
    _ objects: HeapObjects, _ references: ReferenceTable, _ tasks: TaskTable, _ pages: Pages,
    _ queue: inout PageArray<Int32>, _ doubtful: inout DoubtfulWords
  ) {
    var isOfObjects: PageArray<Bool>?
    while let word = doubtful.next() {
      let node = Int(word.target)
      guard !isReached[node] else { continue }
      let owned =
        isOfObjects
        ?? GarbageComponents(of: self, objects, references, tasks, pages: pages)
        .nodesWithObjects(objects, tasks)
      isOfObjects = owned
      guard !owned[node] else { continue }
      cameFrom[node] = word.source + 1
      isFromStack[node] =
        word.source < 0 || isFromStack[Int(word.source)] || tasks.isActive(word.source)
      mark(word.target, &queue)
      spread(references, objects, tasks, &queue, &doubtful)
    }
  }

  /// Marks objects that only an outdated word of something leaked seems to keep.
  ///
  /// Leaked C memory may name an earlier object at an address that a new one has now. Such a word explains a retain
  /// only if the object leads back to it, because then both keep each other; otherwise something outside holds the
  /// object.
  private func markStale(
    _ objects: HeapObjects, _ references: ReferenceTable, _ tasks: TaskTable, _ pages: Pages,
    _ queue: inout PageArray<Int32>
  ) {
    var doubtful = PageArray<Int32>(in: pages)
    var node = 0
    while node < isReached.count {
      if !isReached[node], objects.layouts[node] >= 0, unexplained[node] > references.trusted[node]
      {
        doubtful.append(Int32(node))
      }
      node &+= 1
    }
    guard doubtful.count > 0 else { return }
    let components = GarbageComponents(of: self, objects, references, tasks, pages: pages)
    let isNamedFromItsCycle = components.namedFromTheirCycles(references)
    for index in 0..<doubtful.count where !isNamedFromItsCycle[Int(doubtful[index])] {
      isHeldOutside[Int(doubtful[index])] = true
      mark(doubtful[index], &queue)
    }
  }

  private func findUnexplained(
    _ objects: HeapObjects, _ references: ReferenceTable, _ tasks: TaskTable
  ) {
    var node = 0
    while node < unexplained.count {
      let retains = objects.retainCounts[node]
      if objects.layouts[node] >= 0, retains != 0 {
        unexplained[node] =
          retains == HeapObjects.immortal ? retains : max(0, retains - references.strong[node])
      }
      node &+= 1
    }
    // An unfinished task keeps itself.
    for task in tasks.unfinished where unexplained[Int(task)] > 0 {
      unexplained[Int(task)] -= 1
    }
  }

  /// Whether a word of unknown type may keep `node`.
  ///
  /// Words in Swift objects are initialized; C memory and the frames of tasks may contain outdated ones. So the latter
  /// count only for retains that the former leave unexplained.
  ///
  /// `source` is the node with the word, or -1 for a global variable.
  func accepts(
    _ node: Int, from source: Int, _ objects: HeapObjects, _ references: ReferenceTable,
    _ tasks: TaskTable
  ) -> Bool {
    let layout = objects.layouts[node]
    if layout == HeapObjects.raw { return true }
    guard layout >= 0 else { return false }
    // A word that names a task may resume it without retaining it; but in frames, such words may be outdated.
    let isFrame = source >= 0 && tasks.isTask(objects.layouts[source])
    if tasks.isTask(layout), !isFrame { return true }
    let isInitialised = source < 0 || references.isInitialised[source]
    return unexplained[node] > (isInitialised ? 0 : references.trusted[node])
  }

  private func markRoots(
    _ roots: RootWords, isGlobal: Bool, _ objects: HeapObjects, _ references: ReferenceTable,
    _ tasks: TaskTable, _ queue: inout PageArray<Int32>, _ doubtful: inout DoubtfulWords
  ) {
    var index = 0
    while index < roots.words.count {
      let word = roots.words[index]
      let node = Int(word.node)
      index &+= 1
      guard word.isGlobal == isGlobal else { continue }
      if !isGlobal {
        // A stack keeps only C memory; it keeps a block if the heap does not explain the block's retains.
        guard objects.layouts[node] == HeapObjects.raw else { continue }
        let retains = objects.retainCounts[node]
        if retains > 0, retains <= references.guessed[node] { continue }
        // Memory that a Swift object points to is freed with it: a stack may have an outdated copy of the pointer.
        if references.pointers[node] > 0 { continue }
        if word.isOfOwnStack, retains == 0 {
          doubtful.add(word.node, namedBy: -1)
          continue
        }
      }
      if !isReached[node], accepts(node, from: -1, objects, references, tasks) {
        mark(word.node, &queue)
        isFromStack[node] = !isGlobal
      }
    }
  }

  private func markHeldOutside(
    _ objects: HeapObjects, _ references: ReferenceTable, _ roots: RootWords, _ tasks: TaskTable,
    _ queue: inout PageArray<Int32>
  ) {
    var node = 0
    while node < isReached.count {
      if unexplained[node] > references.guessed[node] + roots.globals[node] {
        isHeldOutside[node] = true
        if !isReached[node] { mark(Int32(node), &queue) }
      }
      node &+= 1
    }
    for task in tasks.active where !isReached[Int(task)] { mark(task, &queue) }
  }

  /// Marks C memory that nothing names.
  ///
  /// C may find its memory by other means than its address, so it is not called leaked.
  private func markUnnamed(
    _ objects: HeapObjects, _ references: ReferenceTable, _ queue: inout PageArray<Int32>
  ) {
    var node = 0
    while node < isReached.count {
      if objects.layouts[node] == HeapObjects.raw, references.guessed[node] == 0, !isReached[node] {
        mark(Int32(node), &queue)
        isFromStack[node] = true
      }
      node &+= 1
    }
  }

  private func mark(_ node: Int32, _ queue: inout PageArray<Int32>) {
    isReached[Int(node)] = true
    queue.append(node)
  }

  /// Marks everything that marked nodes refer to.
  private func spread(
    _ references: ReferenceTable, _ objects: HeapObjects, _ tasks: TaskTable,
    _ queue: inout PageArray<Int32>, _ doubtful: inout DoubtfulWords
  ) {
    defer { queue.removeAll() }
    var next = 0
    while next < queue.count {
      let node = Int(queue[next])
      next &+= 1
      var index = Int(references.starts[node])
      let end = Int(references.starts[node &+ 1])
      while index < end {
        let target = references.targets[index]
        let vertex = Int(target & ~ReferenceTable.guess)
        index &+= 1
        guard !isReached[vertex] else { continue }
        if target & ReferenceTable.guess != 0, references.hasOldFrames(Int32(node)) {
          // As with stacks: memory that a Swift object points to is freed with it.
          if references.pointers[vertex] > 0 { continue }
          if objects.layouts[vertex] == HeapObjects.raw, objects.retainCounts[vertex] == 0 {
            doubtful.add(Int32(vertex), namedBy: Int32(node))
            continue
          }
        }
        if target & ReferenceTable.guess == 0
          || accepts(vertex, from: node, objects, references, tasks)
        {
          cameFrom[vertex] = Int32(node) + 1
          isFromStack[vertex] =
            isFromStack[node] || (target & ReferenceTable.guess != 0 && tasks.isActive(Int32(node)))
          mark(Int32(vertex), &queue)
        }
      }
    }
  }
}

/// Possibly outdated words that name C memory: those of frames and of a stack.
private struct DoubtfulWords {
  /// A word: the memory that it names, and the task that has it, or -1.
  struct Word: BitwiseCopyable {
    var target: Int32
    var source: Int32
  }

  private var words: PageArray<Word>
  private var position = 0

  init(in pages: Pages) { words = PageArray(in: pages) }

  mutating func add(_ target: Int32, namedBy source: Int32) {
    words.append(Word(target: target, source: source))
  }

  /// The next word, in order of discovery.
  mutating func next() -> Word? {
    guard position < words.count else { return nil }
    defer { position += 1 }
    return words[position]
  }
}
