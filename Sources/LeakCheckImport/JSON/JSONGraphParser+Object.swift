import LeakCheckGraph
import LeakCheckText

extension JSONGraphParser {
  /// Parses an element of `objects`.
  mutating func parseObject() throws(InputFailure) {
    var members = try scanner.openMembers(of: "an object", depth: 3)
    var object = ObjectRow(id: PackedID(value: 0, isText: false), type: 0, kind: objectKind)
    var becauseOffset = 0
    while let key = try scanner.nextKey(of: ObjectField.table, in: &members) {
      _ = try scanner.peek(inside: "a value")
      let start = scanner.position
      if key == .id { pass(object: objectCount, at: start) }
      if key == .because { becauseOffset = members.keyOffset }
      try parse(key, into: &object)
      trail.append(key: members.keyIndex, value: start..<scanner.position)
    }
    hasExtensions = !members.extensions.isEmpty
    object.extensions = columns.strings.intern(try members.extensionText())
    try require("id", .id, of: ObjectField.table, in: members)
    try require("type", .type, of: ObjectField.table, in: members)
    if becauseOffset > 0, !members.has(ObjectField.expect.rawValue) {
      throw InputFailure(
        offset: becauseOffset, problem: "\"because\" without \"expect\" in an object")
    }
    try add(object)
  }

  /// The objects read so far.
  var objectCount: Int { columns.objectIDs.count + objects.count }

  private mutating func parse(
    _ key: ObjectField, into object: inout ObjectRow
  ) throws(InputFailure) {
    let name = key.stringValue
    switch key {
    case .id: object.id = pack(try scanner.id(for: name))
    case .type: object.type = intern(try scanner.text(for: name))
    case .kind: object.kind = intern(try scanner.text(for: name))
    case .size: object.size = try scanner.integer(for: name, in: 0...Int64.max)
    case .name: object.name = intern(try scanner.text(for: name))
    case .file: object.file = intern(try scanner.text(for: name))
    case .line: object.line = Int32(try scanner.integer(for: name, in: 1...Int64(Int32.max)))
    case .root: try parseRoot(into: &object)
    case .owner:
      let owner = try scanner.word(for: name, of: GraphWords.owner)
      object.marks.formUnion(ObjectMarks(of: owner))
    case .retainCount:
      object.retainCount = Int32(try scanner.integer(for: name, in: 0...Int64(Int32.max)))
      object.marks.insert(.hasRetainCount)
    case .expect:
      let fate = try scanner.word(for: name, of: GraphWords.fate)
      object.marks.formUnion(ObjectMarks(of: fate))
    case .because: object.expectationReason = intern(try scanner.text(for: name))
    }
  }

  private mutating func parseRoot(into object: inout ObjectRow) throws(InputFailure) {
    let root = try scanner.root(for: ObjectField.root.stringValue)
    if root.isRoot { object.marks.insert(.root) }
    if let reason = root.reason { object.rootReason = intern(reason) }
  }

  /// The index of a text among the strings of the graph.
  mutating func intern(_ text: JSONText) -> Int32 {
    text.hasEscapes
      ? columns.strings.intern(utf8: scanner.decoded(text))
      : scanner.bytes.intern(text.range, into: &columns.strings)
  }

  /// An id in the form of the columns.
  mutating func pack(_ id: JSONID) -> PackedID {
    switch id {
    case .number(let value): return PackedID(value: value, isText: false)
    case .text(let text):
      let index =
        text.hasEscapes
        ? columns.objectIDs.texts.intern(utf8: scanner.decoded(text))
        : scanner.bytes.intern(text.range, into: &columns.objectIDs.texts)
      return PackedID(value: Int64(index), isText: true)
    }
  }
}
