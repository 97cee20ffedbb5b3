public import LeakCheckGraph

/// An object by its address, masked so that it does not look like a reference.
package struct ObjectAddress: Hashable, Sendable {
  private let masked: UInt

  /// The address of `object`, which is the object's only as long as it lives.
  package init(_ object: AnyObject) { masked = ~UInt(bitPattern: ObjectIdentifier(object)) }

  /// The object at a plain address, which the caller keeps in no memory.
  package init(plain: UInt) { masked = ~plain }

  /// The address itself.
  var value: UInt { ~masked }
}

/// What a capture found of objects that should be gone.
package struct CapturedLeaks: Sendable {
  /// What keeps them: the objects that should be gone have `expect: gone`; no objects when nothing is left.
  package var graph: ObjectGraph
  /// What a reader must know besides.
  package var notes: [String] = []
}

/// The graph of all Swift objects of this process, of the memory of C between them, and of the global
/// variables that hold them.
///
/// The process is frozen for the moment of a fork, and not changed. Objects that something outside the heap
/// holds, such as a local variable, are roots; what no root reaches is leaked.
///
/// ```swift
/// let graph = try captureObjectGraph()
/// try JSONGraphWriter().write(graph, toFileAt: "graph.json")
/// ```
///
/// - Parameter name: What the graph is called.
/// - Throws: ``CaptureError`` where objects cannot be read, with the reason and what to do.
/// - Complexity: O(bytes of the heap and of global variables).
public func captureObjectGraph(named name: String = "") throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture()
  return CapturedGraph.graph(of: NodeSelection(everythingOf: heap), in: heap, named: name)
}

/// What keeps objects that should be gone, confirmed by a second capture.
///
/// - Parameter objects: Live objects, each with the reason why it should be gone.
package func captureRetainers(
  of objects: [(address: ObjectAddress, because: String)]
) throws(CaptureError) -> CapturedLeaks {
  var heap = try HeapCapture()
  if objects.contains(where: { heap.fate(ofObjectAt: $0.address.value) == .leaked }) {
    // A reference on its way from one place to another can look like none: a leak is one twice.
    heap = try HeapCapture()
  }
  var expected: [Int32: String] = [:]
  for object in objects {
    let node = heap.chunks.chunk(at: object.address.value)
    if node >= 0, heap.isObject(node) { expected[node] = object.because }
  }
  let selection = NodeSelection(around: expected.keys.sorted(), in: heap)
  let graph = CapturedGraph.graph(
    of: selection, in: heap, named: "", expectingGone: expected)
  return CapturedLeaks(graph: graph)
}

/// Everything that keeps a live object, and what it keeps.
package func captureGraph(around object: ObjectAddress) throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture()
  let node = heap.chunks.chunk(at: object.value)
  let targets = node >= 0 && heap.isObject(node) ? [node] : []
  return CapturedGraph.graph(of: NodeSelection(around: targets, in: heap), in: heap, named: "")
}
