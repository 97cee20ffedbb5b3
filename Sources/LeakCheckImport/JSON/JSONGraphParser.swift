import LeakCheckGraph

/// Builds a graph from JSON in one pass.
struct JSONGraphParser {
  var scanner: JSONScanner
  var builder = ObjectGraph.Builder()
  /// Where the ids are, in the order of adding, so that an error of the graph finds its place.
  var idOffsets: [Int] = []
  var fromOffsets: [Int] = []
  var toOffsets: [Int] = []
  var endingObjectOffsets: [Int: Int] = [:]

  init(_ bytes: [UInt8]) throws(JSONFailure) { scanner = try JSONScanner(bytes) }

  /// The graph of the whole file.
  mutating func graph() throws(JSONFailure) -> ObjectGraph {
    try checkStart()
    try parseGraph()
    if scanner.peek() != nil {
      throw JSONFailure(
        offset: scanner.position, problem: "unexpected text behind the graph",
        expected: "the end of the file")
    }
    do throws(GraphError) {
      let complete = builder
      // The builder must be the only owner of its columns, or building would copy them.
      builder = ObjectGraph.Builder()
      return try complete.build()
    } catch {
      throw failure(for: error)
    }
  }

  /// Refuses what is no JSON object at all, with an example of what is.
  private mutating func checkStart() throws(JSONFailure) {
    let example = #"a graph: {"leakcheck": 1, "objects": []}"#
    let first = scanner.peek()
    let start = scanner.position
    if first == UInt8(ascii: "{") { return }
    if first == nil { throw JSONFailure(offset: start, problem: "empty file", expected: example) }
    let found: String
    do throws(JSONFailure) { found = try scanner.describeValue() } catch {
      throw JSONFailure(offset: start, problem: "file is not JSON", expected: example)
    }
    throw JSONFailure(offset: start, problem: "file is \(found)", expected: example)
  }

  private mutating func parseGraph() throws(JSONFailure) {
    var members = try scanner.openMembers(of: "the graph", depth: 1)
    while let key = try scanner.nextKey(of: GraphKey.table, in: &members) {
      switch key {
      case .version: try parseVersion()
      case .name: builder.name = try scanner.text(for: "name")
      case .collector:
        builder.collector = try scanner.word(for: "collector", of: GraphWords.collector)
      case .objects:
        try parseArray("objects") { parser throws(JSONFailure) in try parser.parseObject() }
      case .references:
        try parseArray("references") { parser throws(JSONFailure) in try parser.parseReference() }
      }
    }
    builder.extensions = try members.extensionText()
    try require("leakcheck", GraphKey.version, of: GraphKey.table, in: members)
    try require("objects", GraphKey.objects, of: GraphKey.table, in: members)
  }

  private mutating func parseVersion() throws(JSONFailure) {
    _ = try scanner.peek(inside: "a value")
    let start = scanner.position
    do throws(JSONFailure) {
      _ = try scanner.integer(for: "leakcheck", in: 1...1)
    } catch {
      // A value that is no JSON at all says more by itself.
      guard error.problem.hasPrefix("\"leakcheck\" is") else { throw error }
      throw JSONFailure(
        offset: start, problem: error.problem, expected: "1, the only version of the format")
    }
  }

  private mutating func parseArray(
    _ key: String, parse: (inout JSONGraphParser) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    try scanner.openArray(for: key)
    let (place, element) = ("\"\(key)\"", "\(key)[]")
    var isFirst = true
    while try scanner.passToNext("an object", isFirst: isFirst, closer: "]", inside: place) {
      isFirst = false
      try scanner.requireObject(as: element)
      try parse(&self)
    }
  }

  /// Refuses members that lack a key.
  func require<Key: Equatable>(
    _ name: String, _ key: Key, of table: JSONWords<Key>, in members: JSONMembers
  ) throws(JSONFailure) {
    guard let index = table.words.firstIndex(of: key), !members.has(index) else { return }
    throw JSONFailure(
      offset: members.start, problem: "missing key \"\(name)\" in \(members.what)")
  }
}

extension JSONGraphParser {
  /// Parses an element of `objects`.
  fileprivate mutating func parseObject() throws(JSONFailure) {
    var members = try scanner.openMembers(of: "an object", depth: 3)
    var object = ObjectDescription(id: .number(0), type: "")
    var becauseOffset = 0
    while let key = try scanner.nextKey(of: ObjectKey.table, in: &members) {
      if key == .id {
        _ = try scanner.peek(inside: "a value")
        idOffsets.append(scanner.position)
      }
      if key == .because { becauseOffset = members.keyOffset }
      try parse(key, into: &object)
    }
    object.extensions = try members.extensionText()
    try require("id", .id, of: ObjectKey.table, in: members)
    try require("type", .type, of: ObjectKey.table, in: members)
    if becauseOffset > 0, !members.has(ObjectKey.expectIndex) {
      throw JSONFailure(
        offset: becauseOffset, problem: "\"because\" without \"expect\" in an object")
    }
    builder.add(object)
  }

  private mutating func parse(
    _ key: ObjectKey, into object: inout ObjectDescription
  ) throws(JSONFailure) {
    let name = key.rawValue
    switch key {
    case .id: object.id = try scanner.id(for: name)
    case .type: object.type = try scanner.text(for: name)
    case .kind: object.kind = ObjectKind(rawValue: try scanner.text(for: name))
    case .size: object.size = try scanner.integer(for: name, in: 0...Int64.max)
    case .name: object.name = try scanner.text(for: name)
    case .file: object.file = try scanner.text(for: name)
    case .line: object.line = Int32(try scanner.integer(for: name, in: 1...Int64(Int32.max)))
    case .root: object.root = try scanner.root(for: name)
    case .owner: object.owner = try scanner.word(for: name, of: GraphWords.owner)
    case .retainCount:
      object.retainCount = Int32(try scanner.integer(for: name, in: 0...Int64(Int32.max)))
    case .expect:
      let fate = try scanner.word(for: name, of: GraphWords.fate)
      object.expectation = LifetimeExpectation(fate, because: object.expectation?.reason ?? "")
    case .because:
      // The fate may follow; until then the reason needs some expectation to be kept in.
      let fate = object.expectation?.fate ?? .gone
      object.expectation = LifetimeExpectation(fate, because: try scanner.text(for: name))
    }
  }
}
