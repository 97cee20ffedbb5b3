import LeakCheckText

/// A line of a tree in the output of `leaks`.
///
/// ```
/// 434 (48.3K) __strong value --> ROOT CYCLE: <SwiftUI.Foo<Swift.Int> 0x145c12c40> [96]  a description
/// ```
///
/// That is `[COUNT (SIZE) ][LABEL --> ][ROLE]NODE[ [BYTES]][  CONTENT]`, where COUNT and SIZE are those of
/// the whole subtree, and NODE is `<TYPE 0xADDRESS>`, `0xADDRESS`, or (grouped by type) `TYPE` or `<TYPE>`.
struct LeaksNode {
  /// The role of an object in a leak, according to the tree.
  enum Role {
    /// Held by the line above.
    case member
    /// Held by nothing.
    case rootLeak
    /// On a cycle that nothing else holds.
    case rootCycle
    /// An object that was printed before, where the cycle closes.
    case cycleBack
    /// The total of all trees, which is no object.
    case total
  }

  /// Objects in the subtree, or `nil` where the line has no count.
  var count: Int64?
  /// What stands before the arrow; `nil` without an arrow.
  var label: Range<Int>?
  var role = Role.member
  /// The type's name; empty for memory without a known type.
  var type = 0..<0
  /// The address; `nil` where the objects are grouped by type.
  var address: Int64?
  /// The bytes of this one object, or `nil` where they are not printed.
  var size: Int64?
  /// What follows the size: contents, or the function of a block.
  var content = 0..<0
}

extension LeaksNode {
  static let arrow = Array("-->".utf8)
  private static let rootLeak = Array("ROOT LEAK: ".utf8)
  private static let rootCycle = Array("ROOT CYCLE: ".utf8)
  private static let cycleBack = Array("CYCLE BACK TO ".utf8)
  private static let total = Array("<< TOTAL >>".utf8)

  /// The node at `start`, or `nil` when the line does not begin like one.
  ///
  /// - Throws: ``InputFailure`` for a line that begins like a node and then is none.
  init?(at start: Int, before end: Int, of text: Span<UInt8>) throws(InputFailure) {
    var position = start
    count = Self.count(at: &position, before: end, of: text)
    if count == nil, position < end, text[position].isDigit,
      !text.has([48, 120], at: position, before: end)
    {
      return nil
    }
    if text.has(Self.total, at: position, before: end) {
      role = .total
      return
    }
    takeLabel(at: &position, before: end, of: text)
    takeRole(at: &position, before: end, of: text)
    let isMarked = label != nil || role != .member
    guard count != nil || isMarked || Self.isBareNode(at: position, before: end, of: text) else {
      return nil
    }
    try takeObject(at: &position, before: end, of: text)
  }

  /// `COUNT (SIZE) `: the count, or `nil` with the position unmoved.
  private static func count(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) -> Int64? {
    var next = position
    guard let count = text.number(at: &next, before: end), next + 1 < end,
      text[next] == .space, text[next + 1] == UInt8(ascii: "(")
    else { return nil }
    next += 2
    guard isSize(at: &next, before: end, of: text) else { return nil }
    position = min(next + 1, end)
    return count
  }

  /// `64 bytes)`, `1.81K)`: moves behind the parenthesis.
  ///
  /// The number itself is of no use: it is rounded, and the sizes of the objects are printed exactly.
  private static func isSize(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) -> Bool {
    let start = position
    while position < end, text[position].isDigit || text[position] == UInt8(ascii: ".") {
      position += 1
    }
    guard position > start else { return false }
    if text.has(bytes, at: position, before: end) {
      position += bytes.count
      return true
    }
    position = text.skippingBlanks(from: position, before: end)
    guard position < end, units.contains(text[position]) else { return false }
    position += 1
    if position < end, text[position] == UInt8(ascii: "B") { position += 1 }
    defer { position += 1 }
    return position < end && text[position] == UInt8(ascii: ")")
  }

  private static let bytes = Array(" bytes)".utf8)
  private static let units = Array("KMGT".utf8)

  /// The label, where an arrow follows and the line does not begin with the object itself.
  private mutating func takeLabel(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) {
    guard position < end, text[position] != UInt8(ascii: "<"),
      !text.has([48, 120], at: position, before: end),
      !text.has(Self.rootCycle, at: position, before: end),
      !text.has(Self.rootLeak, at: position, before: end),
      !text.has(Self.cycleBack, at: position, before: end),
      let arrow = text.position(of: Self.arrow, from: position, before: end),
      arrow > position, text[arrow - 1] == .space
    else { return }
    label = position..<(arrow - 1)
    position = text.skippingBlanks(from: arrow + Self.arrow.count, before: end)
  }

