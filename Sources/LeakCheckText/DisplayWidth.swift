/// The width of a text in columns of a terminal.
///
/// Source: Unicode Standard Annex 11 (East Asian Width), wide and fullwidth, and emoji by their property.
/// Terminals differ on some emoji sequences; the widths are those of the newer ones.
package enum DisplayWidth {
  /// The columns of `text`, which must be free of control characters.
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one character: 0 for a lone mark, 2 for a wide one, else 1.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    let showsEmoji =
      first.properties.isEmojiPresentation
      || (first.properties.isEmoji && scalars.contains("\u{fe0f}"))
      || (scalars.count > 1 && first.properties.isEmojiModifierBase)
    if showsEmoji || isWide(first.value) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
    0xa000...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
    0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18aff, 0x1b000...0x1b2ff,
    0x1f200...0x1f2ff, 0x20000...0x2fffd, 0x30000...0x3fffd,
  ]

  private static func isWide(_ scalar: UInt32) -> Bool {
    wide.contains { $0.contains(scalar) }
  }

  /// The text shortened in the middle to at most `width` columns.
  package static func fit(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard of(text) > width else { return text }
    let room = width - of(ellipsis)
    if room < 0 { return "" }
    let head = prefix(of: text, to: (room + 1) / 2)
    let tail = prefix(of: text.reversed(), to: room / 2).reversed()
    return String(head) + ellipsis + String(tail)
  }

  private static func prefix(of text: some Sequence<Character>, to width: Int) -> [Character] {
    var used = 0
    return text.prefix { character in
      used += of(character)
      return used <= width
    }
  }

  /// The text filled with spaces to `width` columns.
  package static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }
}
