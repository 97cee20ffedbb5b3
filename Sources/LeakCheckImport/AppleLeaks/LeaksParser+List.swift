import LeakCheckText

extension LeaksParser {
  private static let size = Array("size=".utf8)
  private static let zone = Array("zone: ".utf8)
  private static let instance = Array("instance of '".utf8)
  /// What a list says of a block's contents, where a type would stand.
  private static let descriptions = [
    "string '", "length: ", "item count: ", "count: ", "content length ",
  ].map { Array($0.utf8) }

  /// Takes a line of a list.
  ///
  /// Such as `Leak: 0x600000c0  size=48  zone: DefaultMallocZone_0x1  NSArray  ObjC  CoreFoundation`.
  mutating func takeLeak(
    at start: Int, _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) {
    if start > line.content { lines.setPrefix(line.start..<start) }
    try tree.closeAll(at: line.start, in: &objects)
    (section, hasList) = (.list, true)
    var position = start + "Leak: ".utf8.count
    guard let address = text.address(at: &position, before: line.end) else {
      throw InputFailure(
        offset: position, problem: "no address after \"Leak: \"", expected: "0x and its digits")
    }
    position = text.skippingBlanks(from: position, before: line.end)
    let sizePlace = position
    position += Self.size.count
    guard text.has(Self.size, at: sizePlace, before: line.end),
      let size = text.number(at: &position, before: line.end)
    else {
      throw InputFailure(
        offset: sizePlace, problem: "no size behind the address of a leak",
        expected: "size= and its bytes")
    }
    let row = objects.row(
      of: address, type: type(from: position, before: line.end, of: text), in: text)
    objects.setPrinted(row, size: size, isLeaked: true)
  }

  /// The type behind size and zone; an empty place for a block of which only contents are known.
  private func type(
    from start: Int, before end: Int, of text: Span<UInt8>
  ) -> Range<Int> {
    var position = text.skippingBlanks(from: start, before: end)
    if text.has(Self.zone, at: position, before: end) {
      position += Self.zone.count
      while position < end, text[position] != .space, text[position] != .tab { position += 1 }
      position = text.skippingBlanks(from: position, before: end)
    }
    if text.has(Self.instance, at: position, before: end) {
      let name = position + Self.instance.count
      return name..<(text.position(of: [UInt8(ascii: "'")], from: name, before: end) ?? end)
    }
    if Self.descriptions.contains(where: { text.has($0, at: position, before: end) }) {
      return 0..<0
    }
    if position < end, text[position] == UInt8(ascii: "\"") { return 0..<0 }
    return position..<(text.position(of: [.space, .space], from: position, before: end) ?? end)
  }
}
