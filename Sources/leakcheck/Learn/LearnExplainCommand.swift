#if LEAKCHECK_SWIFT
import ArgumentParser
import LeakCheckLessons

/// The command `learn explain`: asks for the path that keeps a lesson's objects alive.
struct LearnExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say which path keeps the objects of a lesson.",
    discussion: """
      Example: leakcheck learn explain stored-closure --answer b

      An answer is the letter or the number of a path, such as b, B), "answer b" or 2, or the path itself.
      Asks on standard input where no answer is given. The answer is that of the run. Exit status: 0 right, 1 not yet.
      """)

  @Argument(help: ArgumentHelp("The lesson.", valueName: "LESSON"))
  var lesson: String

  @Option(help: ArgumentHelp("The answer, instead of asking.", valueName: "TEXT"))
  var answer: String?

  @OptionGroup var options: LearnOptions

  func run() throws {
    var folder = try LearnFolder(at: options.folder, isNeeded: options.folder != ".")
    let lesson = try folder.lesson(lesson)
    var file = try AnswerFile(of: lesson, in: folder)
    let asked = Explanation(on: file.judge)
    let answer = try AskedAnswer(
      question: asked.question, choices: asked.choices, written: file.answers.explain
    ).text(or: answer)
    let mark = asked.mark(answer)
    if mark.isRight {
      try file.keep(answer, as: \.explain)
      try folder.note({ $0.done.insert(.explain) }, of: lesson)
    }
    try AnswerFile.tell(mark)
  }
}
#endif
