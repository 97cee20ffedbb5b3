public import LeakCheckGraph
public import LeakCheckText

/// A reader of V8 heap snapshots, from Node.js 12 and later, Chrome and everything built on them.
///
/// Each node is an object with V8's id. Its type is the constructor or class, or V8's word (`closure`, `string`,
/// `array`); the name of a function or string is its name or content. `weak` edges are weak references. V8's root is
/// the root. Nodes that left their document (`detachedness` 2, or named "Detached …") are expected gone, except the
/// wrappers of Node.js (`Node / …`), which are in no document. The reader skips allocation stacks, samples and script
/// locations.
public struct V8SnapshotReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "V8 heap snapshot"
  /// The path extensions of the format.
  public let pathExtensions: [String] = ["heapsnapshot"]

  /// Creates a reader.
  public init() {}

  /// Returns whether a file begins like a snapshot: `{"snapshot":{"meta"`.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: [0xef, 0xbb, 0xbf])
    let text = start.dropFirst(isMarked ? 3 : 0).lazy
      .filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }
    return text.starts(with: Array(#"{"snapshot":{"meta""#.utf8))
  }

  /// Reads the graph of a dump.
  ///
  /// - Throws: ``InputError`` at the first violation of V8's format.
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
