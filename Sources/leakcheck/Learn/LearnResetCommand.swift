#if LEAKCHECK_SWIFT
import ArgumentParser
import Foundation
import LeakCheckLessons
import LeakCheckText

/// The command `learn reset`: restores a lesson's original file.
struct LearnResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Restore a lesson's file to its original text.",
    discussion: """
      Example: leakcheck learn reset stored-closure

      Your file is kept beside it, as Screen.1.swift.txt, unless you say --force.
      """)

  @Argument(help: ArgumentHelp("Lessons, or the folder for all of them.", valueName: "LESSON"))
  var lessons: [String]

  @Flag(help: "Keep no copy.")
  var force = false

  @OptionGroup var options: LearnOptions

  func run() throws {
    for argument in lessons {
      let isFolder =
        SubmittedFile.isFolder(argument)
        && FileManager.default.fileExists(atPath: "\(argument)/\(LessonProgress.fileName)")
      var folder = try LearnFolder(at: isFolder ? argument : options.folder)
      let chosen = isFolder ? folder.curriculum.lessons : [try folder.lesson(argument)]
      for lesson in chosen { try reset(lesson, in: &folder) }
    }
  }

  private func reset(_ lesson: Lesson, in folder: inout LearnFolder) throws {
    let path = try folder.file(Lesson.fileName, of: lesson)
    guard SubmittedFile.isFolder(URL(filePath: path).deletingLastPathComponent().path) else {
      return
    }
    if SubmittedFile.refusal(of: path) == nil {
      let text = try SubmittedFile.text(at: path)
      if text != lesson.source, !force { try Files.write(Array(text.utf8), to: copy(of: path)) }
    }
    try Files.write(Array(lesson.source.utf8), to: path)
    var file = try AnswerFile(of: lesson, in: folder)
    try file.forget()
    try folder.note({ $0 = LessonProgress.Entry() }, of: lesson)
    Console.say("reset \(lesson.name)")
  }

  /// A name that nothing has; it does not end in .swift, so that nobody takes it for part of the program.
  private func copy(of path: String) -> String {
    let start = path.dropLast(".swift".count)
    var number = 1
    while (try? FileManager.default.attributesOfItem(atPath: "\(start).\(number).swift.txt")) != nil
    {
      number += 1
    }
    let copy = "\(start).\(number).swift.txt"
    Console.say("kept your file as \(Quotation.escaped(copy))")
    return copy
  }
}
#endif
