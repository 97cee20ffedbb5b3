public import LeakCheckText

/// A learner's progress, in a text file that people can read, hand in and put under version control.
///
/// ```text
/// leakcheck lessons 1
/// stored-closure: predict fix explain, hints 2
/// ```
public struct LessonProgress: Sendable, Equatable {
  /// The three tasks of a lesson.
  public enum Task: String, CaseIterable, Sendable {
    /// Predict what the program does.
    case predict
    /// Fix the program.
    case fix
    /// Explain why it was broken.
    case explain
  }

  /// The finished tasks of a lesson.
  public struct Entry: Sendable, Equatable {
    /// The finished tasks.
    public var done: Set<Task> = []
    /// The number of hints used.
    public var hints: Int = 0

    /// Creates an empty entry.
    public init() {}
  }

  /// The name of the file.
  public static let fileName = "progress.txt"
  private static let head = "leakcheck lessons 1"

  /// The entries, by lesson name.
  public var entries: [String: Entry] = [:]

  /// Creates empty progress.
  public init() {}

  /// Returns whether a text begins like a progress file.
  public static func isProgress(_ text: String) -> Bool { text.hasPrefix(head) }

  /// Reads progress from a text.
  ///
  /// - Throws: ``LeakCheckText/InputError`` at the first line that violates the format.
  public init(_ text: String, from source: String = LessonProgress.fileName) throws(InputError) {
    var lines = LessonText.lines(of: text)[...]
    guard lines.popFirst() == Self.head[...] else {
      throw InputError(
        source: source, problem: "this is not a progress file",
        expected: "\"\(Self.head)\" on the first line; leakcheck learn start writes it")
    }
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let (name, entry) = try Self.entry(line, InputPlace(source: source, line: index + 2))
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw InputError(
          source: source, line: index + 2, problem: "\(Quotation.quoted(name)) is there twice",
          expected: "a line for each lesson")
      }
    }
  }

  private struct InputPlace {
    var source: String
    var line: Int

    func error(_ problem: String, expected: String) -> InputError {
      InputError(source: source, line: line, problem: problem, expected: expected)
    }
  }

  private static func entry(
    _ line: Substring, _ place: InputPlace
  ) throws(InputError) -> (String, Entry) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw place.error(
        "\(Quotation.quoted(line)) is not a line of progress",
        expected: "such as \"stored-closure: predict fix, hints 1\"")
    }
    var entry = Entry()
    let halves = parts[1].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    for word in (halves.first ?? "").split(separator: " ") {
      guard let task = Task(rawValue: String(word)) else {
        throw place.error(
          "\(Quotation.quoted(word)) is not a task", expected: "predict, fix or explain")
      }
      entry.done.insert(task)
    }
    if halves.count > 1 {
      let words = halves[1].split(separator: " ")
      guard words.count == 2, words[0] == "hints", let hints = Int(words[1]), hints >= 0 else {
        throw place.error(
          "\(Quotation.quoted(halves[1])) does not count hints", expected: "such as \"hints 1\"")
      }
      entry.hints = hints
    }
    return (String(parts[0]), entry)
  }

  /// Returns the progress as text, with the lessons in order and others after them, by name.
  public func text(in curriculum: Curriculum) -> String {
    let known = curriculum.lessons.map(\.name)
    let names = known + entries.keys.filter { !known.contains($0) }.sorted()
    let lines = names.map { name in
      let entry = entries[name] ?? Entry()
      let done = Task.allCases.filter(entry.done.contains).map(\.rawValue).joined(separator: " ")
      let hints = entry.hints > 0 ? ", hints \(entry.hints)" : ""
      return "\(name):\(done.isEmpty ? "" : " ")\(done)\(hints)\n"
    }
    return "\(Self.head)\n\(lines.joined())"
  }
}
