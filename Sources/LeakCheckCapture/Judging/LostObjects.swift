/// Objects that are retained although no word of the heap, of a global variable or of a stack refers to them, so
/// nothing can release them any more.
///
/// A running thread may have the only reference in a register, so the search finds none if a thread ran.
struct LostObjects {
  private var nodes: Set<Int32> = []

  /// - Complexity: O(nodes + root words + bytes of the frames of running tasks).
  init(in heap: HeapCapture) {
    guard heap.areThreadsQuiet else { return }
    for node in 0..<Int32(heap.nodeCount) where Self.isUnnamed(node, in: heap) {
      nodes.insert(node)
    }
    guard !nodes.isEmpty else { return }
    for index in 0..<heap.roots.words.count { nodes.remove(heap.roots.words[index].node) }
    for task in heap.tasks.active { heap.forEachObject(namedByTask: task) { nodes.remove($0) } }
  }

  /// Whether an object has retains that the heap does not explain, and no word of the heap names it.
  private static func isUnnamed(_ node: Int32, in heap: HeapCapture) -> Bool {
    let index = Int(node)
    return heap.judgement.isHeldOutside[index] && heap.isObject(node)
      && heap.layout(of: node)?.shape == .instance
      && heap.objects.retainCounts[index] != HeapObjects.immortal
      && heap.references.guessed[index] == 0 && heap.references.pointers[index] == 0
  }

  /// Whether a node is one of them.
  func contains(_ node: Int32) -> Bool { nodes.contains(node) }
}

/// The holder that a graph names for a lost object.
package enum UnbalancedRetain {
  /// The reason why the lost object is a root.
  package static let words = "a retain that nothing balances"
}
