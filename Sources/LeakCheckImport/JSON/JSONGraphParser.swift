import LeakCheckGraph
import LeakCheckText

/// The two arrays of a graph.
enum GraphArray: String {
  case objects, references
}

/// A parser that fills the columns of a graph from JSON in one pass.
///
/// The parser in this file and its neighbours reads anything the format allows and says what is wrong with
/// anything else. Records that are written like earlier ones it leaves to ``JSONGraphParser/passFamiliarObjects()``
/// and ``JSONGraphParser/passFamiliarReferences()``, which know no errors.
struct JSONGraphParser: ~Copyable {
  /// Options for reading a file.
  struct Options {
    /// Whether records like earlier ones are read by their spelling.
    var usesSpelling = true
    /// Whether ids become rows only at the end, when the first wrong one in the order of the file is known.
    var resolvesLate = false
    /// Counts the bytes that are read.
    var counter = WorkCounter.none
  }

  var scanner: JSONScanner
  let options: Options
  var columns = GraphColumns()

  var objects = ObjectBatch()
  var references = ReferenceBatch()
  var texts = TextCache()
  var objectSpelling = JSONSpelling()
  var referenceSpelling = JSONSpelling()
  var trail = JSONTrail()

  /// The rows of ids, once all objects are read.
  var table: IDTable?
  var unresolved = UnresolvedReferences()
  /// The objects whose `deinit` ends a reference, by their position among the ends.
  var endOwners: [(end: Int, id: PackedID)] = []
  /// Whether an id was found wrong; which one is told first, only a late resolution knows.
  var hasWrongID = false

  /// All bytes before this offset are known to be UTF-8.
  var encodedEnd = 0
  /// Reads on from some offset, if there is a second thread.
  var secondThread: JSONSecondThread?
  /// Where the elements of the array begin that the parser is in.
  var openArrayStart = 0
  /// Whether the record read last had `x-` members, which no gap may have.
  var hasExtensions = false
  /// All bytes before this offset are counted.
  var countedEnd = 0
  /// The records that were read by their spelling.
  var familiarCount = 0
  /// The ids whose places are looked for.
  var search: JSONPlaceSearch?

  let objectKind: Int32

  init(_ bytes: TextBytes, options: Options = Options()) throws(InputFailure) {
    scanner = try JSONScanner(bytes)
    self.options = options
    objectKind = columns.strings.intern(ObjectKind.object.rawValue)
  }

  /// Reads the whole file.
  mutating func parse() throws(InputFailure) {
    do throws(InputFailure) {
      try checkStart()
      try parseGraph()
      if scanner.peek() != nil {
        throw InputFailure(
          offset: scanner.position, problem: "unexpected text after the graph",
          expected: "the end of the file")
      }
    } catch {
      // Wrong bytes come before all that they may mean, wherever they are.
      try checkEncoding(to: scanner.bytes.count)
      throw error
    }
    try checkEncoding(to: scanner.bytes.count)
  }

  /// Refuses bytes up to `end` that are no UTF-8; those of familiar records were seen to already.
  mutating func checkEncoding(to end: Int) throws(InputFailure) {
    if encodedEnd < end { try scanner.checkEncoding(from: encodedEnd, to: end) }
    encodedEnd = max(encodedEnd, end)
  }

  /// Refuses what is no JSON object at all, with an example of what is.
  private mutating func checkStart() throws(InputFailure) {
    let example = #"a graph: {"leakcheck": 1, "objects": []}"#
    let first = scanner.peek()
    let start = scanner.position
    if first == UInt8(ascii: "{") { return }
    if first == nil { throw InputFailure(offset: start, problem: "empty file", expected: example) }
    let found: String
    do throws(InputFailure) { found = try scanner.describeValue() } catch {
      throw InputFailure(offset: start, problem: "file is not JSON", expected: example)
    }
    throw InputFailure(offset: start, problem: "file is \(found)", expected: example)
  }

  private mutating func parseGraph() throws(InputFailure) {
    var members = try scanner.openMembers(of: "the graph", depth: 1)
    while let key = try scanner.nextKey(of: GraphKey.table, in: &members) {
      switch key {
      case .version: try parseVersion()
      case .name: columns.heading.name = scanner.string(of: try scanner.text(for: "name"))
      case .collector:
        columns.heading.collector = try scanner.word(for: "collector", of: GraphWords.collector)
      case .moment:
        columns.heading.moment = try scanner.word(for: "moment", of: GraphWords.moment)
      case .objects: try parseArray(.objects)
      case .references: try parseArray(.references)
      }
    }
    columns.heading.extensions = try members.extensionText()
    try require("leakcheck", GraphKey.version, of: GraphKey.table, in: members)
    try require("objects", GraphKey.objects, of: GraphKey.table, in: members)
  }

