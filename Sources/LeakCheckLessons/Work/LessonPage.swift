/// The README of a lesson's folder.
public struct LessonPage: Sendable {
  private let lesson: Lesson

  /// Creates the page of a lesson.
  public init(of lesson: Lesson) { self.lesson = lesson }

  /// The text, as Markdown.
  public var text: String {
    let needs =
      lesson.needs.isEmpty ? "" : "\nBefore it: \(lesson.needs.joined(separator: ", ")).\n"
    return """
      # \(lesson.title)

      \(lesson.look)
      \(needs)
      1. **Predict.** Read `\(Lesson.fileName)`, do not run it yet, and answer
         `leakcheck learn predict \(lesson.name)`, or write your answer into `\(Answers.fileName)`.
      2. **Fix.** Mend `\(Lesson.fileName)` while `leakcheck learn --watch` runs. It is green when nothing is found any
         more, nothing that is needed dies, and the log still has what it had.
      3. **Explain.** Say which path it was: `leakcheck learn explain \(lesson.name)`.

      To look closer: `leakcheck simulate \(Lesson.fileName) --log`, and with `--format html -o page.html` step by step.
      Stuck? `leakcheck learn hint \(lesson.name)` helps, more each time.

      """
  }

  /// The paragraphs above the picture on a lesson's page.
  public var paragraphs: [String] {
    let believed = lesson.believed.isEmpty ? [] : ["Often believed: \(lesson.believed)"]
    return [lesson.look] + believed
  }
}

extension Curriculum {
  /// Returns the README of a folder with some of the lessons, as Markdown.
  public func page(of chosen: [Lesson]) -> String {
    let chapters = Chapter.all.map { chapter in
      let lines = chosen.filter { $0.chapter == chapter.number }.map {
        "- [\($0.title)](\(folder(of: $0))/README.md)\n"
      }
      return lines.isEmpty
        ? "" : "\n## \(chapter.number). \(chapter.title)\n\n\(chapter.about)\n\n\(lines.joined())"
    }
    return """
      # Lessons

      Each folder is a program that leaks. In this order each needs only what is before it: predict what it does, fix it
      in its `\(Lesson.fileName)`, explain what it was. `leakcheck learn` says how far you are, and
      `leakcheck learn --watch` judges each file when you save it. `\(LessonProgress.fileName)` may be handed in with the folder.
      \(chapters.joined())
      """
  }
}
