public import LeakCheckGraph

/// Reads the object-graph JSON of leakcheck.
public struct JSONGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck JSON"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["json"]

  /// How many threads read, one or two.
  package var threads: Int = 1

  /// A reader of graph JSON.
  public init() {}

  /// Whether a file begins like a JSON object.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: JSONScanner.byteOrderMark)
    let text = start.dropFirst(isMarked ? JSONScanner.byteOrderMark.count : 0)
    let tokens = text.filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }.prefix(2)
    return tokens == Array("{\"".utf8)[...] || tokens == Array("{}".utf8)[...]
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``ImportError`` at the first thing that is not as the format says.
  /// - Complexity: O(bytes), and the sorts of `GraphColumns`.
  public func read(_ dump: DumpFile) throws(ImportError) -> ObjectGraph {
    try dump.withDumpBytes { bytes throws(ImportError) in
      do throws(JSONFailure) {
        return try JSONGraphLoading(
          bytes: bytes, threads: threads, support: .machine(threads: threads)
        ).graph()
      } catch {
        throw error.error(in: bytes, source: dump.source)
      }
    }
  }
}
