import LeakCheckGraph
import LeakCheckText

/// Terminal text: styled, aligned and never wider than allowed.
struct TerminalText {
  /// How a terminal report looks.
  let options: TextFormat.Options
  private(set) var text = ""

  /// The style of a piece of a line in color mode, with 16 colors only.
  enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case leak = "1;31"
    case path = "31"
    case fix = "32"
    case strongFix = "1;32"
  }

  /// A piece of a line: sanitized text with its style.
  struct Piece {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  init(options: TextFormat.Options) { self.options = options }

  /// An untrusted text made safe to print, and short.
  func clean(_ untrusted: String, width: Int) -> String {
    guard !untrusted.isEmpty else { return "" }
    var text = Escaping.plain(untrusted, limit: 2_000)
    if options.charset == .ascii {
      text = String(text.unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
    }
    return DisplayWidth.fit(text, to: width, ellipsis: symbol("…", "..."))
  }

  func symbol(_ unicode: String, _ ascii: String) -> String {
    options.charset == .unicode ? unicode : ascii
  }

  /// Ends a line of pieces; what passes the width is cut off.
  mutating func line(_ pieces: Piece...) { line(pieces) }

  mutating func line(_ pieces: [Piece]) { line(pieces, within: options.width) }

  private mutating func line(_ pieces: [Piece], within width: Int) {
    var room = width
    var line = ""
    for piece in pieces {
      let fitted = DisplayWidth.fit(piece.text, to: room, ellipsis: symbol("…", "..."))
      room -= DisplayWidth.of(fitted)
      let isStyled = options.useColor && piece.style != .plain && !fitted.isEmpty
      line += isStyled ? "\u{1b}[\(piece.style.rawValue)m\(fitted)\u{1b}[0m" : fitted
    }
    while line.hasSuffix(" ") { line.removeLast() }
    text += line + "\n"
  }

  /// A text under a label, wrapped at spaces.
  mutating func paragraph(_ label: String, _ style: Style, _ untrusted: String) {
    let indent = 7
    let body = clean(untrusted, width: .max / 4)
    for (number, line) in wrapped(body, to: options.width - indent).enumerated() {
      let head = number == 0 ? "  " + DisplayWidth.pad(label, to: indent - 2) : ""
      self.line(Piece(DisplayWidth.pad(head, to: indent), style), Piece(line))
    }
  }

  /// A line of code under a label, with the white space before it.
  mutating func code(_ label: String, _ untrusted: String) {
    let indent = 7
    let white = untrusted.prefix { $0 == " " || $0 == "\t" }
    let body = clean(String(untrusted.dropFirst(white.count)), width: .max / 4)
    let room = max(options.width - indent - white.count, options.width / 2)
    // What goes on in the next line stands further in, so that it is not taken for a line of its own.
    let further = 4
    // Code is copied, so that a word of it stands whole beyond the last column.
    for (number, line) in wrapped(
      body, to: room, further: further, words: max(room, Self.longestWord)
    ).enumerated() {
      let head = number == 0 ? "  " + DisplayWidth.pad(label, to: indent - 2) : ""
      let columns = min(white.count, options.width / 2 - indent) + (number == 0 ? 0 : further)
      let space = String(repeating: " ", count: columns)
      self.line(
        [Piece(DisplayWidth.pad(head, to: indent), .fix), Piece(space + line)],
        within: max(options.width, indent + space.count + DisplayWidth.of(line)))
    }
  }

  /// The most columns of a word of code.
  private static let longestWord = 160

  /// A text from outside in lines of its own, wrapped at spaces.
  mutating func paragraph(_ untrusted: String) {
    let body = clean(number(untrusted), width: .max / 4)
    for line in wrapped(body, to: options.width) { self.line(Piece(line)) }
  }

  /// A note under a summary, wrapped at spaces behind the same margin.
  mutating func note(_ untrusted: String, _ style: Style) {
    let body = clean(number(untrusted), width: .max / 4)
    for line in wrapped(body, to: options.width - 2) { self.line(Piece("  " + line, style)) }
  }

  /// A title that is wrapped at spaces rather than cut off.
  mutating func headline(_ words: String, _ style: Style) {
    for line in wrapped(number(words), to: options.width) { self.line(Piece(line, style)) }
  }

  /// As many of `parts` on a line as fit.
  func filled(_ parts: [String], between separator: String, indent: Int) -> [String] {
    var lines: [String] = []
    for part in parts {
      let longer = (lines.last ?? "") + separator + part
      if !lines.isEmpty, DisplayWidth.of(longer) + indent <= options.width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(part)
      }
    }
    return lines
  }

  /// The line of a source with the part that is meant underlined.
  mutating func quote(_ excerpt: SourceExcerpt) {
    let most = options.width - 9
    let (text, indent, width) = excerpt.shown(
      in: most, ellipsis: symbol("…", "..."))
    line(.init("  at   ", .bold), .init(clean(excerpt.place, width: most)))
    line(.init("       " + clean(text, width: most), .dim))
    if indent + 1 < most {
      let mark = String(repeating: symbol("‾", "^"), count: min(width, most - indent))
      line(.init("       " + String(repeating: " ", count: indent) + mark, .leak))
    }
    line()
  }

  /// The lines of a text, those after the first less wide by `further`.
  private func wrapped(
    _ text: String, to width: Int, further: Int = 0, words most: Int? = nil
  ) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let fitted = DisplayWidth.fit(
        String(word), to: most ?? width, ellipsis: symbol("…", "..."))
      let last = lines[lines.count - 1]
      let room = lines.count > 1 ? width - further : width
      if last.isEmpty {
        lines[lines.count - 1] = fitted
      } else if DisplayWidth.of(last) + 1 + DisplayWidth.of(fitted) <= room {
        lines[lines.count - 1] += " " + fitted
      } else {
        lines.append(fitted)
      }
    }
    return lines
  }
}
