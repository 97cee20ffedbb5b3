import LeakCheckText

/// The layout of a snapshot's arrays, from its header: the meaning of each number in a row, and the number of rows.
///
/// V8 has added fields and types over the years, so nothing but the names is taken for granted. Source:
/// `HeapSnapshotJSONSerializer::SerializeSnapshot` and `kMetaJSON` of V8 (src/profiler).
struct V8Layout: Equatable {
  /// The numbers of a row in `nodes`, with the position of each field.
  struct NodeFields: Equatable {
    var count: Int
    var type: Int
    var name: Int
    var id: Int
    var size: Int
    var edgeCount: Int
    /// `nil` before V8 8.
    var detachedness: Int?

    /// Whether the first five fields are those of every version so far.
    var hasUsualStart: Bool { [type, name, id, size, edgeCount] == [0, 1, 2, 3, 4] }
  }

  /// The numbers of a row in `edges`, with the position of each field.
  struct EdgeFields: Equatable {
    var count: Int
    var type: Int
    var name: Int
    var target: Int

    /// The fields of every version so far.
    static let usual = EdgeFields(count: 3, type: 0, name: 1, target: 2)
  }

  var node: NodeFields
  var edge: EdgeFields
  /// What the type numbers of nodes mean.
  var nodeTypes: [String]
  /// What the type numbers of edges mean.
  var edgeTypes: [String]
  var nodeCount: Int
  var edgeCount: Int
  /// The row of the root, mostly 0.
  var root: Int

  /// More fields or types than this are refused: V8 has about a tenth.
  static let widest = 255
}

extension V8Layout {
  /// The layout in the value of `snapshot`; `start` is where it begins in the file.
  init(_ tree: JSONTree, at start: Int) throws(InputFailure) {
    let snapshot = try V8Header(tree, named: "\"snapshot\"", at: start)
    let meta = try snapshot.object("meta")
    let nodeFields = try meta.words("node_fields")
    let edgeFields = try meta.words("edge_fields")
    node = NodeFields(
      count: nodeFields.words.count,
      type: try nodeFields.position(of: "type"),
      name: try nodeFields.position(of: "name"),
      id: try nodeFields.position(of: "id"),
      size: try nodeFields.position(of: "self_size"),
      edgeCount: try nodeFields.position(of: "edge_count"),
      detachedness: nodeFields.words.firstIndex(of: "detachedness"))
    edge = EdgeFields(
      count: edgeFields.words.count,
      type: try edgeFields.position(of: "type"),
      name: try edgeFields.position(of: "name_or_index"),
      target: try edgeFields.position(of: "to_node"))
    nodeTypes = try meta.types("node_types", of: node.type)
    edgeTypes = try meta.types("edge_types", of: edge.type)
    nodeCount = try snapshot.count("node_count")
    edgeCount = try snapshot.count("edge_count")
    let rootIndex = try snapshot.count("root_index", default: 0)
    root = rootIndex / node.count
    guard rootIndex % node.count == 0, root < max(nodeCount, 1) else {
      throw InputFailure(
        offset: start, problem: "\"root_index\" \(rootIndex) is not a node",
        expected: "a multiple of \(node.count) below \(nodeCount * node.count)")
    }
  }
}

/// A JSON object in the header, with its place for messages.
private struct V8Header {
  /// A list of words, with its place for messages.
  struct Words {
    var words: [String]
    var name: String
    var offset: Int

    func position(of word: String) throws(InputFailure) -> Int {
      if let position = words.firstIndex(of: word) { return position }
      throw InputFailure(
        offset: offset, problem: "\(name) without \(Quotation.quoted(word))")
    }
  }

  private let members: [JSONTree.Member]
  private let name: String
  /// Where the file has what the tree calls offset 0.
  private let start: Int
  private let offset: Int

  init(_ tree: JSONTree, named name: String, at start: Int) throws(InputFailure) {
    self.name = name
    self.start = start
    offset = start + tree.offset
    guard case .object(let members) = tree.value else {
      throw InputFailure(
        offset: offset, problem: "\(name) is \(tree.kindText)", expected: "an object")
    }
    self.members = members
  }

  private func value(_ key: String) throws(InputFailure) -> JSONTree {
    if let member = members.first(where: { $0.key == key }) { return member.value }
    throw InputFailure(offset: offset, problem: "\(name) without \(Quotation.quoted(key))")
  }

  func object(_ key: String) throws(InputFailure) -> V8Header {
    try V8Header(value(key), named: Quotation.quoted(key), at: start)
  }

  func count(_ key: String, default absent: Int? = nil) throws(InputFailure) -> Int {
    if let absent, !members.contains(where: { $0.key == key }) { return absent }
    let tree = try value(key)
    let most = Double(Int32.max) * Double(V8Layout.widest)
    if case .number(let number) = tree.value, number >= 0, number <= most,
      number == number.rounded()
    {
      return Int(number)
    }
    throw InputFailure(
      offset: start + tree.offset, problem: "\(Quotation.quoted(key)) is not a count",
      expected: "a whole number from 0 on")
  }

  func words(_ key: String) throws(InputFailure) -> Words {
    try words(of: value(key), named: Quotation.quoted(key))
  }

  /// The words of the types: the entry of `key` for the field at `position`.
  func types(_ key: String, of position: Int) throws(InputFailure) -> [String] {
    let tree = try value(key)
    guard case .array(let entries) = tree.value, position < entries.count else {
      throw InputFailure(
        offset: start + tree.offset,
        problem: "\(Quotation.quoted(key)) has no entry for the field \"type\"",
        expected: "an array with an entry for each field")
    }
    return try words(of: entries[position], named: "the types of \(Quotation.quoted(key))").words
  }

  private func words(of tree: JSONTree, named name: String) throws(InputFailure) -> Words {
    let place = start + tree.offset
    guard case .array(let entries) = tree.value, (1...V8Layout.widest).contains(entries.count)
    else {
      throw InputFailure(
        offset: place, problem: "\(name) is not a list of words",
        expected: "an array of 1 to \(V8Layout.widest) strings")
    }
    var words: [String] = []
    for entry in entries {
      guard case .string(let word) = entry.value else {
        throw InputFailure(
          offset: start + entry.offset, problem: "\(name) holds \(entry.kindText)",
          expected: "a string")
      }
      words.append(word)
    }
    return Words(words: words, name: name, offset: place)
  }
}
