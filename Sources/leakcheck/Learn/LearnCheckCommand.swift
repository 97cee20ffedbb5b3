#if LEAKCHECK_SWIFT
import ArgumentParser
import Foundation
import LeakCheckLessons
import LeakCheckText

/// The command `learn check`: grades submissions.
struct LearnCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Grade submitted lessons, one folder per learner.",
    discussion: """
      Example: leakcheck learn check submissions/* --only 1 --format junit -o grades.xml

      Programs and answers are judged anew, whatever progress.txt says, and nothing in the folders is written. Exit
      status: 0 where each program is green, 1 where one is not or is missing.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, junit }

  @Argument(help: ArgumentHelp("Folders written by learn start.", valueName: "SUBMISSION"))
  var submissions: [String]

  @OptionGroup var own: OwnLessonOptions

  @Option(help: ArgumentHelp("text, json or junit.", valueName: "FORMAT"))
  var format: Format = .text

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to FILE instead of standard output.", valueName: "FILE"))
  var output: String?

  func run() throws {
    let lessons = try LearnFolder(lessonsAt: own.folders)
    let judges = try LessonChoice(own.only).lessons(of: lessons).map(lessons.judge)
    for submission in submissions where !SubmittedFile.isFolder(submission) {
      throw Console.failure(
        "cannot read \(Quotation.escaped(submission)): expected a folder that learn start has written"
      )
    }
    let sheet = GradeSheet(
      try submissions.map { submission in
        .init(
          name: Self.name(of: submission),
          grades: try judges.map { try grade(submission, by: $0, lessons.curriculum) })
      })
    let text =
      switch format {
      case .text: sheet.text
      case .json: sheet.json
      case .junit: sheet.junit
      }
    try Console.write(text, to: output)
    if !sheet.isGreen { throw ExitCode.findings }
  }

  /// A submission as it was named; the folder's own name where it was named from within.
  private static func name(of submission: String) -> String {
    let last = submission.split(separator: "/").last
    guard last == "." || last == ".." else { return submission }
    return URL(filePath: submission).standardizedFileURL.lastPathComponent
  }

  private func grade(
    _ submission: String, by judge: LessonJudge, _ curriculum: Curriculum
  ) throws -> Grade {
    let folder = "\(submission)/\(curriculum.folder(of: judge.lesson))"
    let (program, answers) = ("\(folder)/\(Lesson.fileName)", "\(folder)/\(Answers.fileName)")
    if let refusal = SubmittedFile.refusal(of: program) {
      return Grade(nothingFor: judge.lesson.name, because: "\(program): \(refusal)")
    }
    let isAnswered = SubmittedFile.refusal(of: answers) == nil
    return Grade(
      judging: try SubmittedFile.text(at: program),
      answers: isAnswered ? try SubmittedFile.text(at: answers) : nil, by: judge, named: program,
      answersName: answers)
  }
}
#endif