  private mutating func parseVersion() throws(InputFailure) {
    _ = try scanner.peek(inside: "a value")
    let start = scanner.position
    do throws(InputFailure) {
      _ = try scanner.integer(for: "leakcheck", in: 1...1)
    } catch {
      // A value that is no JSON at all says more by itself.
      guard error.code == .wrongValue else { throw error }
      throw InputFailure(
        .wrongValue, offset: start, problem: error.problem,
        expected: "1, the only version of the format")
    }
  }

  private mutating func parseArray(_ array: GraphArray) throws(InputFailure) {
    try scanner.openArray(for: array.rawValue)
    openArrayStart = scanner.position
    try parseElements(of: array, isFirst: true)
  }

  /// Parses the elements of an array from between two of them on.
  mutating func parseElements(of array: GraphArray, isFirst: Bool) throws(InputFailure) {
    let (place, element) = ("\"\(array.rawValue)\"", "\(array.rawValue)[]")
    var isFirst = isFirst
    while try !takeOver(in: array) {
      trail.start(behind: isFirst ? nil : scanner.position)
      guard
        try scanner.passToNext("an object", isFirst: isFirst, closer: "]", inside: place)
      else { break }
      isFirst = false
      try scanner.requireObject(as: element)
      try parseElement(of: array)
    }
    try close(array)
  }

  /// Parses one element, and those behind it that are written alike.
  private mutating func parseElement(of array: GraphArray) throws(InputFailure) {
    if array == .objects { try parseObject() } else { try parseReference() }
    guard options.usesSpelling else { return }
    try checkEncoding(to: scanner.position)
    let end = scanner.position
    switch array {
    case .objects:
      if !hasExtensions { objectSpelling.learn(trail, end: end, in: scanner.bytes) }
      passFamiliarObjects()
    case .references:
      if !hasExtensions { referenceSpelling.learn(trail, end: end, in: scanner.bytes) }
      passFamiliarReferences()
    }
    encodedEnd = scanner.position
  }

  /// Refuses members that lack a key.
  func require<Key: Equatable>(
    _ name: String, _ key: Key, of table: JSONWords<Key>, in members: JSONMembers,
    expected: @autoclosure () -> String = ""
  ) throws(InputFailure) {
    guard let index = table.words.firstIndex(of: key), !members.has(index) else { return }
    throw InputFailure(
      offset: members.start, problem: "missing key \"\(name)\" in \(members.what)",
      expected: expected())
  }
}

extension JSONGraphParser {
  /// The graph of a file that was read to its end, or `nil` when an id is wrong and must be looked for.
  ///
  /// The columns are given away.
  mutating func graph() throws(GraphError) -> ObjectGraph? {
    if hasWrongID { return nil }
    if table == nil { table = try IDTable(of: columns.objectIDs) }
    guard let table else { return nil }
    try resolveReferences(by: table)
    try resolveEnds(by: table)
    self.table = nil
    return try columns.takeGraph()
  }

  /// Resolves what was left for the end: all sources, then all targets, in the order of the file.
  private mutating func resolveReferences(by table: IDTable) throws(GraphError) {
    let references = unresolved
    unresolved = UnresolvedReferences()
    guard !references.sources.isEmpty else { return }
    let (sources, targets) = references.rows(in: table)
    if let row = sources.firstIndex(of: -1) {
      let id = columns.objectIDs.unpack(references.source(row))
      throw .unknownObject(id, reference: row, end: .from)
    }
    if let row = targets.firstIndex(of: -1) {
      let id = columns.objectIDs.unpack(references.target(row))
      throw .unknownObject(id, reference: row, end: .to)
    }
    (columns.references.sources, columns.references.targets) = (sources, targets)
  }

  private mutating func resolveEnds(by table: IDTable) throws(GraphError) {
    for owner in endOwners {
      guard let row = table[owner.id] else {
        throw .unknownObject(
          columns.objectIDs.unpack(owner.id),
          reference: Int(columns.references.ends.rows[owner.end]), end: .endingObject)
      }
      columns.references.ends.change(at: owner.end) { $0.owner = row }
    }
  }
}
