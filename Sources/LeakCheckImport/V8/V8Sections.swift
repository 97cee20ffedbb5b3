internal import LeakCheckGraph
import LeakCheckText

/// The members of a snapshot, with the place of each in any order.
struct V8Sections {
  private let text: TextBytes
  private var layout: V8Layout?
  private var nodes: V8Numbers?
  private var edges: V8Numbers?
  private var strings: V8Strings?
  private var keys: Set<String> = []
  private var end = 0

  /// Finds the members of the object that is the whole of `text`; members that are not needed are passed.
  ///
  /// - Complexity: O(bytes), as fast as memory is read but for the strings.
  init(of text: TextBytes, _ counter: WorkCounter = .none) throws(InputFailure) {
    self.text = text
    let what = "the snapshot"
    var scanner = JSONScanner(javaScript: text, at: text.markLength)
    try scanner.pass("{", inside: what)
    var isFirst = true
    while try scanner.passToNext("a key", isFirst: isFirst, closer: "}", inside: what) {
      isFirst = false
      guard try scanner.peek(inside: what) == UInt8(ascii: "\"") else {
        throw scanner.unexpected(expected: "a key")
      }
      let key = Array(text[try scanner.scanText().range])
      try scanner.pass(":", inside: what)
      let start = scanner.position
      try readValue(of: key, from: &scanner)
      counter.add(scanner.position - start)
    }
    end = scanner.position
    try checkEnd(from: scanner)
  }

  private func checkEnd(from scanner: JSONScanner) throws(InputFailure) {
    var scanner = scanner
    if scanner.peek() != nil { throw scanner.unexpected(expected: "the end of the file") }
  }

  private mutating func readValue(
    of key: [UInt8], from scanner: inout JSONScanner
  ) throws(InputFailure) {
    let key = String(decoding: key, as: UTF8.self)
    let name = Quotation.quoted(key)
    guard keys.insert(key).inserted else {
      throw InputFailure(offset: scanner.position, problem: "\(name) for the second time")
    }
    switch key {
    case "snapshot": layout = try Self.layout(from: &scanner)
    case "nodes": nodes = try V8Numbers(passing: &scanner, named: name)
    case "edges": edges = try V8Numbers(passing: &scanner, named: name)
    case "strings": strings = try V8Strings(passing: &scanner)
    default: try scanner.skipValue()
    }
  }

  private static func layout(from scanner: inout JSONScanner) throws(InputFailure) -> V8Layout {
    _ = try scanner.peek(inside: "\"snapshot\"")
    let start = scanner.position
    try scanner.skipValue()
    let bytes = Array(scanner.bytes[start..<scanner.position])
    let tree: JSONTree
    do throws(InputError) {
      tree = try JSONTree.parse(bytes, source: "")
    } catch {
      let offset = start + Self.offset(ofLine: error.line, column: error.column, in: bytes)
      throw InputFailure(offset: offset, problem: error.problem, expected: error.expected)
    }
    return try V8Layout(tree, at: start)
  }

  /// The offset of a place that an error names.
  private static func offset(ofLine line: Int, column: Int, in bytes: [UInt8]) -> Int {
    var place = (line: 1, column: 1)
    for (offset, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
      if place == (line, column) { return offset }
      place = byte == 0x0a ? (place.line + 1, 1) : (place.line, place.column + 1)
    }
    return bytes.count
  }

  /// The graph of all members.
  func graph() throws(InputFailure) -> ObjectGraph {
    var columns = try columns()
    do throws(GraphError) {
      return try columns.takeGraph()
    } catch {
      // Ids were compared and targets counted before.
      throw InputFailure(offset: 0, problem: "no graph of the snapshot: \(error)")
    }
  }

  /// The columns of all members.
  func columns() throws(InputFailure) -> GraphColumns {
    let layout = try found(layout, "snapshot")
    let nodes = try found(nodes, "nodes")
    let edges = try found(edges, "edges")
    let names = V8Names(try found(strings, "strings"), nodeCount: nodes.count / layout.node.count)
    let edgeCount = try edges.rows(
      of: layout.edge.count, expecting: layout.edgeCount, named: "\"edges\"")
    var read = try WorkStage.readObjects.run(of: layout.nodeCount) { counter throws(InputFailure) in
      try V8Nodes(nodes, of: text, as: layout, naming: names)
        .read(edgeCount: edgeCount, counter)
    }
    try WorkStage.readReferences.run(of: edgeCount) { counter throws(InputFailure) in
      try V8Edges(edges, of: text, as: layout, between: read)
        .fill(&read.columns, edgeCounts: read.edgeCounts, counter)
    }
    return read.columns
  }

  private func found<Member>(_ member: Member?, _ key: String) throws(InputFailure) -> Member {
    if let member { return member }
    throw InputFailure(
      offset: max(end - 1, 0), problem: "snapshot without \(Quotation.quoted(key))",
      expected: #""snapshot", "nodes", "edges" and "strings""#)
  }
}
