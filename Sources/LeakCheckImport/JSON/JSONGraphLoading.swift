import LeakCheckGraph
import LeakCheckText

/// Makes the graph of a JSON file: parses it, resolves its ids, and after an error reads it again for
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
