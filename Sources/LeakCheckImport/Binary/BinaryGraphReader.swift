public import LeakCheckGraph
public import LeakCheckText

/// A reader of binary graphs, `.lcgraph`, which uses the file's columns without parsing.
///
/// The bytes stay in memory as long as the graph lives; the file may change meanwhile.
public struct BinaryGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck binary graph"
  /// The path extensions of the format.
  public let pathExtensions: [String] = ["lcgraph"]

  /// Creates a reader.
  public init() {}

  /// Returns whether a file begins with the format's eight bytes.
  public func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: BinaryLayout.magic) }

  /// Reads the graph of a dump.
  ///
  /// The reader verifies the checksum of each section, and every index, order and text on which the rest of leakcheck
  /// relies.
  ///
  /// - Throws: ``InputError`` with the position of the damaged byte.
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
