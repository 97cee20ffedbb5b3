public import LeakCheckGraph

/// The graph of all Swift objects of this process, of the memory of C between them, and of the global
/// variables that hold them.
///
/// The process is frozen for the moment of a fork, and not changed. Objects that something outside the heap
/// holds, such as a local variable, are roots; what no root reaches is leaked. Where other threads or tasks run
/// meanwhile, what nothing seems to hold is looked at again: what was not the same garbage before is a root with that
/// reason, and so not judged.
///
/// ```swift
/// let graph = try captureObjectGraph(named: "after logging out")
/// let json = JSONGraphWriter().text(of: graph)
/// ```
///
/// - Parameters:
///   - name: What the graph is called.
///   - moment: ``LeakCheckGraph/ObjectGraph/Moment/running`` for a program in the midst of its work, where a cycle that
///     something reaches may be how it works; ``LeakCheckGraph/ObjectGraph/Moment/after`` where everything that is over
///     has been let go.
/// - Returns: An immutable graph; objects have numbers as ids, in the order of their addresses. References to memory
///   without an object are left out; how many is its `x-droppedReferences`.
/// - Throws: ``CaptureError`` where objects cannot be read, with the reason and what to do.
/// - Complexity: O(bytes of the heap and of global variables); up to three times that where others run.
public func captureObjectGraph(
  named name: String = "", moment: ObjectGraph.Moment = .running
) throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture.confirmed()
  return try CapturedGraph.graph(
    of: NodeSelection(everythingOf: heap), in: heap, named: name, at: moment)
}

/// The graph of all Swift objects in the memory of `source`, of which nobody need know that it is sound.
///
/// Who reads many memories of one program gives the `symbols` that were read for the ones before.
///
/// - Throws: ``CaptureError`` where it is not a heap that can be read.
func captureObjectGraph(
  of source: borrowing some MemorySource & ~Copyable, symbols: Symbolizer = Symbolizer()
) throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture(of: try HeapContents(of: source))
  return try CapturedGraph.graph(
    of: NodeSelection(everythingOf: heap), in: heap, named: "", symbols: symbols)
}
