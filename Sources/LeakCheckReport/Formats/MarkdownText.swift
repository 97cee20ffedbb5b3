import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// Markdown text, in which untrusted text appears as prose or code without effect.
package enum MarkdownText {
  /// A text as prose.
  package static func prose(_ untrusted: String) -> String {
    Escaping.markdown(Escaping.plain(untrusted, limit: 2_000))
  }

  /// A text as a span of code, in which nothing but its own end means anything.
  package static func code(_ untrusted: String) -> String {
    let text = Escaping.plain(untrusted)
    var (longest, run) = (0, 0)
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let room = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + room + text + room + fence
  }

  /// A sentence in which the names of `finding` and what is written in Swift stand as code.
  static func sentence(_ untrusted: String, about finding: Finding) -> String {
    let steps = finding.cut.steps.prefix(8).flatMap { [$0.reference.source, $0.reference.target] }
    let path = finding.path
    let objects = path.prefix(20).objects + [path.last].compactMap(\.self) + steps
    let names = Set(objects.flatMap { [$0.type, ReportWords.name($0)] }).filter { $0.count > 2 }
    return sentence(untrusted, names: names.sorted { ($1.count, $0) < ($0.count, $1) })
  }

  /// A sentence in which the first of `names` that stands at a place is code, and what looks like Swift is.
  package static func sentence(_ untrusted: String, names: [String]) -> String {
    var scanner = CodeScanner(Escaping.plain(untrusted, limit: 2_000), names: names)
    var (result, prose) = ("", "")
    while let piece = scanner.next() {
      switch piece {
      case .prose(let character): prose.append(character)
      case .code(let text):
        result += Escaping.markdown(prose) + code(text)
        prose = ""
      }
    }
    return result + Escaping.markdown(prose)
  }
}

/// A scanner for code in a sentence: known names, calls, captures and text between backquotes.
private struct CodeScanner {
  enum Piece {
    case prose(Character)
    case code(String)
  }

  private let text: [Character]
  private let names: [[Character]]
  private var position = 0

  /// Words that begin code; one that ends in a space goes on with the name behind it.
  private static let words = [
    "[weak ", "[unowned ", "weak var ", "unowned var ", "unowned let ", "deinit",
  ].map(Array.init)

  init(_ text: String, names: [String]) {
    self.text = Array(text)
    self.names = names.filter { !$0.isEmpty }.map(Array.init)
  }

  mutating func next() -> Piece? {
    guard position < text.count else { return nil }
    if text[position] == "`", let end = place(of: "`", from: position + 1) {
      defer { position = end + 1 }
      return .code(String(text[(position + 1)..<end]))
    }
    let isStart = position == 0 || !isOfName(text[position - 1])
    if isStart, let end = codeEnd(), end > position {
      defer { position = end }
      return .code(String(text[position..<end]))
    }
    defer { position += 1 }
    return .prose(text[position])
  }

  /// Where code ends that begins here, or `nil` where none does.
  private func codeEnd() -> Int? {
    if begins("{ ", at: position) { return place(of: "}", from: position).map { $0 + 1 } }
    if let name = names.first(where: { begins($0, at: position) }) {
      let end = position + name.count
      if end == text.count || !isOfName(text[end]) { return memberEnd(from: end) }
    }
    if let word = Self.words.first(where: { begins($0, at: position) }) {
      let end = position + word.count
      if word.first == "[" { return place(of: "]", from: end).map { $0 + 1 } }
      return word.last == " " ? nameEnd(from: end) : end
    }
    return callEnd()
  }

  /// Where `.name` ends that follows a name, or that name itself.
  private func memberEnd(from end: Int) -> Int {
    guard end < text.count, text[end] == "." else { return end }
    let member = nameEnd(from: end + 1)
    return member > end + 1 ? member : end
  }

  /// Where a call such as `invalidate()` or `viewDidDisappear(_:)` ends, if one begins here.
  private func callEnd() -> Int? {
    var end = position
    while end < text.count, isOfName(text[end]) || text[end] == "." { end += 1 }
    guard end > position, end < text.count, text[end] == "(" else { return nil }
    end += 1
    while end < text.count, isOfName(text[end]) || text[end] == ":" { end += 1 }
    return end < text.count && text[end] == ")" ? end + 1 : nil
  }

  private func nameEnd(from start: Int) -> Int {
    text[start...].firstIndex { !isOfName($0) } ?? text.count
  }

  private func place(of character: Character, from start: Int) -> Int? {
    start <= text.count ? text[start...].firstIndex(of: character) : nil
  }

  private func begins(_ word: some Sequence<Character>, at start: Int) -> Bool {
    text[start...].starts(with: word)
  }

  private func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}

extension MarkdownText {
  /// A list with a line for each reference of a trace; of a long one the ends.
  static func list(of rows: TraceRows) -> String {
    var lines: [String] = []
    for row in rows.rows {
      switch row {
      case .reference(let reference, _, let cut): lines.append(line(of: reference, cut: cut))
      case .hidden(let words): lines.append("… \(prose(words))")
      case .object(let object, _):
        if rows.trace.references.isEmpty { lines.append(code(TraceRows.title(of: object))) }
      }
    }
    return lines.map { "- \($0)\n" }.joined()
  }

  private static func line(of reference: ObjectGraph.Reference, cut: String?) -> String {
    let ends = [reference.source, reference.target].map { code(ReportWords.name($0)) }
    let verb =
      switch (reference.strength, reference.kind) {
      case (.strong, .capture): "captures"
      case (.strong, _): "keeps"
      default: "has \(reference.strength.rawValue)"
      }
    let name = reference.name.isEmpty ? "" : " as \(code(reference.name))"
    return "\(ends[0]) \(verb) \(ends[1])\(name)" + (cut.map { " **✂ \(prose($0))**" } ?? "")
  }
}
