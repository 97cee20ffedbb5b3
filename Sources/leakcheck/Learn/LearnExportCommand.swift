#if LEAKCHECK_SWIFT
import ArgumentParser
import Foundation
import LeakCheckAnalysis
import LeakCheckLessons
import LeakCheckLifecycle
import LeakCheckReport
import LeakCheckSwift
import LeakCheckText

/// The command `learn export`: writes the lessons as pages for slides.
struct LearnExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write each lesson as a page to project: text, source, picture, step by step.",
    discussion: """
      Example: leakcheck learn export pages --only 1

      A page needs nothing beside it and nothing from the network; index.html leads to all of them.
      """)

  @Argument(help: ArgumentHelp("The folder to create.", valueName: "DIR"))
  var folder: String

  @OptionGroup var own: OwnLessonOptions

  func run() throws {
    let lessons = try LearnFolder(lessonsAt: own.folders)
    let chosen = try LessonChoice(own.only).lessons(of: lessons)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Console.failure("cannot make the folder \(Quotation.escaped(folder))")
    }
    let files = OutputFiles()
    for lesson in chosen {
      let report = try report(on: lesson)
      var stream = try files.stream(to: "\(folder)/\(name(of: lesson, in: lessons))")
      HTMLFormat(draw: HTMLDrawing.drawn).write([report], to: &stream)
    }
    let index = index(of: chosen, lessons)
    try files.write(Array(index.text.utf8), to: "\(folder)/index.html")
    try files.commit()
  }

  /// The name of a lesson's page: `1-2-nested-weak-self.html`.
  private func name(of lesson: Lesson, in lessons: LearnFolder) -> String {
    let folder = lessons.curriculum.folder(of: lesson).split(separator: "/").last ?? ""
    return "\(lesson.chapter)-\(folder).html"
  }

  private func report(on lesson: Lesson) throws -> Report {
    let run = try LearnFolder.saying { () throws(InputError) in
      try LessonRun(lesson.source, title: lesson.title, recordsSteps: true)
    }
    let outcome = run.outcome
    var report = Report(outcome.findings, of: outcome.analysis, input: Lesson.fileName)
    report.preface = LessonPage(of: lesson).paragraphs
    report.run = RunRecord(of: outcome, log: outcome.log)
    report.run?.steps = outcome.steps
    let lines = lesson.source.split(separator: "\n", omittingEmptySubsequences: false)
    report.excerpts = SourceExcerpts(
      of: [Lesson.fileName: lines.map(String.init)], types: run.scenario.types
    ).excerpts(for: outcome.findings, of: outcome)
    report.codes = SourceCodes.codes(
      for: outcome.findings,
      in: [.init(name: Lesson.fileName, bytes: Array(lesson.source.utf8))])
    return report
  }

  private func index(of chosen: [Lesson], _ lessons: LearnFolder) -> HTMLIndex {
    let sections = Chapter.all.compactMap { chapter -> HTMLIndex.Section? in
      let links = chosen.filter { $0.chapter == chapter.number }.map { lesson in
        (address: name(of: lesson, in: lessons) + "#r1s", title: lesson.title, about: lesson.look)
      }
      return links.isEmpty
        ? nil
        : .init(title: "\(chapter.number). \(chapter.title)", about: chapter.about, links: links)
    }
    return HTMLIndex(title: "Lessons", sections: sections)
  }
}
#endif
