import LeakCheckGraph

/// The two arrays of a graph.
enum GraphArray: String {
  case objects, references
}

/// Fills the columns of a graph from JSON in one pass.
///
/// The parser in this file and its neighbours reads anything the format allows and says what is wrong with
/// anything else. Records that are written like earlier ones it leaves to ``JSONGraphParser/passFamiliarObjects()``
/// and ``JSONGraphParser/passFamiliarReferences()``, which know no errors.
struct JSONGraphParser: ~Copyable {
  /// How a file is read, apart from what it says.
  struct Options {
    /// Whether records like earlier ones are read by their spelling.
    var usesSpelling = true
    /// Whether ids become rows only at the end, when the first wrong one in the order of the file is known.
    var resolvesLate = false
    /// What the columns are made with.
    var support = BuildSupport.none
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
  /// The offset at which another thread reads on, and in which array it is.
  var meeting: JSONMeeting?
  /// The array that the parser is in.
  var openArray: GraphArray?
  /// Where the elements of that array begin.
  var openArrayStart = 0
  /// The members of the graph so far, from its opening brace on.
  var members: JSONMembers?
  /// Whether the record read last had `x-` members, which no gap may have.
  var hasExtensions = false
  /// All bytes before this offset are counted.
  var countedEnd = 0
  /// The records that were read by their spelling.
  var familiarCount = 0
  /// The ids whose places are looked for.
  var search: JSONPlaceSearch?

  let objectKind: Int32

  init(_ bytes: DumpBytes, options: Options = Options()) throws(JSONFailure) {
    scanner = try JSONScanner(bytes)
    self.options = options
    objectKind = columns.strings.intern(ObjectKind.object.rawValue)
  }

  /// Reads the whole file, or up to where another thread reads on.
  ///
  /// - Returns: Whether the file is read to its end.
  mutating func parse() throws(JSONFailure) -> Bool {
    do throws(JSONFailure) {
      if members == nil { try checkStart() }
      guard try parseGraph() else { return false }
      if scanner.peek() != nil {
        throw JSONFailure(
          offset: scanner.position, problem: "unexpected text behind the graph",
          expected: "the end of the file")
      }
    } catch {
      // Wrong bytes come before all that they may mean, wherever they are.
      try checkEncoding(to: scanner.bytes.count)
      throw error
    }
    try checkEncoding(to: scanner.bytes.count)
    return true
  }

  /// Refuses bytes up to `end` that are no UTF-8; those of familiar records were seen to already.
  mutating func checkEncoding(to end: Int) throws(JSONFailure) {
    if encodedEnd < end { try scanner.checkEncoding(from: encodedEnd, to: end) }
    encodedEnd = max(encodedEnd, end)
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

  private mutating func parseGraph() throws(JSONFailure) -> Bool {
    if members == nil { members = try scanner.openMembers(of: "the graph", depth: 1) }
    guard var members else { return false }
    if let array = openArray, try !parseElements(of: array, isFirst: false) { return false }
    while let key = try scanner.nextKey(of: GraphKey.table, in: &members) {
      switch key {
      case .version: try parseVersion()
      case .name: columns.name = scanner.string(of: try scanner.text(for: "name"))
      case .collector:
        columns.collector = try scanner.word(for: "collector", of: GraphWords.collector)
      case .objects, .references:
        // Kept for the time after a meeting.
        self.members = members
        if try !parseArray(key == .objects ? .objects : .references) { return false }
      }
    }
    columns.extensions = try members.extensionText()
    try require("leakcheck", GraphKey.version, of: GraphKey.table, in: members)
    try require("objects", GraphKey.objects, of: GraphKey.table, in: members)
    return true
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

  private mutating func parseArray(_ array: GraphArray) throws(JSONFailure) -> Bool {
    try scanner.openArray(for: array.rawValue)
    openArrayStart = scanner.position
    return try parseElements(of: array, isFirst: true)
  }

  /// Parses the elements of an array from between two of them on.
  ///
  /// - Returns: False where another thread reads on.
  mutating func parseElements(of array: GraphArray, isFirst: Bool) throws(JSONFailure) -> Bool {
    openArray = array
    let (place, element) = ("\"\(array.rawValue)\"", "\(array.rawValue)[]")
    var isFirst = isFirst
    while true {
      if isMeeting(in: array) { return false }
      trail.start(behind: isFirst ? nil : scanner.position)
      guard
        try scanner.passToNext("an object", isFirst: isFirst, closer: "]", inside: place)
      else { break }
      isFirst = false
      try scanner.requireObject(as: element)
      try parseElement(of: array)
    }
    openArray = nil
    try close(array)
    return true
  }

  /// Parses one element, and those behind it that are written alike.
  private mutating func parseElement(of array: GraphArray) throws(JSONFailure) {
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

  /// Whether another thread reads on from here.
  private mutating func isMeeting(in array: GraphArray) -> Bool {
    guard let meeting, meeting.offset <= scanner.position else { return false }
    if meeting == JSONMeeting(offset: scanner.position, array: array) { return true }
    // The guess was wrong, and this thread reads the rest.
    self.meeting = nil
    return false
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
