public import LeakCheckGraph
public import LeakCheckText

/// Reads the binary form of a graph, `.lcgraph`, without parsing it: the graph's columns are the file's.
///
/// The bytes stay in memory as long as the graph lives; the file may change meanwhile.
public struct BinaryGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck binary graph"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["lcgraph"]

  /// A reader of binary graphs.
  public init() {}

  /// Whether a file begins with the format's eight bytes.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: BinaryLayout.magic) }

  /// The graph of a dump.
  ///
  /// Everything is checked: the checksum of each section, and that every index, order and text is as the
  /// rest of leakcheck relies on.
  ///
  /// - Throws: ``InputError`` with the byte at which the file is damaged.
  /// - Complexity: O(bytes), at about the speed of memory.
  public func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    try WorkStage.read.run(of: dump.count) { _ throws(InputError) in
      do throws(InputFailure) {
        return try BinaryGraphLoading(BinaryFile(dump)).graph()
      } catch {
        throw error.error(inBinary: dump.source)
      }
    }
  }
}
