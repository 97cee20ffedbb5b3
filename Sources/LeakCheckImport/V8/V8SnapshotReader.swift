public import LeakCheckGraph

/// Reads the heap snapshots of V8: Node.js from version 12 on, Chrome, and everything built on them.
///
/// An object is a node; its id is V8's. Its type is the constructor or class, or V8's word (`closure`, `string`,
/// `array`); functions and strings have their name or content as name. `weak` edges are weak references.
/// V8's root is the root. Nodes that left their document (`detachedness` 2, or called "Detached …") are
/// expected gone, but not the wrappers of Node.js (`Node / …`), which are in no document. Stacks of allocations,
/// samples and places in scripts are passed over.
public struct V8SnapshotReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "V8 heap snapshot"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["heapsnapshot"]

  /// How many threads put the graph in order, one or two.
  private let threads: Int

  /// A reader of heap snapshots.
  public init() { self.init(threads: 1) }

  /// A reader of heap snapshots that uses one thread or two.
  package init(threads: Int) { self.threads = threads }

  /// Whether a file begins like a snapshot: `{"snapshot":{"meta"`.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: [0xef, 0xbb, 0xbf])
    let text = start.dropFirst(isMarked ? 3 : 0).lazy
      .filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }
    return text.starts(with: Array(#"{"snapshot":{"meta""#.utf8))
  }

  /// How large the graph will be, as the head of the snapshot says, and what reading it takes.
  ///
  /// The columns of the graph take ``ObjectGraph/bytesPerReference`` and ``ObjectGraph/bytesPerObject`` with
  /// names, and 4 bytes a reference and 19 a node are needed beside them while it is built. A snapshot whose
  /// head is not where V8 writes it is taken for one of edges with 12 bytes of text, five for each node.
  ///
  /// - Complexity: O(1).
  public func estimate(of dump: DumpFile) -> GraphEstimate {
    let layout = unsafe dump.withUnsafeBytes { V8Sections.layoutAtStart(of: unsafe V8Text($0)) }
    return GraphEstimate(
      objects: layout?.nodeCount ?? dump.count / 80,
      references: layout?.edgeCount ?? dump.count / 16,
      collector: .tracing, file: dump.count, bytesPerObject: 56, bytesPerReference: 25)
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``ImportError`` at the first thing that is not as V8 writes it.
  /// - Complexity: O(bytes), and the sort of the graph's columns.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    try unsafe dump.withUnsafeBytes { bytes throws(ImportError) in
      let text = unsafe V8Text(bytes)
      do throws(V8Failure) {
        let sections = try WorkStage.index.run(of: bytes.count) { counter throws(V8Failure) in
          try V8Sections(of: text, counter)
        }
        return try sections.graph(support: .machine(threads: threads))
      } catch {
        throw error.error(in: text, source: dump.source)
      }
    }
  }
}
