internal import LeakCheckGraph

/// The members of a snapshot: where each is, in whatever order the file has them.
struct V8Sections {
  private let text: V8Text
  private var layout: V8Layout?
  private var nodes: V8Numbers?
  private var edges: V8Numbers?
  private var strings: V8Strings?
  private var keys: Set<[UInt8]> = []
  private var end = 0

  /// Finds the members of the object that is the whole of `text`; members that are not needed are passed.
  ///
  /// - Complexity: O(bytes), as fast as memory is read but for the strings.
  init(of text: V8Text, _ counter: WorkCounter = .none) throws(V8Failure) {
    self.text = text
    let what = "the snapshot"
    var scanner = V8Scanner(text, at: V8Scanner.markLength(of: text))
    try scanner.pass("{", inside: what)
    var isFirst = true
    while try scanner.passToNext("a key", isFirst: isFirst, closer: "}", inside: what) {
      isFirst = false
      guard try scanner.peek(inside: what) == UInt8(ascii: "\"") else {
        throw scanner.unexpected(expected: "a key")
      }
      let key = text[try scanner.scanString()]
      try scanner.pass(":", inside: what)
      let start = scanner.position
      try readValue(of: key, from: &scanner)
      counter.add(scanner.position - start)
    }
    end = scanner.position
    try checkEnd(from: scanner)
  }

  /// The layout where V8 writes it, as the first member; `nil` elsewhere, or where it is damaged.
  static func layoutAtStart(of text: V8Text) -> V8Layout? {
    do throws(V8Failure) {
      var scanner = V8Scanner(text, at: V8Scanner.markLength(of: text))
      try scanner.pass("{", inside: "the snapshot")
      guard try scanner.peek(inside: "the snapshot") == UInt8(ascii: "\""),
        text[try scanner.scanString()] == Array("snapshot".utf8)
      else { return nil }
      try scanner.pass(":", inside: "the snapshot")
      return try layout(from: &scanner)
    } catch {
      return nil
    }
  }

  private func checkEnd(from scanner: V8Scanner) throws(V8Failure) {
    var scanner = scanner
    do throws(V8Failure) { _ = try scanner.peek(inside: "white space") } catch { return }
    throw scanner.unexpected(expected: "the end of the file")
  }

  private mutating func readValue(
    of key: [UInt8], from scanner: inout V8Scanner
  ) throws(V8Failure) {
    let name = Quotation.quoted(String(decoding: key, as: UTF8.self))
    guard keys.insert(key).inserted else {
      throw V8Failure(offset: scanner.position, problem: "\(name) for the second time")
    }
    switch name {
    case "\"snapshot\"": layout = try Self.layout(from: &scanner)
    case "\"nodes\"": nodes = try V8Numbers(passing: &scanner, named: name)
    case "\"edges\"": edges = try V8Numbers(passing: &scanner, named: name)
    case "\"strings\"": strings = try V8Strings(passing: &scanner)
    default: try scanner.skipValue()
    }
  }

  private static func layout(from scanner: inout V8Scanner) throws(V8Failure) -> V8Layout {
    _ = try scanner.peek(inside: "\"snapshot\"")
    let start = scanner.position
    try scanner.skipValue()
    let bytes = scanner.text[start..<scanner.position]
    let tree: JSONTree
    do throws(ImportError) {
      tree = try JSONTree.parse(bytes, source: "")
    } catch {
      let offset = start + Self.offset(ofLine: error.line, column: error.column, in: bytes)
      throw V8Failure(offset: offset, problem: error.problem, expected: error.expected)
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
  func graph(support: BuildSupport) throws(V8Failure) -> ObjectGraph {
    var columns = try columns()
    do throws(GraphError) {
      return try columns.takeGraph(support: support)
    } catch {
      // Ids were compared and targets counted before.
      throw V8Failure(offset: 0, problem: "no graph of the snapshot: \(error)")
    }
  }

  /// The columns of all members.
  func columns() throws(V8Failure) -> GraphColumns {
    let layout = try found(layout, "snapshot")
    let nodes = try found(nodes, "nodes")
    let edges = try found(edges, "edges")
    let names = V8Names(try found(strings, "strings"), nodeCount: nodes.count / layout.node.count)
    let edgeCount = try edges.rows(
      of: layout.edge.count, expecting: layout.edgeCount, named: "\"edges\"")
    var read = try WorkStage.readObjects.run(of: layout.nodeCount) { counter throws(V8Failure) in
      try V8Nodes(nodes, of: text, as: layout, naming: names)
        .read(edgeCount: edgeCount, counter)
    }
    try WorkStage.readReferences.run(of: edgeCount) { counter throws(V8Failure) in
      try V8Edges(edges, of: text, as: layout, between: read)
        .fill(&read.columns, edgeCounts: read.edgeCounts, counter)
    }
    return read.columns
  }

  private func found<Member>(_ member: Member?, _ key: String) throws(V8Failure) -> Member {
    if let member { return member }
    throw V8Failure(
      offset: max(end - 1, 0), problem: "snapshot without \(Quotation.quoted(key))",
      expected: #""snapshot", "nodes", "edges" and "strings""#)
  }
}
