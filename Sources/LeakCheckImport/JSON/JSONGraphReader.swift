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

  /// The bytes of memory that reading a file of this size takes at most in practice, the file itself apart.
  ///
  /// For refusing a file before it is read. The densest records that programs write, without a space and
  /// with ids of eight digits, are `{"from":10000000,"to":10000000,"name":"a"},`: 43 bytes. A reference
  /// takes 17 bytes in the graph, 13 in the columns before, of which one column at a time is held twice,
  /// and with two threads or references before objects another 16 for its ids: 46 at most. An object takes
  /// 33 bytes in the graph, which are those of the columns, 16 for the look-up of its id, 16 where ids come
  /// unsorted and 16 more with names, files, lines and retain counts; its record is at least as long as 43.
  /// So 1.1 bytes for each byte of dense records, and one more for texts that occur only once. The usual
  /// record of 74 bytes takes 0.4 to 0.5.
  ///
  /// - Complexity: O(1).
  public static func estimatedMemory(ofFileBytes count: Int) -> Int {
    let (estimate, isTooMuch) = count.multipliedReportingOverflow(by: 2)
    return isTooMuch ? .max : estimate + (16 << 20)
  }

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
