import LeakCheckText

/// Reads what is said of a lesson: lines of `key: text`, up to the first empty one.
///
/// ```text
/// title: A stored closure that captures self
/// chapter: 1
/// look: The profile screen is popped, and its deinit never runs.
/// ```
///
/// Lessons that stand one after the other in a text begin with `=== NAME`, and the source follows the empty line.
struct LessonText {
  private static let keys = ["title", "chapter", "look", "believed", "needs", "asks"]

  let source: String

  /// The lessons of a text, in their order.
  ///
  /// - Throws: ``LeakCheckText/InputError`` at the first line that is not as above.
  func lessons(in text: String, chapter: Int) throws(InputError) -> [Lesson] {
    var lessons: [Lesson] = []
    var lines: [Substring] = []
    var begin: (name: String, line: Int)?
    for (index, line) in (Self.lines(of: text) + ["=== "]).enumerated() {
      guard line.hasPrefix("=== ") else {
        lines.append(line)
        continue
      }
      if let begin {
        let head = lines.prefix { !$0.isEmpty }
        let body = lines.dropFirst(head.count + 1).joined(separator: "\n")
        lessons.append(
          try lesson(
            begin.name, head: Array(head), from: begin.line + 1, chapter: chapter,
            body: Self.withoutEmptyEnd(body)))
      }
      begin = (String(line.dropFirst(4)), index + 1)
      lines = []
    }
    return lessons
  }

  /// A lesson of which the head and the source are in two files.
  func lesson(named name: String, head: String, body: String) throws(InputError) -> Lesson {
    let lines = Self.lines(of: head).prefix { !$0.isEmpty }
    return try lesson(name, head: Array(lines), from: 1, chapter: nil, body: body)
  }

  private func lesson(
    _ name: String, head: [Substring], from first: Int, chapter: Int?, body: String
  ) throws(InputError) -> Lesson {
    guard Self.isName(name) else {
      throw InputError(
        source: source, line: first,
        problem: "\(Quotation.quoted(name)) is not the name of a lesson",
        expected: "a folder of letters, digits and dashes, such as stored-closure")
    }
    var lesson = Lesson(
      name: name, title: "", chapter: chapter ?? 0, look: "", believed: "", needs: [], asks: .log,
      source: body)
    for (index, line) in head.enumerated() {
      try read(line, number: first + index, into: &lesson)
    }
    for (key, isMissing) in [("title", lesson.title.isEmpty), ("chapter", lesson.chapter == 0)]
    where isMissing {
      throw InputError(
        source: source, line: first, problem: "there is no \(key)",
        expected: "a line such as \(key == "title" ? "title: A timer" : "chapter: 3")")
    }
    return lesson
  }

  private func read(
    _ line: Substring, number: Int, into lesson: inout Lesson
  ) throws(InputError) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    guard parts.count == 2, Self.keys.contains(key) else {
      throw InputError(
        source: source, line: number,
        problem: "\(Quotation.quoted(parts.count == 2 ? key : String(line))) is not a key",
        expected: "one of \(Self.keys.map { "\($0):" }.joined(separator: ", "))",
        suggestion: NearestWord.nearest(to: key, among: Self.keys).map { "\($0):" })
    }
    let text = String(parts[1].drop { $0 == " " })
    switch key {
    case "title": lesson.title = text
    case "look": lesson.look = text
    case "believed": lesson.believed = text
    case "needs": lesson.needs = Self.list(text)
    case "asks":
      guard let question = Lesson.Question(rawValue: text) else {
        throw wrong(text, of: "asks", number, "log or reference")
      }
      lesson.asks = question
    default:
      guard let chapter = Int(text), Chapter.all.contains(where: { $0.number == chapter }) else {
        throw wrong(text, of: "chapter", number, "a number from 1 to \(Chapter.all.count)")
      }
      lesson.chapter = chapter
    }
  }

  private func wrong(
    _ text: String, of key: String, _ line: Int, _ expected: String
  ) -> InputError {
    InputError(
      .wrongValue, source: source, line: line,
      problem: "\(key) is \(Quotation.quoted(text))", expected: expected)
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.filter { $0 != " " } }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 60
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  private static func withoutEmptyEnd(_ text: String) -> String {
    var text = text
    while text.last?.isNewline == true { text.removeLast() }
    return text + "\n"
  }

  static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
