public import LeakCheckGraph

/// Reads graph JSON, version 1: see the schema.
public struct JSONGraphReader: GraphReader {
  /// JSON.
  public let formatName: String = "graph JSON"
  /// `json`.
  public let pathExtensions: [String] = ["json"]

  /// A reader of graph JSON.
  public init() {}

  /// Whether the first character that is not white space opens an object.
  public func recognizes(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    return bytes[start...].first { ![32, 10, 13, 9].contains($0) } == 0x7b
  }

  /// The graph in `bytes`.
  ///
  /// - Throws: ``ImportError`` at the first thing that the format does not allow.
  /// - Complexity: O(bytes), and the sorting of the graph's builder.
  public func read(_ bytes: [UInt8], from source: String) throws(ImportError) -> ObjectGraph {
    var reading = try GraphReading(bytes, source: source)
    return try reading.graph()
  }
}

/// One reading of a file: the scanner, the builder, and where each id stands.
private struct GraphReading {
  private var scanner: JSONScanner
  private var builder = ObjectGraph.Builder()
  private var places = IDPlaces()
  private var version: Int64?
  private var hasObjects = false
  private var extensions: [String] = []

  init(_ bytes: [UInt8], source: String) throws(ImportError) {
    scanner = try JSONScanner(bytes, source: source)
  }

  mutating func graph() throws(ImportError) -> ObjectGraph {
    var scanner = self.scanner
    guard scanner.peek() != nil else {
      throw scanner.error(at: 0, "an empty file", expected: "a graph; see leakcheck schema")
    }
    try scanner.object("the graph") { scanner, key, place throws(ImportError) in
      try self.member(key, at: place, &scanner)
    }
    let end = scanner.position
    try scanner.end()
    guard version != nil else {
      throw scanner.error(at: end - 1, "no \"leakcheck\"", expected: "\"leakcheck\": 1")
    }
    guard hasObjects else {
      throw scanner.error(at: end - 1, "no \"objects\"", expected: "\"objects\": […]")
    }
    builder.extensions = extensions.joined(separator: ", ")
    do { return try builder.build() } catch { throw places.error(error, in: scanner) }
  }

  private static let keys = ["leakcheck", "name", "collector", "objects", "references"]

  private mutating func member(
    _ key: String, at place: Int, _ scanner: inout JSONScanner
  ) throws(ImportError) {
    switch key {
    case "leakcheck":
      let start = scanner.position
      let found = try scanner.integer("the version", in: .min ... .max)
      guard found == 1 else {
        throw scanner.error(
          at: start, "version \(found)", expected: "version 1: a newer leakcheck may read it")
      }
      version = found
    case "name": builder.name = try scanner.string("the name")
    case "collector":
      builder.collector = try scanner.word("a collector", ObjectGraph.Collector.allCases)
    case "objects":
      hasObjects = true
      try scanner.array("objects") { scanner throws(ImportError) in
        try ObjectMembers.read(from: &scanner, into: &self.builder, &self.places)
      }
    case "references":
      try scanner.array("references") { scanner throws(ImportError) in
        try ReferenceMembers.read(from: &scanner, into: &self.builder, &self.places)
      }
    default:
      extensions.append(
        try scanner.extensionMember(key, at: place, in: "the graph", known: Self.keys))
    }
  }
}

/// Where the ids of objects and references stand, for errors that only show at the end.
struct IDPlaces {
  var objects: [Int] = []
  var sources: [Int] = []
  var targets: [Int] = []
  var endingObjects: [Int: Int] = [:]
  var ids: [ObjectID] = []

  /// The error of the builder, at its place in the file.
  func error(_ error: GraphError, in scanner: JSONScanner) -> ImportError {
    switch error {
    case .duplicateID(let id, let first, let second):
      let line = scanner.error(at: objects[first], "", expected: "").line
      return scanner.error(
        at: objects[second], "a second object with the id \(Self.words(id))",
        expected: "an id of its own: the first is in line \(line)")
    case .unknownObject(let id, let reference, let end):
      let place =
        switch end {
        case .from: sources[reference]
        case .to: targets[reference]
        case .endingObject: endingObjects[reference] ?? sources[reference]
        }
      return scanner.error(
        at: place, "the unknown object \(Self.words(id))",
        expected: "the id of an object in \"objects\"",
        suggestion: NearestWord.nearest(to: "\(id)", among: ids.lazy.map(\.description)))
    }
  }

  private static func words(_ id: ObjectID) -> String {
    switch id {
    case .number(let value): "\(value)"
    case .text(let text): Quoted.text(text)
    }
  }
}

extension JSONScanner {
  /// Takes one of the words of an enumeration.
  mutating func word<Word: RawRepresentable<String> & Sendable>(
    _ what: String, _ words: [Word]
  ) throws(ImportError) -> Word {
    _ = peek()
    let start = position
    let text = try string(what)
    if let word = Word(rawValue: text) { return word }
    let known = words.map(\.rawValue)
    throw error(
      at: start, "unknown word \(Quoted.text(text)) for \(what)",
      expected: "one of \(known.map(Quoted.text).joined(separator: ", "))",
      suggestion: NearestWord.nearest(to: text, among: known))
  }

  /// Takes an id: a string or a whole number.
  mutating func id(_ what: String) throws(ImportError) -> ObjectID {
    switch peek() {
    case 0x22?: return .text(try string(what))
    case 0x2d?, 0x30?, 0x31?, 0x32?, 0x33?, 0x34?, 0x35?, 0x36?, 0x37?, 0x38?, 0x39?:
      return .number(try integer(what, in: .min ... .max))
    default: throw error(at: position, found, expected: "\(what) as a string or a whole number")
    }
  }

  /// What stands here, in words.
  private var found: String {
    guard position < bytes.count else { return "the end of the file" }
    switch bytes[position] {
    case 0x7b: return "an object"
    case 0x5b: return "an array"
    case 0x74, 0x66: return "a truth value"
    case 0x6e: return "null"
    default: return Quoted.text(String(decoding: bytes[position...].prefix(12), as: UTF8.self))
    }
  }

  /// Takes the value of a key that begins with `x-`, and refuses any other.
  mutating func extensionMember(
    _ key: String, at place: Int, in what: String, known: [String]
  ) throws(ImportError) -> String {
    guard key.hasPrefix("x-") else {
      throw error(
        at: place, "unknown key \(Quoted.text(key)) in \(what)",
        expected: "one of \(known.map(Quoted.text).joined(separator: ", ")), or a key with \"x-\"",
        suggestion: NearestWord.nearest(to: key, among: known))
    }
    return "\(JSONText.quoted(key)): \(try anyValue())"
  }
}
