/// The words of memory unchanged since a mark, which cannot refer to newer objects.
///
/// The frame of a task still contains words of calls that have returned, and C memory contains those of its last owner.
/// Such a word equals the address of a newer object only by chance.
struct OldWords {
  /// The tasks whose frames are unchanged.
  private var tasks: Set<Int32> = []
  /// Whether C memory is unchanged, as far as it was asked.
  private var memory: [Int32: Bool] = [:]
  private var reader: MarkReader
  private let objects: HeapObjects
  private let chunks: ChunkTable
  private let image: MemoryImage
  private let layouts: PageArray<TypeLayout>

  /// - Complexity: O(bytes of the frames of tasks).
  init(
    since mark: HeapMark, of tasks: TaskTable, _ pieces: TaskPieces, _ objects: HeapObjects,
    _ chunks: ChunkTable, _ layouts: PageArray<TypeLayout>, _ image: MemoryImage
  ) {
    reader = mark.reader
    self.objects = objects
    self.chunks = chunks
    self.image = image
    self.layouts = layouts
    for (task, address) in tasks.all
    where !tasks.isActive(task) && isOld(task, at: address) && isUnmoved(task, pieces) {
      self.tasks.insert(task)
    }
  }

  /// Whether a word of unknown type in `source` names an object newer than the word.
  mutating func contains(_ target: Int32, at address: UInt, in source: Int32) -> Bool {
    if objects.layouts[Int(source)] == HeapObjects.raw {
      // A word that names a task may resume it without retaining it, so no count would show if this is wrong.
      return isCounted(target) && !isOld(target, at: address) && isUnmovedMemory(source)
    }
    return tasks.contains(source) && !isOld(target, at: address)
  }

  /// Whether all frames of a task are unchanged.
  func isUnmoved(_ task: Int32) -> Bool { tasks.contains(task) }

  private func isCounted(_ node: Int32) -> Bool {
    let number = Int(objects.layouts[Int(node)])
    return number >= 0 ? layouts[number].shape != .task : isBlock(node)
  }

  /// Whether C memory is a block: the only C memory that has a retain count.
  private func isBlock(_ node: Int32) -> Bool {
    objects.layouts[Int(node)] == HeapObjects.raw && objects.retainCounts[Int(node)] > 0
  }

  private mutating func isOld(_ node: Int32, at address: UInt) -> Bool {
    let number = Int(objects.layouts[Int(node)])
    guard number >= 0 else { return !isNewBlock(node) }
    if layouts[number].shape == .task,
      let flags = image.word(at: address &+ SwiftRuntimeLayout.Task.flags),
      reader.isAnotherTask(at: address, flags: flags)
    {
      return false
    }
    return reader.retainCountThen(ofType: layouts[number].type.address, at: address) != nil
  }

  /// Whether a node is a block that was not there at the mark.
  ///
  /// What a block runs, and the closure it was made from, never change. Other C memory may have changed since, so it
  /// counts as old.
  private mutating func isNewBlock(_ node: Int32) -> Bool {
    guard isBlock(node) else { return false }
    let (start, words) = unsafe (chunks.addresses[Int(node)], chunks.words(of: node))
    let isOfClosure = unsafe chunks.usableSize(of: node) >= 48 && image.isCode(words[4])
    // The second word counts retains.
    for index in 0..<(isOfClosure ? 6 : 4) where index != 1 {
      let then = reader.word(at: start &+ UInt(index * 8))
      if let then, unsafe then != words[index] { return true }
    }
    return false
  }

  /// Whether all frames of a task are unchanged.
  private mutating func isUnmoved(_ task: Int32, _ pieces: TaskPieces) -> Bool {
    var isUnmoved = true
    unsafe pieces.forEach(of: task) { words, byteCount, start, isTask in
      if !isTask, isUnmoved { isUnmoved = unsafe isEqual(words, byteCount, at: start) }
    }
    return isUnmoved
  }

  private mutating func isUnmovedMemory(_ source: Int32) -> Bool {
    if let known = memory[source] { return known }
    let isUnmoved = unsafe isEqual(
      chunks.words(of: source), chunks.usableSize(of: source), at: chunks.addresses[Int(source)])
    memory[source] = isUnmoved
    return isUnmoved
  }

  /// Whether all words are unchanged.
  private mutating func isEqual(
    _ words: UnsafeMutablePointer<UInt>, _ byteCount: Int, at start: UInt
  ) -> Bool {
    for index in 0..<byteCount / 8
    where reader.word(at: start &+ UInt(index * 8)) != (unsafe words[index]) {
      return false
    }
    return true
  }
}
