#if LEAKCHECK_SWIFT
import ArgumentParser
import Foundation
import LeakCheckLessons
import LeakCheckText

/// The command `learn start`: writes the lessons as files to edit.
struct LearnStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Write the lessons into a folder, as files that you edit.",
    discussion: """
      Example: leakcheck learn start lessons

      What is there already is left as it is.
      """)

  @Argument(help: ArgumentHelp("The folder to create.", valueName: "DIR"))
  var folder: String

  @OptionGroup var own: OwnLessonOptions

  func run() throws {
    let lessons = try LearnFolder(lessonsAt: own.folders)
    let chosen = try LessonChoice(own.only).lessons(of: lessons)
    let curriculum = lessons.curriculum
    var (written, kept) = (0, 0)
    for lesson in chosen {
      let judge = try lessons.judge(of: lesson)
      let place = "\(folder)/\(curriculum.folder(of: lesson))"
      let isNew = try write(lesson.source, to: "\(place)/\(Lesson.fileName)")
      if isNew { written += 1 } else { kept += 1 }
      _ = try write(LessonPage(of: lesson).text, to: "\(place)/README.md")
      _ = try write(Answers().text(asking: judge), to: "\(place)/\(Answers.fileName)")
    }
    try copyOwnLessons()
    _ = try write(curriculum.page(of: chosen), to: "\(folder)/README.md")
    _ = try write(LessonProgress().text(in: curriculum), to: "\(folder)/\(LessonProgress.fileName)")
    let left = kept == 0 ? "" : "; \(ByteCountText.count(kept, "file")) of yours left as they were"
    Console.say(
      "wrote \(ByteCountText.count(written, "lesson")) to \(Quotation.escaped(folder))\(left)")
    if let first = chosen.first, written > 0 {
      Console.say(
        "begin with \(Quotation.escaped("\(folder)/\(curriculum.folder(of: first))"))/README.md")
    }
  }

  /// Writes a file that is not there yet; false where it is.
  private func write(_ text: String, to path: String) throws -> Bool {
    // A link counts, wherever it leads to.
    guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil else { return false }
    let parent = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw Console.failure("cannot make the folder \(Quotation.escaped(parent))")
    }
    try Files.write(Array(text.utf8), to: path)
    return true
  }

  private func copyOwnLessons() throws {
    for place in try own.folders.flatMap(LearnFolder.folders) {
      let name = URL(filePath: place).standardizedFileURL.lastPathComponent
      for file in [LearnFolder.headName, Lesson.fileName] {
        let text = try SubmittedFile.text(at: "\(place)/\(file)")
        _ = try write(text, to: "\(folder)/\(LearnFolder.ownLessons)/\(name)/\(file)")
      }
    }
  }
}
#endif
