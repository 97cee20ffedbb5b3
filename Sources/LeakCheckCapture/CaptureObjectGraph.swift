public import LeakCheckGraph

/// The graph of all Swift objects of this process, of the memory of C between them, and of the global
/// variables that hold them.
///
/// The process is frozen for the moment of a fork, and not changed. Objects that something outside the heap
/// holds, such as a local variable, are roots; what no root reaches is leaked.
///
/// ```swift
/// let graph = try captureObjectGraph(named: "after logging out")
/// let json = JSONGraphWriter().text(of: graph)
/// ```
///
/// - Parameter name: What the graph is called.
/// - Returns: An immutable graph; objects have numbers as ids, in the order of their addresses.
/// - Throws: ``CaptureError`` where objects cannot be read, with the reason and what to do.
/// - Complexity: O(bytes of the heap and of global variables).
public func captureObjectGraph(named name: String = "") throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture()
  return CapturedGraph.graph(of: NodeSelection(everythingOf: heap), in: heap, named: name)
}
