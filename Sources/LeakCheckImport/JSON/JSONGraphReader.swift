public import LeakCheckGraph

/// Reads the object-graph JSON of leakcheck.
public struct JSONGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck JSON"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["json"]

  /// How many threads read, one or two.
  private let threads: Int

  /// A reader of graph JSON.
  public init() { self.init(threads: 1) }

  /// A reader of graph JSON that uses one thread or two.
  package init(threads: Int) { self.threads = threads }

  /// How large the graph will be, by the keys in parts of the file, and what reading it takes.
  ///
  /// A reference takes 17 bytes in the graph, 13 in the columns before, of which one column at a time is held
  /// twice, and with two threads or references before objects another 16 for its ids: 46 at most. An object
  /// takes 33 bytes in the graph, which are those of the columns, 16 for the look-up of its id, 16 where ids
  /// come unsorted and 16 more with names, files, lines and retain counts.
  ///
  /// - Complexity: O(1).
  public func estimate(of dump: DumpFile) -> GraphEstimate {
    // A value may be the same word; only where no key has its colon close by are all of them counted.
    let words = [#""id":"#, #""from":"#, #""id""#, #""from""#].map { Array($0.utf8) }
    let found = dump.estimatedOccurrences(of: words)
    let counts = (0..<2).map { found[$0] > 0 ? found[$0] : found[$0 + 2] }
    // The word stands before the arrays, or at the very end.
    let ends = [dump.prefix(1 << 12), dump.suffix(1 << 12)]
    let isTracing = ends.contains { String(decoding: $0, as: UTF8.self).contains(#""tracing""#) }
    return GraphEstimate(
      objects: counts[0], references: counts[1], collector: isTracing ? .tracing : .arc,
      file: dump.count, bytesPerObject: 81,
      bytesPerReference: 46)
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
    try WorkStage.read.run(of: dump.count) { counter throws(ImportError) in
      try dump.withDumpBytes { bytes throws(ImportError) in
        do throws(JSONFailure) {
          return try JSONGraphLoading(
            bytes: bytes, threads: threads, support: .machine(threads: threads), counter: counter
          ).graph()
        } catch {
          throw error.error(in: bytes, source: dump.source)
        }
      }
    }
  }
}
