#if LEAKCHECK_SWIFT
import ArgumentParser
import Foundation
import LeakCheckLessons
import LeakCheckText

/// An answer: from an argument, from standard input, or from the file with the answers.
struct AskedAnswer {
  let question: String
  let choices: Choices?
  /// What the file with the answers says.
  let written: String

  /// Asks, and gives what was answered.
  func text(or given: String?) throws -> String {
    if let given { return given }
    if isatty(STDIN_FILENO) == 1 || written.isEmpty { try Console.write(prompt) }
    var lines: [String] = []
    while let line = readLine(), !line.isEmpty {
      lines.append(line)
      if choices != nil { break }
    }
    let answer = lines.joined(separator: "; ")
    if !answer.isEmpty { return answer }
    guard !written.isEmpty else {
      throw Console.failure(
        "no answer; type it, give it with --answer, or write it into \(Answers.fileName)")
    }
    return written
  }

  private var prompt: String {
    let letters = choices.map { zip($0.letters, $0.texts).map { "  \($0)) \($1)\n" }.joined() }
    let end =
      choices == nil
      ? "A line each, then an empty one:\n" : "Your answer, \(choices?.forms ?? "a line"):\n"
    let lines = (question + "\n" + (letters ?? "") + end).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { Quotation.escaped($0) }.joined(separator: "\n")
  }
}

/// A learner's answers on disk.
struct AnswerFile {
  let judge: LessonJudge
  let path: String?
  private(set) var answers = Answers()

  init(of lesson: Lesson, in folder: LearnFolder) throws {
    judge = try folder.judge(of: lesson)
    path = folder.path == nil ? nil : try folder.file(Answers.fileName, of: lesson)
    guard let path, SubmittedFile.refusal(of: path) == nil else { return }
    let text = try SubmittedFile.text(at: path)
    answers = try LearnFolder.saying { () throws(InputError) in try Answers(text, from: path) }
  }

  /// Writes a right answer down, so that who grades can see it.
  mutating func keep(_ answer: String, as place: WritableKeyPath<Answers, String>) throws {
    let line = answer.split(whereSeparator: \.isNewline).joined(separator: "; ")
    guard let path, answers[keyPath: place] != line else { return }
    answers[keyPath: place] = line
    try Files.write(Array(answers.text(asking: judge).utf8), to: path)
  }

  /// Makes the questions open again.
  mutating func forget() throws {
    answers = Answers()
    if let path { try Files.write(Array(answers.text(asking: judge).utf8), to: path) }
  }

  /// Says what an answer is worth; ends with 1 where it is wrong.
  static func tell(_ mark: Mark) throws {
    let comment = mark.comment.isEmpty ? "" : ": \(Quotation.escaped(mark.comment))"
    try Console.write(mark.isRight ? "right\n" : "not yet\(comment)\n")
    if !mark.isRight { throw ExitCode.findings }
  }
}
#endif
