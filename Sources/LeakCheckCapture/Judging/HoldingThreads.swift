/// Which threads hold which nodes by their stacks, besides the one that captures and those that run tasks.
struct HoldingThreads {
  /// The nodes that the stack of such a thread names.
  private var held: Set<Int32> = []

  /// - Complexity: O(bytes written outside the heap).
  init(of heap: HeapCapture, at moment: ThreadMoment) {
    let stacks = ThreadStacks(in: heap.image, spans: heap.chunks.spans, at: moment)
    for stack in stacks.stacks where stack.thread != moment.own && !Self.runsTask(stack, heap) {
      heap.forEachObject(namedIn: stack.range) { held.insert($0) }
    }
  }

  /// Whether a thread runs a task, which is then the holder of what that stack names.
  ///
  /// The runtime has the task that a thread runs in a variable of the thread's own. No other words of a stack are
  /// asked: glibc gives the stacks of ended threads to new ones, with what those have left there.
  private static func runsTask(_ stack: ThreadStacks.Stack, _ heap: HeapCapture) -> Bool {
    var runsTask = false
    heap.forEachObject(namedIn: stack.variables) {
      if heap.tasks.isUnfinished($0) { runsTask = true }
    }
    return runsTask
  }

  /// Who holds a node, in words, or `nil` where no stack of such a thread names it.
  func holds(_ node: Int32) -> String? { held.contains(node) ? "a thread that still runs" : nil }
}

extension HeapCapture {
  /// Calls `body` with the objects that the words of a range name.
  fileprivate func forEachObject(namedIn range: Range<UInt>, _ body: (Int32) -> Void) {
    guard let bytes = unsafe image.copied(range.lowerBound, count: range.count) else { return }
    let words = unsafe bytes.assumingMemoryBound(to: UInt.self)
    for index in 0..<range.count / 8 {
      let word = unsafe words[index]
      guard word >= chunks.lowest, word < chunks.highest, word & 15 == 0 else { continue }
      let node = chunks.chunk(at: word)
      if node >= 0, isObject(node) { body(node) }
    }
  }
}
