#if LEAKCHECK_SWIFT
import ArgumentParser

/// Options that choose lessons.
struct LearnOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The folder with the lessons; the nearest from here where it is left out.", valueName: "DIR"))
  var folder = "."
}

/// Options for a teacher's own lessons.
struct OwnLessonOptions: ParsableArguments {
  @Option(
    name: .customLong("lessons"),
    help: ArgumentHelp(
      "Lessons of your own beside those that come with leakcheck; may be repeated.",
      valueName: "FOLDER"))
  var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      "These lessons only: names with commas, or numbers of chapters.", valueName: "NAMES"))
  var only: String?
}
#endif
