import LeakCheckGraph
import LeakCheckText

extension JSONGraphParser {
  /// A reference while its members are read.
  private struct Draft {
    var from = PackedID(value: 0, isText: false)
    var to = PackedID(value: 0, isText: false)
    var name: Int32 = 0
    var strength = Strength.strong
    var kind = ReferenceKind.property
    var until: Until?
  }

  /// The end of a reference, as the columns have it.
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
    try require("called", .called, of: UntilKey.table, in: members)
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
