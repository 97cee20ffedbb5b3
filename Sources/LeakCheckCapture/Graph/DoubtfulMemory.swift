/// The C memory whose words may be outdated, so that no report names it as a holder of objects.
///
/// Only a stack or a test framework refers to it. Its words stay after their use, and it is the running test that holds
/// its objects.
struct DoubtfulMemory {
  private let nodes: PageArray<Bool>

  /// - Complexity: O(nodes).
  init(of heap: HeapCapture) {
    nodes = PageArray(in: heap.pages, count: heap.nodeCount)
    let isKnown = PageArray<Bool>(in: heap.pages, count: heap.nodeCount)
    var way: [Int32] = []
    for node in 0..<Int32(heap.nodeCount) {
      var current = node
      while heap.isLibrary(current), !isKnown[Int(current)] {
        way.append(current)
        isKnown[Int(current)] = true
        let nearest = heap.judgement.cameFrom[Int(current)] - 1
        guard nearest >= 0 else { break }
        current = nearest
      }
      let isOfTests =
        heap.isLibrary(current) ? nodes[Int(current)] : heap.isOfTests(current)
      while let passed = way.popLast() {
        nodes[Int(passed)] = isOfTests || heap.judgement.isFromStack[Int(passed)]
      }
    }
  }

  /// Whether words of a node may be outdated.
  func contains(_ node: Int32) -> Bool { nodes[Int(node)] }
}
