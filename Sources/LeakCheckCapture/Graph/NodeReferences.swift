/// The references of a selection's nodes, read once.
struct NodeReferences {
  /// The start of each node's references; hidden nodes have none.
  private let starts: PageArray<Int32>
  private let ends: PageArray<Int32>
  private var found: PageArray<FoundReference>

  /// - Complexity: O(bytes of the nodes).
  init(of selection: NodeSelection, in heap: HeapCapture) {
    starts = PageArray(in: heap.pages, count: heap.nodeCount)
    ends = PageArray(in: heap.pages, count: heap.nodeCount)
    // Most of them are references that the capture already has.
    found = PageArray(in: heap.pages, reserving: heap.references.targets.count * 2 + 1024)
    var scan = heap.makeScan()
    for node in selection.nodes {
      starts[Int(node)] = Int32(found.count)
      heap.read(node, with: &scan)
      var index = 0
      while index < scan.found.count {
        found.append(scan.found[index])
        index &+= 1
      }
      ends[Int(node)] = Int32(found.count)
    }
    found.settle()
  }

  /// The positions of a node's references.
  func positions(of node: Int32) -> Range<Int> { Int(starts[Int(node)])..<Int(ends[Int(node)]) }

  subscript(position: Int) -> FoundReference { found[position] }
}
