public import LeakCheckGraph

/// Reads the heap snapshots of V8: Node.js from version 12 on, Chrome, and everything built on them.
///
/// An object is a node; its id is V8's. Its type is the constructor or class, or V8's word (`closure`, `string`,
/// `array`); functions and strings have their name or content as name. `weak` edges are weak references.
/// V8's root is the root. Nodes that left their document (`detachedness` 2, or called "Detached …") are
/// expected gone, but not the wrappers of Node.js (`Node / …`), which are in no document. Stacks of allocations, samples and places in scripts are passed over.
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

  /// The most memory that reading a snapshot of `bytes` bytes takes, the file itself apart, in bytes.
  ///
  /// An edge has at least 12 bytes of text in a snapshot that is large enough to matter, a node 20; the
  /// columns of the graph take ``ObjectGraph/bytesPerReference`` and ``ObjectGraph/bytesPerObject`` with
  /// names, and 4 bytes a reference and 12 a node are needed beside them while it is built. That makes 1.75
  /// bytes for a byte of edges and 2.5 for one of nodes, of which there are a fifth at most; 1.5 were measured at
  /// 423 MB (Node.js 24, 4.3 million nodes, 19.6 million edges). Texts are no longer in the graph than in the file.
  /// A mapped file takes no memory that the system could not take back.
  public static func estimatedMemory(ofFileBytes bytes: Int) -> Int {
    let (twice, overflow) = bytes.multipliedReportingOverflow(by: 2)
    let base = 16 << 20
    return overflow || twice > .max - base ? .max : twice + base
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``ImportError`` at the first thing that is not as V8 writes it.
  /// - Complexity: O(bytes), and the sort of the graph's columns.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    try unsafe dump.withUnsafeBytes { bytes throws(ImportError) in
      let text = unsafe V8Text(bytes)
      do throws(V8Failure) {
        return try V8Sections(of: text).graph()
      } catch {
        throw error.error(in: text, source: dump.source)
      }
    }
  }
}
