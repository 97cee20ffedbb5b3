import Foundation
import LeakCheckLessons
import Testing

/// What the judge says of programs.
@Suite struct LessonJudgeTests {
  @Test func `forty-eight lessons are shipped in eight chapters`() throws {
    let curriculum = try Curriculum.shipped()
    #expect(curriculum.lessons.count == 48)
    #expect(Chapter.all.allSatisfy { !curriculum.lessons(of: $0).isEmpty })
  }

  @Test(arguments: Mended.lessons)
  func `a lesson is red as it is handed out, and green where it is mended`(
    _ lesson: Lesson
  ) throws {
    let judge = try LessonJudge(of: lesson)
    #expect(judge.judgement(on: lesson.source).verdict == .red)
    #expect(judge.original.unsettling.isEmpty)
    let mended = judge.judgement(on: try Mended.source(of: lesson))
    #expect(mended.verdict == .green, "\(mended.reasons)")
  }
}

/// The lessons, and their programs as somebody would mend them.
enum Mended {
  static let lessons = (try? Curriculum.shipped().lessons) ?? []

  /// The mended program of a lesson: that of its example, where it has one.
  static func source(of lesson: Lesson) throws -> String {
    let example = Examples.folder.appending(path: "Scenarios/\(lesson.name)/Mended.swift")
    let fixture = Bundle.module.bundleURL.appending(
      path: "Fixtures/Mended/\(lesson.name).swift.txt")
    let isExample = FileManager.default.fileExists(atPath: example.path)
    return String(decoding: try Data(contentsOf: isExample ? example : fixture), as: UTF8.self)
  }
}
