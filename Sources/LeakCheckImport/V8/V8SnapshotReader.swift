public import LeakCheckGraph
public import LeakCheckText

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

  /// A reader of heap snapshots.
  public init() {}

  /// Whether a file begins like a snapshot: `{"snapshot":{"meta"`.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: [0xef, 0xbb, 0xbf])
    let text = start.dropFirst(isMarked ? 3 : 0).lazy
      .filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }
    return text.starts(with: Array(#"{"snapshot":{"meta""#.utf8))
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``InputError`` at the first thing that is not as V8 writes it.
  /// - Complexity: O(bytes), and the sort of the graph's columns.
  public func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    try dump.withTextBytes { text throws(InputError) in
      do throws(InputFailure) {
        let sections = try WorkStage.index.run(of: text.count) { counter throws(InputFailure) in
          try V8Sections(of: text, counter)
        }
        return try sections.graph()
      } catch {
        throw error.error(in: text, source: dump.source)
      }
    }
  }
}
