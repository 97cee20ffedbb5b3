/// Which threads hold which nodes by their stacks, besides the one that captures and those that run tests.
struct HoldingThreads {
  /// For each node that the stack of such a thread names, the thread.
  private var holders: [Int32: Int32] = [:]

  /// - Complexity: O(bytes written outside the heap).
  init(of heap: HeapCapture, at moment: ThreadMoment) {
    let stacks = ThreadStacks(in: heap.image, spans: heap.chunks.spans, at: moment)
    for stack in stacks.stacks where stack.thread != moment.own {
      let named = Self.nodes(namedIn: stack.range, of: heap)
      guard let named else { continue }
      for node in named where holders[node] == nil { holders[node] = stack.thread }
    }
  }

  /// The objects that a stack names; `nil` where its frames return to a test framework.
  private static func nodes(namedIn range: Range<UInt>, of heap: HeapCapture) -> [Int32]? {
    guard let bytes = unsafe heap.image.copied(range.lowerBound, count: range.count) else {
      return nil
    }
    let words = unsafe bytes.assumingMemoryBound(to: UInt.self)
    var nodes: [Int32] = []
    for index in 0..<range.count / 8 {
      let word = unsafe words[index]
      if word >= heap.chunks.lowest, word < heap.chunks.highest, word & 15 == 0 {
        let node = heap.chunks.chunk(at: word)
        if node >= 0, heap.isObject(node) {
          nodes.append(node)
          continue
        }
      }
      if heap.isOfTestFramework(code: word) { return nil }
    }
    return nodes
  }

  /// Who holds a node, in words, or `nil` where no stack of such a thread names it.
  func holds(_ node: Int32) -> String? {
    holders[node].map { _ in "a thread that still runs" }
  }
}
