#if LEAKCHECK_SWIFT
import ArgumentParser
import LeakCheckLessons

/// The command `learn predict`: takes a prediction before a lesson's program runs.
struct LearnPredictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Say what a lesson does before it runs.",
    discussion: """
      Example: leakcheck learn predict stored-closure --answer "refresh() Profile; deinit Profile"

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
    let asked = Prediction(on: file.judge)
    let answer = try AskedAnswer(
      question: asked.question, choices: asked.choices, written: file.answers.predict
    ).text(or: answer)
    let mark = asked.mark(answer)
    if mark.isRight {
      try file.keep(answer, as: \.predict)
      try folder.note({ $0.done.insert(.predict) }, of: lesson)
    }
    try AnswerFile.tell(mark)
  }
}
#endif
