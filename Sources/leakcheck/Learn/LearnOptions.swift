#if LEAKCHECK_SWIFT
import ArgumentParser

/// Options that choose lessons.
struct LearnOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The folder with the lessons (default: the nearest one).", valueName: "DIR"))
  var folder = "."
}

/// Options for a teacher's own lessons.
struct OwnLessonOptions: ParsableArguments {
  @Option(
    name: .customLong("lessons"),
    help: ArgumentHelp(
      "A folder with lessons of your own, added to the built-in ones; may be repeated.",
      valueName: "FOLDER"))
  var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only these lessons: names or chapter numbers, separated by commas.", valueName: "NAMES"))
  var only: String?
}
#endif
