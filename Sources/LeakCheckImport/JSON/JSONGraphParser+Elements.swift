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

extension JSONGraphParser {
  /// A reference during the reading of its members.
  private struct Draft {
    var from = PackedID(value: 0, isText: false)
    var to = PackedID(value: 0, isText: false)
    var name: Int32 = 0
    var strength = Strength.strong
    var kind = ReferenceKind.property
    var until: Until?
  }

  /// The end of a reference in the columns.
  private struct Until {
    var event: Int32
    var end: ReferenceMarks.End
    var owner: PackedID?
    var extensions = ""
  }

  /// Parses an element of `references`.
  mutating func parseReference() throws(InputFailure) {
    var members = try scanner.openMembers(of: "a reference", depth: 3)
    var reference = Draft()
    while let key = try scanner.nextKey(of: ReferenceField.table, in: &members) {
      _ = try scanner.peek(inside: "a value")
      let start = scanner.position
      try parse(key, into: &reference)
      trail.append(key: members.keyIndex, value: start..<scanner.position)
    }
    let extensions = ReferenceExtensions(
      ofReference: try members.extensionText(), ofEnd: reference.until?.extensions ?? "")
    hasExtensions = !extensions.text.isEmpty
    try require("from", .from, of: ReferenceField.table, in: members)
    try require("to", .to, of: ReferenceField.table, in: members)
    try add(reference, extensions: columns.strings.intern(extensions.text))
  }

  /// The references read so far.
  var referenceCount: Int { columns.references.names.count + references.count }

  private mutating func parse(
    _ key: ReferenceField, into reference: inout Draft
  ) throws(InputFailure) {
    let name = key.stringValue
    switch key {
    case .from:
      pass(.from, of: referenceCount, at: scanner.position)
      reference.from = pack(try scanner.id(for: name))
    case .to:
      pass(.to, of: referenceCount, at: scanner.position)
      reference.to = pack(try scanner.id(for: name))
    case .name: reference.name = intern(try scanner.text(for: name))
    case .strength: reference.strength = try scanner.word(for: name, of: GraphWords.strength)
    case .kind: reference.kind = try scanner.word(for: name, of: GraphWords.referenceKind)
    case .until: reference.until = try parseUntil()
    }
  }

  private mutating func add(_ reference: Draft, extensions: Int32) throws(InputFailure) {
    let row = referenceCount
    if let until = reference.until {
      if let owner = until.owner { endOwners.append((columns.references.ends.count, owner)) }
      columns.references.ends.append(ReferenceEnd(event: until.event, owner: -1), at: Int32(row))
    }
    columns.references.extensions.append(text: extensions, at: row)
    try add(
      from: reference.from, to: reference.to, name: reference.name,
      marks: ReferenceMarks(
        strength: reference.strength, kind: reference.kind, end: reference.until?.end ?? .unknown))
  }

  /// Parses the end of a reference.
  private mutating func parseUntil() throws(InputFailure) -> Until {
    try scanner.requireObject(as: "until")
    var members = try scanner.openMembers(of: "\"until\"", depth: 4)
    var until = Until(event: 0, end: .unknown)
    var caller = CallerWord.automatically
    var ownerKeyOffset = 0
    while let key = try scanner.nextKey(of: UntilKey.table, in: &members) {
      switch key {
      case .event: until.event = intern(try scanner.text(for: "event"))
      case .called: caller = try scanner.word(for: "called", of: CallerWord.table)
      case .owner:
        ownerKeyOffset = members.keyOffset
        _ = try scanner.peek(inside: "a value")
        pass(.endingObject, of: referenceCount, at: scanner.position)
        until.owner = pack(try scanner.id(for: "of"))
      }
    }
    try require("event", .event, of: UntilKey.table, in: members)
    try require(
      "called", .called, of: UntilKey.table, in: members,
      expected:
        "one of \(Quotation.list(CallerWord.table.names)); what nothing ends has no \"until\"")
    until.extensions = try members.extensionText()
    until.end = try end(caller, of: until.owner, at: (members.start, ownerKeyOffset))
    return until
  }

