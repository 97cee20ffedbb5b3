public import LeakCheckGraph

/// Reads the binary form of a graph, `.lcgraph`, without parsing it: the graph's columns are the file's.
///
/// The file stays mapped as long as the graph lives, and must not be written into meanwhile; replacing it by
/// another, as `convert` does, is fine.
public struct BinaryGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck binary graph"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["lcgraph"]

  /// How many threads check the file, one or two.
  package var threads: Int = 1

  /// A reader of binary graphs.
  public init() {}

  /// How large the graph is, as the file's head says, and what reading it takes: the mapped file.
  ///
  /// - Complexity: O(1).
  public func estimate(of dump: DumpFile) -> GraphEstimate {
    let head = try? BinaryHead(of: BinaryFile(dump))
    return GraphEstimate(
      objects: head?.objectCount ?? 0, references: head?.referenceCount ?? 0,
      collector: head?.isTracing == true ? .tracing : .arc, mappedFile: dump.count)
  }

  /// Whether a file begins with the format's eight bytes.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: BinaryLayout.magic) }

  /// The graph of a dump.
  ///
  /// Everything is checked: the checksum of each section, and that every index, order and text is as the
  /// rest of leakcheck relies on.
  ///
  /// - Throws: ``ImportError`` with the byte at which the file is damaged.
  /// - Complexity: O(bytes), at about the speed of memory.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    try WorkStage.read.run(of: dump.count) { _ throws(ImportError) in
      dump.populate()
      do throws(BinaryFailure) {
        return try BinaryGraphLoading(BinaryFile(dump), support: .machine(threads: threads)).graph()
      } catch {
        throw error.error(in: dump.source)
      }
    }
  }
}
