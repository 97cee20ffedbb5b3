import ArgumentParser
import LeakCheckText

#if LEAKCHECK_SWIFT
/// The command `learn`: the lessons, with prediction, fix and explanation.
struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learn to find leaks: predict, fix, explain, lesson by lesson.",
    discussion: """
      Example: leakcheck learn start lessons && cd lessons && leakcheck learn --watch

      Without a subcommand the lessons are listed, with what is done of them.
      """,
    subcommands: [
      LearnListCommand.self, LearnStartCommand.self, LearnPredictCommand.self,
      LearnExplainCommand.self, LearnHintCommand.self, LearnResetCommand.self,
      LearnCheckCommand.self, LearnExportCommand.self,
    ],
    defaultSubcommand: LearnListCommand.self)
}
#else
/// The command `learn` in a build that does not read Swift; the book says why.
struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learn to find leaks: predict, fix, explain, lesson by lesson.",
    discussion: """
      Example: leakcheck learn start lessons && cd lessons && leakcheck learn --watch

      The lessons need a build that reads Swift:
      LEAKCHECK_SWIFT=1 swift build -c release --scratch-path .build-swift --product leakcheck
      """)

  @Argument(parsing: .captureForPassthrough, help: "Passed on to the build that reads Swift.")
  var arguments: [String] = []

  func run() throws {
    // Everything is passed through, also what asks for help.
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      throw CleanExit.helpRequest(self)
    }
    throw Console.failure(
      "learn: this build does not read Swift; build one that does with"
        + " LEAKCHECK_SWIFT=1 swift build -c release --scratch-path .build-swift --product leakcheck"
    )
  }
}
#endif