  private func end(
    _ caller: CallerWord, of owner: PackedID?, at offsets: (start: Int, ownerKey: Int)
  ) throws(InputFailure) -> ReferenceMarks.End {
    switch (caller, owner) {
    case (.inDeinit, .some): return .inDeinit
    case (.inDeinit, nil):
      throw InputFailure(
        offset: offsets.start, problem: "missing key \"of\" in \"until\"",
        expected: "the id of the object whose deinit calls the event")
    case (.automatically, nil): return .automatically
    case (.inTeardown, nil): return .inTeardown
    case (_, .some):
      throw InputFailure(
        offset: offsets.ownerKey, problem: "\"of\" in \"until\" with \"\(caller.rawValue)\"",
        expected: "\"of\" only with \"inDeinit\"")
    }
  }
}

/// A member whose key begins with `x-`: the key, for order, and the member's text.
struct ExtensionMember {
  var offset: Int
  var key: [UInt8]
  var text: [UInt8]
}

/// A parser's position among the members of one object.
struct JSONMembers {
  /// The object, for messages: "a reference".
  let what: String
  /// The objects and arrays around a member's value.
  let depth: Int
  /// The offset of the opening brace.
  let start: Int
  /// The offset of the key that was read last.
  var keyOffset = 0
  /// The key that was read last, as a position in its table.
  var keyIndex = 0
  /// One bit for each key of the table that was read.
  var seen: UInt32 = 0
  var isFirst = true
  var extensions: [ExtensionMember] = []

  func has(_ index: Int) -> Bool { seen & 1 << UInt32(index) != 0 }

  /// The members beginning with `x-` as text, ordered by key: equal for any order in the file.
  func extensionText() throws(InputFailure) -> String {
    if extensions.isEmpty { return "" }
    let sorted = extensions.sorted {
      $0.key == $1.key ? $0.offset < $1.offset : $0.key.lexicographicallyPrecedes($1.key)
    }
    for (member, next) in zip(sorted, sorted.dropFirst()) where member.key == next.key {
      let key = Quotation.quoted(String(decoding: next.key, as: UTF8.self))
      throw InputFailure(offset: next.offset, problem: "duplicate key \(key) in \(what)")
    }
    let joined = sorted.map(\.text).joined(separator: ", ".utf8)
    return String(decoding: Array(joined), as: UTF8.self)
  }
}

extension JSONScanner {
  /// Passes the opening brace of an object.
  mutating func openMembers(of what: String, depth: Int) throws(InputFailure) -> JSONMembers {
    try pass("{", inside: what)
    return JSONMembers(what: what, depth: depth, start: position - 1)
  }

  /// Passes up to the value of the next member with a key of `table`, or the closing brace.
  ///
  /// Members beginning with `x-` are collected on the way; any other key is an error.
  mutating func nextKey<Key>(
    of table: JSONWords<Key>, in members: inout JSONMembers
  ) throws(InputFailure) -> Key? {
    while try passToNext("a key", isFirst: members.isFirst, closer: "}", inside: members.what) {
      members.isFirst = false
      guard try peek(inside: members.what) == UInt8(ascii: "\"") else {
        throw unexpected(expected: "a key")
      }
      members.keyOffset = position
      let text = try scanText()
      if let index = table.index(of: text, in: self) {
        if members.has(index) { throw duplicate(text, in: members) }
        members.seen |= 1 << UInt32(index)
        members.keyIndex = index
        try pass(":", inside: members.what)
        return table.words[index]
      }
      try scanExtension(text, table: table, into: &members)
    }
    return nil
  }

  private mutating func scanExtension<Key>(
    _ text: JSONText, table: JSONWords<Key>, into members: inout JSONMembers
  ) throws(InputFailure) {
    let key = decoded(text)
    guard key.starts(with: "x-".utf8) else {
      let name = String(decoding: key, as: UTF8.self)
      throw InputFailure(
        .unknownKey(name), offset: members.keyOffset,
        problem: "unknown key \(Quotation.quoted(name)) in \(members.what)",
        expected: "one of \(Quotation.list(table.names)), or a key beginning with \"x-\"",
        suggestion: NearestWord.nearest(to: name, among: table.names).map {
          Quotation.quoted($0)
        })
    }
    try pass(":", inside: members.what)
    var member = Array(bytes[members.keyOffset..<text.range.upperBound + 1])
    member.append(contentsOf: ": ".utf8)
    try scanValue(into: &member, depth: members.depth)
    members.extensions.append(
      ExtensionMember(offset: members.keyOffset, key: key, text: member))
  }

  private func duplicate(_ text: JSONText, in members: JSONMembers) -> InputFailure {
    let key = Quotation.quoted(string(of: text))
    return InputFailure(
      offset: members.keyOffset, problem: "duplicate key \(key) in \(members.what)")
  }
}
