import LeakCheckText

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
