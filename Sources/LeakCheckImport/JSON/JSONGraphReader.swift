public import LeakCheckGraph
public import LeakCheckText

/// Reads the object-graph JSON of leakcheck.
public struct JSONGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck JSON"
  /// The extensions of the format.
  public let pathExtensions: [String] = ["json"]

  /// How many threads read, one or two.
  private let threads: Int
  /// From which size on two threads do so.
  private let splitSize: Int

  /// A reader of graph JSON.
  public init() { self.init(threads: 1) }

  /// A reader of graph JSON that uses one thread, or two for files of `splitSize` bytes and more.
  package init(threads: Int, splitSize: Int = 1 << 23) {
    self.threads = threads
    self.splitSize = splitSize
  }

  /// Whether a file begins like a JSON object.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: TextBytes.byteOrderMark)
    let text = start.dropFirst(isMarked ? TextBytes.byteOrderMark.count : 0)
    let tokens = text.filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }.prefix(2)
    return tokens == Array("{\"".utf8)[...] || tokens == Array("{}".utf8)[...]
  }

  /// The graph of a dump.
  ///
  /// - Throws: ``InputError`` at the first thing that is not as the format says.
  /// - Complexity: O(bytes), and the sorts of `GraphColumns`.
  public func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    try WorkStage.read.run(of: dump.count) { counter throws(InputError) in
      try dump.withTextBytes { bytes throws(InputError) in
        do throws(InputFailure) {
          return try JSONGraphLoading(
            bytes: bytes, threads: threads, splitSize: splitSize, counter: counter
          ).graph()
        } catch {
          throw error.error(in: bytes, source: dump.source)
        }
      }
    }
  }
}
