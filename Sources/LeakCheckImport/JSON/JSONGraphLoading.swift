import LeakCheckGraph

/// How the graph of a JSON file is made: parsed, its ids resolved, and in case of an error read again for
/// the place.
struct JSONGraphLoading {
  let bytes: DumpBytes
  var usesSpelling = true
  var fork: Fork?

  /// The graph of the whole file.
  func graph() throws(JSONFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(bytes, options: .init(usesSpelling: usesSpelling))
    _ = try parser.parse()
    if let graph = try? parser.graph(fork: fork ?? .serial) { return graph }
    return try graphResolvedLate()
  }

  /// The graph of a file that seems to make none: what is wrong with it is found in the order of the file.
  private func graphResolvedLate() throws(JSONFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(
      bytes, options: .init(usesSpelling: usesSpelling, resolvesLate: true))
    _ = try parser.parse()
    do throws(GraphError) {
      if let graph = try parser.graph(fork: .serial) { return graph }
      preconditionFailure("a late resolution knows no wrong id before its end")
    } catch {
      throw try parser.failure(for: error)
    }
  }
}
