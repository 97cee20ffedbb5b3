import LeakCheckText

/// The members whose keys begin with `x-`, as text that a graph stores and writes unchanged.
enum ExtensionText {
  /// Looks for what bytes have that is no such member.
  ///
  /// What is let through goes into other files unchanged, so it may neither end the object that it stands
  /// in nor begin another member there than its own.
  ///
  /// - Parameters:
  ///   - text: the members, without the braces around them; valid UTF-8.
  ///   - depth: how many objects and arrays the members' values are in, when they are written as JSON.
  /// - Returns: what is wrong, or `nil` for members and for no bytes.
  /// - Complexity: O(bytes).
  static func failure(in text: some Sequence<UInt8>, depth: Int) -> InputFailure? {
    let object = [UInt8(ascii: "{")] + text + [UInt8(ascii: "}")]
    if object.count == 2 { return nil }
    return object.withTextBytes { bytes in
      do throws(InputFailure) {
        var scanner = try JSONScanner(bytes)
        try scanner.passExtensions(depth: depth)
        return nil
      } catch {
        return error
      }
    }
  }
}

extension JSONScanner {
  /// Passes an object of members whose keys begin with `x-`, each once, up to the end of the bytes.
  fileprivate mutating func passExtensions(depth: Int) throws(InputFailure) {
    let what = "the members"
    var keys: Set<[UInt8]> = []
    try pass("{", inside: what)
    while try passToNext("a key", isFirst: keys.isEmpty, closer: "}", inside: what) {
      let offset = position
      guard try peek(inside: what) == UInt8(ascii: "\"") else {
        throw unexpected(expected: "a key")
      }
      let key = decoded(try scanText())
      let name = Quotation.quoted(String(decoding: key, as: UTF8.self))
      guard key.starts(with: "x-".utf8) else {
        throw InputFailure(offset: offset, problem: "key \(name), which does not begin with \"x-\"")
      }
      guard keys.insert(key).inserted else {
        throw InputFailure(offset: offset, problem: "duplicate key \(name)")
      }
      try pass(":", inside: what)
      var value: [UInt8] = []
      try scanValue(into: &value, depth: depth)
    }
    guard !keys.isEmpty, position == bytes.count else {
      throw InputFailure(offset: position, problem: "a brace that ends the members")
    }
  }
}
