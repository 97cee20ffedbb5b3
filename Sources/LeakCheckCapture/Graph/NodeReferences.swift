/// The references of a selection's nodes, read once.
struct NodeReferences {
  /// The start of each node's references; hidden nodes have none.
  private let starts: PageArray<Int32>
  private let ends: PageArray<Int32>
  private let found: PageArray<FoundReference>

  /// - Complexity: O(bytes of the nodes).
  init(of selection: NodeSelection, in heap: HeapCapture) {
    starts = PageArray(in: heap.pages, count: heap.nodeCount)
    ends = PageArray(in: heap.pages, count: heap.nodeCount)
    // Most of them are references that the capture already has.
    var scan = heap.makeScan(keepingAll: heap.references.targets.count * 2 + 1024)
    for node in selection.nodes {
      heap.read(node, with: &scan)
      starts[Int(node)] = Int32(scan.lastStart)
      ends[Int(node)] = Int32(scan.found.count)
    }
    found = scan.found
    found.settle()
  }

  /// The positions of a node's references.
  func positions(of node: Int32) -> Range<Int> { Int(starts[Int(node)])..<Int(ends[Int(node)]) }

  subscript(position: Int) -> FoundReference { found[position] }
}
