#if LEAKCHECK_SWIFT
import ArgumentParser
import LeakCheckLessons
import LeakCheckText

/// The command `learn hint`: gives increasing help on a lesson.
struct LearnHintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Help with a lesson, more each time.",
    discussion: """
      Example: leakcheck learn hint stored-closure

      First what it is, then where, then what to change: all of it from a run of your file.
      """)

  @Argument(help: ArgumentHelp("The lesson.", valueName: "LESSON"))
  var lesson: String

  @OptionGroup var options: LearnOptions

  func run() throws {
    var folder = try LearnFolder(at: options.folder)
    let lesson = try folder.lesson(lesson)
    let path = try folder.file(Lesson.fileName, of: lesson)
    let judgement = try folder.judge(of: lesson).judgement(
      on: try SubmittedFile.text(at: path), named: path)
    let hints = Hints(on: judgement).texts
    guard judgement.verdict != .green, !hints.isEmpty else {
      return try Console.write("\(lesson.name) is green: there is nothing to hint at\n")
    }
    let given = min((folder.progress.entries[lesson.name]?.hints ?? 0) + 1, hints.count)
    try folder.note({ $0.hints = max($0.hints, given) }, of: lesson)
    let lines = hints.prefix(given).enumerated().map { number, text in
      "\(number + 1). \(Quotation.escaped(text))\n"
    }
    let rest = given < hints.count ? "ask again for more\n" : ""
    try Console.write(lines.joined() + rest)
  }
}
#endif
