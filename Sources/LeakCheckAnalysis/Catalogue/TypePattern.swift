/// A pattern for type names: `*` stands for any text, and a pattern without one is a type's whole name.
///
/// A name matches with its module and outer types or without them, and without its generic arguments: `Sink` is
/// `Combine.Subscribers.Sink<Int, Never>`.
struct TypePattern: Sendable {
  /// What stands between stars.
  let parts: [[UInt8]]
  /// The letters that a name must have.
  let letters: LetterSet

  init(_ text: String) {
    parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map(Array.init)
    letters = LetterSet(parts.joined())
  }

  /// Whether the pattern is a whole name.
  var isExact: Bool { parts.count == 1 }

  /// Whether a name matches.
  ///
  /// - Complexity: O(name · pattern) at worst, O(1) where the name has not all letters of the pattern.
  func matches(_ name: PlainTypeName) -> Bool {
    name.letters.contains(letters) && matches(name.bytes)
  }

  private func matches(_ name: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    if isExact { return Self.isSuffix(first, of: name) }
    guard name.count >= first.count + last.count, name.starts(with: first),
      name.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = name[first.count..<(name.count - last.count)]
    for part in parts.dropFirst().dropLast() {
      guard let place = Self.place(of: part, in: rest) else { return false }
      rest = rest[(place + part.count)...]
    }
    return true
  }

  private static func isSuffix(_ whole: [UInt8], of name: [UInt8]) -> Bool {
    guard name.count >= whole.count, name.suffix(whole.count).elementsEqual(whole) else {
      return false
    }
    return name.count == whole.count
      || name[name.count - whole.count - 1] == UInt8(ascii: ".")
  }

  private static func place(of part: [UInt8], in rest: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first else { return rest.startIndex }
    guard rest.count >= part.count else { return nil }
    return (rest.startIndex...rest.endIndex - part.count).first { start in
      rest[start] == first && rest[start..<start + part.count].elementsEqual(part)
    }
  }
}

/// A type's name without its generic arguments.
struct PlainTypeName {
  let bytes: [UInt8]
  /// The letters in it, by which most patterns are ruled out.
  let letters: LetterSet

  init(_ type: String) {
    var depth = 0
    bytes = type.utf8.filter { byte in
      if byte == UInt8(ascii: "<") { depth += 1 }
      defer { if byte == UInt8(ascii: ">"), depth > 0 { depth -= 1 } }
      return depth == 0
    }
    letters = LetterSet(bytes)
  }

  /// The name without the module and the types that it is nested in.
  var lastComponent: String {
    let start = bytes.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }
}

/// The set of letters in a text: one bit for each, upper and lower case apart, and none for other bytes.
struct LetterSet {
  private var bits: UInt64 = 0

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where byte >= 0x40 && byte < 0x80 { bits |= 1 << UInt64(byte & 0x3f) }
  }

  /// Whether all letters of `other` are among these.
  @inline(__always)
  func contains(_ other: LetterSet) -> Bool { other.bits & ~bits == 0 }
}
