import LeakCheckGraph

/// How the graph of a JSON file is made: parsed, its ids resolved, and in case of an error read again for
/// the place.
struct JSONGraphLoading {
  let bytes: DumpBytes
  var usesSpelling = true
  /// How many threads read, one or two.
  var threads = 1
  /// Where so many bytes are left, a second thread pays.
  var splitSize = 1 << 23
  var support = BuildSupport.none
  /// Counts the bytes that are read.
  var counter = WorkCounter.none

  /// The graph of the whole file.
  func graph() throws(JSONFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(
      bytes, options: .init(usesSpelling: usesSpelling, support: support, counter: counter))
    while try !parse(&parser) {}
    if let graph = try? parser.graph(support: support) { return graph }
    return try graphResolvedLate()
  }

  /// Reads on, half of it by a second thread where that pays; true at the end of the file.
  private func parse(_ parser: inout JSONGraphParser) throws(JSONFailure) -> Bool {
    let rest = bytes.count - parser.scanner.position
    parser.meeting = nil
    guard threads > 1, rest >= splitSize,
      let meeting = JSONMeeting(near: parser.scanner.position + rest / 2, in: bytes)
    else { return try parser.parse() }
    parser.meeting = meeting
    var helper = try JSONGraphParser(
      bytes, from: meeting,
      options: .init(
        usesSpelling: usesSpelling, resolvesLate: true, support: support, counter: counter))
    var result = Result<Bool, JSONFailure>.success(false)
    var hasRead = false
    support.fork(
      { result = parser.parsed() },
      { hasRead = helper.parseRest(of: meeting.array) })
    let isAtEnd = try result.get()
    if !isAtEnd, hasRead { try parser.meet(helper, in: meeting.array) }
    return isAtEnd
  }

  /// The graph of a file that seems to make none: what is wrong with it is found in the order of the file.
  private func graphResolvedLate() throws(JSONFailure) -> ObjectGraph {
    var parser = try JSONGraphParser(
      bytes, options: .init(usesSpelling: usesSpelling, resolvesLate: true, support: support))
    _ = try parser.parse()
    do throws(GraphError) {
      if let graph = try parser.graph(support: support) { return graph }
      preconditionFailure("a late resolution knows no wrong id before its end")
    } catch {
      throw try parser.failure(for: error)
    }
  }
}
