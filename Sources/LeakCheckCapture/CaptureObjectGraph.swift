public import LeakCheckGraph

/// Captures all Swift objects in this process, the C memory between them and the global variables that hold them.
///
/// The capture freezes the process for the duration of a fork and does not change it. Objects that something outside
/// the heap holds, such as a local variable, are roots; objects that no root reaches are leaked. If other threads or
/// tasks run meanwhile, the capture looks again at objects that nothing seems to hold. Those that were not the same
/// garbage before become roots with that reason, and so are not judged.
///
/// ```swift
/// let graph = try captureObjectGraph(named: "after logging out")
/// let json = JSONGraphWriter().text(of: graph)
/// ```
///
/// - Parameters:
///   - name: The name of the graph.
///   - moment: ``LeakCheckGraph/ObjectGraph/Moment/running`` for a program during its work, which may need a cycle that
///     something reaches; ``LeakCheckGraph/ObjectGraph/Moment/after`` if everything whose life is over has been
///     released.
/// - Returns: An immutable graph. Objects have numeric ids in the order of their addresses. The graph omits references
///   to memory without an object; `x-droppedReferences` has their number.
/// - Throws: ``CaptureError`` if objects cannot be read, with the reason and a remedy.
/// - Complexity: O(bytes of the heap and of global variables); up to three times that if other threads run.
public func captureObjectGraph(
  named name: String = "", moment: ObjectGraph.Moment = .running
) throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture.confirmed()
  return try CapturedGraph.graph(
    of: NodeSelection(everythingOf: heap), in: heap, named: name, at: moment)
}

/// The graph of all Swift objects in the memory of `source`, which may be corrupt.
///
/// To capture several memories of one program, pass the `symbols` that were read for the first one.
///
/// - Throws: ``CaptureError`` if it is not a readable heap.
func captureObjectGraph(
  of source: borrowing some MemorySource & ~Copyable, symbols: Symbolizer = Symbolizer()
) throws(CaptureError) -> ObjectGraph {
  let heap = try HeapCapture(of: try HeapContents(of: source))
  return try CapturedGraph.graph(
    of: NodeSelection(everythingOf: heap), in: heap, named: "", symbols: symbols)
}
