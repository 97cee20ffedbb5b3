#if LEAKCHECK_SWIFT
import ArgumentParser
import LeakCheckLessons
import LeakCheckText

/// The command `learn list`: lists the lessons with the learner's progress.
struct LearnListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the lessons and your progress.",
    discussion: "Example: leakcheck learn --watch")

  @OptionGroup var options: LearnOptions

  @Flag(help: "Judge each lesson when its file is saved, until Ctrl-C.")
  var watch = false

  func run() throws {
    let folder = try LearnFolder(at: options.folder, isNeeded: watch || options.folder != ".")
    if watch {
      var watching = LearnWatch(folder)
      return try watching.run()
    }
    try Console.write(try text(of: folder))
  }

  private func text(of folder: LearnFolder) throws -> String {
    var lines: [String] = []
    for chapter in Chapter.all {
      lines += ["\(chapter.number). \(chapter.title)  (\(chapter.about))"]
      for lesson in folder.curriculum.lessons(of: chapter) {
        let entry = folder.progress.entries[lesson.name] ?? LessonProgress.Entry()
        let marks = try LessonProgress.Task.allCases.map { task in
          let isDone = task == .fix ? try isMended(lesson, in: folder) : entry.done.contains(task)
          return folder.path == nil ? "" : isDone ? task.rawValue : "·"
        }
        let name = DisplayWidth.pad(lesson.name, to: 36)
        let needs = lesson.needs.isEmpty ? "" : "  needs \(lesson.needs.joined(separator: ", "))"
        let done = folder.path == nil ? "" : "  " + columns(marks)
        lines.append(
          "   \(name)\(done)\(folder.path == nil ? lesson.title + needs : needs)".trimmedEnd)
      }
      lines.append("")
    }
    let begin = "leakcheck learn start DIR writes them as files to be edited."
    return (folder.path == nil ? lines + [begin] : Array(lines.dropLast()))
      .map { Quotation.escaped($0) + "\n" }.joined()
  }

  private func columns(_ marks: [String]) -> String {
    marks.map { DisplayWidth.pad($0, to: 8) }.joined()
  }

  /// What is in the file now, not what somebody wrote of it; one that is as it was handed out is not run.
  private func isMended(_ lesson: Lesson, in folder: LearnFolder) throws -> Bool {
    guard folder.path != nil else { return false }
    let path = try folder.file(Lesson.fileName, of: lesson)
    guard SubmittedFile.refusal(of: path) == nil else { return false }
    let source = try SubmittedFile.text(at: path)
    guard source != lesson.source else { return false }
    return try folder.judge(of: lesson).judgement(on: source).verdict == .green
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
#endif
