public import LeakCheckGraph
public import LeakCheckText

/// A reader of leakcheck's graph JSON.
public struct JSONGraphReader: GraphReader {
  /// The name of the format.
  public let formatName: String = "leakcheck JSON"
  /// The path extensions of the format.
  public let pathExtensions: [String] = ["json"]

  /// How many threads read, one or two.
  private let threads: Int
  /// From which size on two threads do so.
  private let splitSize: Int

  /// Creates a reader.
  public init() { self.init(threads: 1) }

  /// A reader of graph JSON that uses one thread, or two for files of `splitSize` bytes and more.
  package init(threads: Int, splitSize: Int = 1 << 23) {
    self.threads = threads
    self.splitSize = splitSize
  }

  /// Returns whether a file begins like a JSON object.
  public func recognizes(_ start: [UInt8]) -> Bool {
    let isMarked = start.starts(with: TextBytes.byteOrderMark)
    let text = start.dropFirst(isMarked ? TextBytes.byteOrderMark.count : 0)
    let tokens = text.filter { ![0x20, 0x0a, 0x0d, 0x09].contains($0) }.prefix(2)
    return tokens == Array("{\"".utf8)[...] || tokens == Array("{}".utf8)[...]
  }

  /// Reads the graph of a dump.
  ///
  /// - Throws: ``InputError`` at the first violation of the format.
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

/// A loader of JSON graphs: it parses the file, resolves ids, and after an error reads the file again for
/// the place.
struct JSONGraphLoading {
  let bytes: TextBytes
  var usesSpelling = true
  /// How many threads read, one or two.
  var threads = 1
  /// Files from this size on are worth a second thread.
  var splitSize = 1 << 23
  /// Counts the bytes that are read.
  var counter = WorkCounter.none

  /// The graph of the whole file.
  func graph() throws(InputFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(
      bytes, options: .init(usesSpelling: usesSpelling, counter: counter))
    let second = threads > 1 && bytes.count >= splitSize ? secondThread() : nil
    // The bytes are valid only until this returns, whatever the first thread made of them.
    defer { _ = second?.finish() }
    parser.secondThread = second
    try parser.parse()
    if let graph = try? parser.graph() { return graph }
    return try graphResolvedLate()
  }

  private func secondThread() -> JSONSecondThread? {
    JSONSecondThread(
      in: bytes,
      options: .init(usesSpelling: usesSpelling, resolvesLate: true, counter: counter))
  }

  /// The graph of a file that seems to make none: what is wrong with it is found in the order of the file.
  private func graphResolvedLate() throws(InputFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(
      bytes, options: .init(usesSpelling: usesSpelling, resolvesLate: true))
    try parser.parse()
    do throws(GraphError) {
      if let graph = try parser.graph() { return graph }
      preconditionFailure("a late resolution knows no wrong id before its end")
    } catch {
      throw try parser.failure(for: error)
    }
  }
}
