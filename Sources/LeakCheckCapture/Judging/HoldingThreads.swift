/// The threads that hold nodes, except the capturing one and those that run tasks.
package struct HoldingThreads {
  /// The description in graphs of a thread that holds something.
  package static let words = "a thread that still runs"

  /// The nodes named by the stack of such a thread, with those threads.
  private var held: [Int32: Set<Int32>] = [:]
  /// The same for threads that were running: their words may be outdated.
  private var maybeHeld: [Int32: Set<Int32>] = [:]
  /// The thread that was started with each node, by the C library's record of it.
  private var begunWith: [Int32: Int32] = [:]

  /// - Complexity: O(bytes written outside the heap).
  init(of heap: HeapCapture, at moment: ThreadMoment) {
    let stacks = ThreadStacks(in: heap.image, spans: heap.chunks.spans, at: moment)
    for stack in stacks.stacks where stack.thread != moment.own && !Self.runsTask(stack, heap) {
      heap.forEachObject(namedIn: stack.description) { begunWith[$0] = stack.thread }
      heap.forEachObject(namedIn: stack.range) {
        if stack.isWaiting {
          held[$0, default: []].insert(stack.thread)
        } else {
          maybeHeld[$0, default: []].insert(stack.thread)
        }
      }
    }
    guard !maybeHeld.isEmpty else { return }
    for index in 0..<heap.roots.words.count where heap.roots.words[index].isOfOwnStack {
      maybeHeld[heap.roots.words[index].node] = nil
    }
  }

  /// Whether a thread runs a task, which is then the holder of what the stack names.
  ///
  /// The runtime stores the current task in a thread-local variable. Other words of the stack say nothing: glibc gives
  /// the stacks of ended threads to new ones, with outdated words in them.
  private static func runsTask(_ stack: ThreadStacks.Stack, _ heap: HeapCapture) -> Bool {
    var runsTask = false
    heap.forEachWord(in: stack.variables) { word in
      let chunk = heap.chunks.chunk(at: word)
      // A child of a group may be in its parent's frames, with no memory of its own.
      let task = chunk >= 0 ? chunk : heap.tasks.node(at: word)
      if task >= 0, heap.tasks.isUnfinished(task) { runsTask = true }
    }
    return runsTask
  }

  /// Whether the stack of a thread in `begun` names a node, or one of them was started with it.
  func hold(_ node: Int32, begun: Set<Int32>) -> Bool {
    held[node]?.isDisjoint(with: begun) == false || begunWith[node].map(begun.contains) == true
  }

  /// Whether the stack of such a thread certainly names a node.
  func hold(_ node: Int32) -> Bool { held[node] != nil }

  /// The nodes that the stacks of such threads name, possibly by an outdated word, and of none of those in `begun`.
  func nodes(besides begun: Set<Int32>) -> Set<Int32> {
    let named = maybeHeld.merging(held) { $1 }
    return Set(named.filter { $0.value.isDisjoint(with: begun) }.keys)
  }

  /// Whether such a thread certainly holds a node, not only by a possibly outdated word.
  func isCertain(_ node: Int32) -> Bool { held[node] != nil || begunWith[node] != nil }

  /// A description of the holder of a node, or `nil` if no such thread refers to it.
  func words(of node: Int32) -> String? {
    isCertain(node) || maybeHeld[node] != nil ? Self.words : nil
  }
}

extension HeapCapture {
  /// Calls `body` with the objects named by the words of a range.
  fileprivate func forEachObject(namedIn range: Range<UInt>, _ body: (Int32) -> Void) {
    forEachWord(in: range) { word in
      let node = chunks.chunk(at: word)
      if node >= 0, isObject(node) { body(node) }
    }
  }

  /// Calls `body` with the words of a range that may be addresses of the heap.
  fileprivate func forEachWord(in range: Range<UInt>, _ body: (UInt) -> Void) {
    guard let bytes = unsafe image.copied(range.lowerBound, count: range.count) else { return }
    let words = unsafe bytes.assumingMemoryBound(to: UInt.self)
    for index in 0..<range.count / 8 {
      let word = unsafe words[index]
      if word >= chunks.lowest, word < chunks.highest, word & 15 == 0 { body(word) }
    }
  }
}
