import LeakCheckGraph
import LeakCheckText

/// The paths that `--trace` prints from each root down to the traced object:
///
/// ```
/// VM: __DATA  0x1027a8000-0x1027ac000 [V=16K] rw-/rw-  /Applications/Shop.app/Shop
/// __DATA __bss: 'static Shop.bus' 0x1027a8010 --> <Shop.Bus 0x600000001000> [96]
///    +16: __strong handlers         0x600000001010 --> <Shop.Screen 0x600000002000> [912]
/// ```
extension LeaksParser {
  private static let regionOfMemory = Array("VM: ".utf8)

  /// Takes a line of a path; whether it was one.
  ///
  /// In a tree, the traced object stands first and every line below it.
  mutating func takeStep(
    _ line: LeaksText.Line, of text: Span<UInt8>
  ) throws(InputFailure) -> Bool {
    guard section == .trees, tree.form == .upward, tree.isAtTop else { return false }
    if text.has(Self.regionOfMemory, at: line.content, before: line.end) {
      try understand(line, of: text)
      return true
    }
    let arrow = [.space] + LeaksNode.arrow + [.space]
    guard let end = text.position(of: arrow, from: line.content, before: line.end) else {
      return false
    }
    let start = end + arrow.count
    let isRoot = !isField(line, of: text)
    guard isRoot || tree.isOnPath,
      let node = try LeaksNode(at: start, before: line.end, of: text), let address = node.address
    else { return false }
    try understand(line, of: text)
    let row = objects.row(of: address, type: node.type, in: text)
    objects.setPrinted(row, size: node.size, isLeaked: false)
    let place = text.withoutAddress(field(in: line, before: end, of: text))
    tree.takeStep(to: row, along: place, isRoot: isRoot, of: text, into: &objects)
    return true
  }

  /// `+16: handlers`, of which the sign passes for a guide of the tree.
  private func isField(_ line: LeaksText.Line, of text: Span<UInt8>) -> Bool {
    var position = line.content
    return line.content > line.start && text[line.content - 1] == UInt8(ascii: "+")
      && text.number(at: &position, before: line.end) != nil
      && text.has([UInt8(ascii: ":")], at: position, before: line.end)
  }

  /// What is before the arrow: the name of a root, or that of a field behind its offset.
  private func field(
    in line: LeaksText.Line, before end: Int, of text: Span<UInt8>
  ) -> Range<Int> {
    guard isField(line, of: text) else { return line.content..<end }
    var position = line.content
    _ = text.number(at: &position, before: end)
    return text.skippingBlanks(from: position + 1, before: end)..<end
  }
}
