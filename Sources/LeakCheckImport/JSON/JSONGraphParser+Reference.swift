import LeakCheckGraph

extension JSONGraphParser {
  /// Parses an element of `references`.
  mutating func parseReference() throws(JSONFailure) {
    var members = try scanner.openMembers(of: "a reference", depth: 3)
    var reference = ReferenceDescription(from: .number(0), to: .number(0))
    while let key = try scanner.nextKey(of: ReferenceKey.table, in: &members) {
      let name = key.rawValue
      _ = try scanner.peek(inside: "a value")
      switch key {
      case .from:
        fromOffsets.append(scanner.position)
        reference.from = try scanner.id(for: name)
      case .to:
        toOffsets.append(scanner.position)
        reference.to = try scanner.id(for: name)
      case .name: reference.name = try scanner.text(for: name)
      case .strength: reference.strength = try scanner.word(for: name, of: GraphWords.strength)
      case .kind: reference.kind = try scanner.word(for: name, of: GraphWords.referenceKind)
      case .until: reference.until = try parseUntil(extensions: &members.extensions)
      }
    }
    reference.extensions = try members.extensionText()
    try require("from", .from, of: ReferenceKey.table, in: members)
    try require("to", .to, of: ReferenceKey.table, in: members)
    builder.add(reference)
  }

  /// Parses the end of a reference.
  ///
  /// Its `x-` members are kept with those of the reference.
  private mutating func parseUntil(
    extensions: inout [ExtensionMember]
  ) throws(JSONFailure) -> ReferenceDescription.Until {
    try scanner.requireObject(as: "until")
    var members = try scanner.openMembers(of: "\"until\"", depth: 4)
    var event = ""
    var caller = CallerWord.automatically
    var owner: ObjectID?
    var ownerKeyOffset = 0
    while let key = try scanner.nextKey(of: UntilKey.table, in: &members) {
      switch key {
      case .event: event = try scanner.text(for: "event")
      case .called: caller = try scanner.word(for: "called", of: CallerWord.table)
      case .owner:
        ownerKeyOffset = members.keyOffset
        _ = try scanner.peek(inside: "a value")
        endingObjectOffsets[builder.referenceCount] = scanner.position
        owner = try scanner.id(for: "of")
      }
    }
    try require("event", .event, of: UntilKey.table, in: members)
    try require("called", .called, of: UntilKey.table, in: members)
    extensions += members.extensions
    return .init(
      event: event,
      called: try called(caller, of: owner, at: (members.start, ownerKeyOffset)))
  }

  private func called(
    _ caller: CallerWord, of owner: ObjectID?, at offsets: (start: Int, ownerKey: Int)
  ) throws(JSONFailure) -> ReferenceDescription.Caller {
    switch (caller, owner) {
    case (.inDeinit, let owner?): return .inDeinit(of: owner)
    case (.inDeinit, nil):
      throw JSONFailure(
        offset: offsets.start, problem: "missing key \"of\" in \"until\"",
        expected: "the id of the object whose deinit calls the event")
    case (.automatically, nil): return .automatically
    case (.inTeardown, nil): return .inTeardown
    case (_, .some):
      throw JSONFailure(
        offset: offsets.ownerKey, problem: "\"of\" in \"until\" with \"\(caller.rawValue)\"",
        expected: "\"of\" only with \"inDeinit\"")
    }
  }
}