  private mutating func takeRole(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) {
    if text.has(Self.rootCycle, at: position, before: end) {
      role = .rootCycle
      position += Self.rootCycle.count
    } else if text.has(Self.rootLeak, at: position, before: end) {
      role = .rootLeak
      position += Self.rootLeak.count
    } else if text.has(Self.cycleBack, at: position, before: end) {
      role = .cycleBack
      position += Self.cycleBack.count
    }
  }

  /// `<TYPE 0xADDRESS>` or `0xADDRESS [BYTES]`, and no line of a hex dump, which begins alike.
  private static func isBareNode(
    at position: Int, before end: Int, of text: Span<UInt8>
  ) -> Bool {
    guard position < end else { return false }
    if text[position] == UInt8(ascii: "<") {
      return endOfAngle(from: position, before: end, of: text) != nil
    }
    var next = position
    guard text.address(at: &next, before: end) != nil else { return false }
    return next == end || text.has([.space, UInt8(ascii: "[")], at: next, before: end)
  }
}

extension LeaksNode {
  private mutating func takeObject(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) throws(InputFailure) {
    let start = position
    if let found = Self.endOfAngle(from: start, before: end, of: text) {
      (type, address, position) = (found.type, found.address, found.end)
    } else if text.has([48, 120], at: start, before: end) {
      guard let value = text.address(at: &position, before: end) else {
        throw Self.failure(at: start, before: end, of: text)
      }
      address = value
    } else {
      try takeGroup(at: &position, before: end, of: text)
    }
    size = Self.size(at: &position, before: end, of: text)
    content = text.skippingBlanks(from: position, before: end)..<end
    if position < end, text[position] != .space {
      throw Self.failure(at: position, before: end, of: text)
    }
  }

  /// `TYPE` or `<TYPE>`, which ends with the line or at two spaces.
  private mutating func takeGroup(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) throws(InputFailure) {
    let start = position
    while position < end {
      let isGap = text[position] == .space && position + 1 < end
      if isGap, text[position + 1] == .space || text[position + 1] == UInt8(ascii: "[") { break }
      position += 1
    }
    guard position > start else { throw Self.failure(at: start, before: end, of: text) }
    type = start..<position
    guard text[start] == UInt8(ascii: "<") else { return }
    // A type that was cut, or an address that is none, must not pass for the name of a type.
    let isWhole = text[position - 1] == UInt8(ascii: ">")
    guard isWhole, text.position(of: [.space, 48, 120], from: start, before: position) == nil
    else { throw Self.failure(at: start, before: end, of: text) }
    type = (start + 1)..<(position - 1)
  }

  /// The first ` 0xADDRESS>` behind `<`, and the type before it.
  ///
  /// Types contain spaces and brackets of their own, so nothing but the address ends them.
  private static func endOfAngle(
    from start: Int, before end: Int, of text: Span<UInt8>
  ) -> (type: Range<Int>, address: Int64, end: Int)? {
    guard start < end, text[start] == UInt8(ascii: "<") else { return nil }
    var position = start + 1
    while position < end {
      if text[position] == 48, position == start + 1 || text[position - 1] == .space {
        var next = position
        if let address = text.address(at: &next, before: end), next < end,
          text[next] == UInt8(ascii: ">"), next + 1 == end || text[next + 1] == .space
        {
          return ((start + 1)..<max(start + 1, position - 1), address, next + 1)
        }
      }
      position += 1
    }
    return nil
  }

  /// ` [BYTES]`, or `nil` with the position unmoved.
  private static func size(
    at position: inout Int, before end: Int, of text: Span<UInt8>
  ) -> Int64? {
    guard text.has([.space, UInt8(ascii: "[")], at: position, before: end) else { return nil }
    var next = position + 2
    guard let size = text.number(at: &next, before: end), next < end,
      text[next] == UInt8(ascii: "]")
    else { return nil }
    position = next + 1
    return size
  }

  private static func failure(
    at start: Int, before end: Int, of text: Span<UInt8>
  ) -> InputFailure {
    let found = text.string(start..<min(end, start + 240))
    return InputFailure(
      offset: start,
      problem: found.isEmpty
        ? "the line ends where an object belongs" : "no object in \(Quotation.quoted(found))",
      expected: "<TYPE 0xADDRESS> [BYTES] or 0xADDRESS [BYTES]")
  }
}
