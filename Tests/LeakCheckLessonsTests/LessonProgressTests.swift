import LeakCheckLessons
import LeakCheckText
import Testing

/// The texts that a learner hands in.
@Suite struct LessonProgressTests {
  @Test func `progress is read as it was written`() throws {
    var progress = LessonProgress()
    var entry = LessonProgress.Entry()
    (entry.done, entry.hints) = ([.predict, .explain], 2)
    var hinted = LessonProgress.Entry()
    hinted.hints = 1
    progress.entries = [
      "stored-closure": entry, "coordinator": hinted, "a-lesson-of-others": .init(),
    ]
    let text = progress.text(in: try Curriculum.shipped())
    #expect(text.hasPrefix("leakcheck lessons 1\nstored-closure: predict explain, hints 2\n"))
    let again = try LessonProgress(text)
    #expect(again.entries["stored-closure"] == entry)
    #expect(again.entries["coordinator"] == hinted)
    #expect(again.entries["a-lesson-of-others"] == .init())
    #expect(again.text(in: try Curriculum.shipped()) == text)
  }

  @Test(arguments: [
    ("", 1), ("something else\n", 1), ("leakcheck lessons 1\nstored-closure\n", 2),
    ("leakcheck lessons 1\n\nstored-closure: done\n", 3),
    ("leakcheck lessons 1\na: fix, hints many\n", 2), ("leakcheck lessons 1\na: fix\na: fix\n", 3),
    ("leakcheck lessons 1\na: fix, hints -1\n", 2),
  ])
  func `damaged progress is told of with its line`(_ text: String, _ line: Int) {
    let error = #expect(throws: InputError.self) {
      try LessonProgress(text, from: "lessons/progress.txt")
    }
    #expect(error?.description.hasPrefix("lessons/progress.txt:\(line):1: ") == true)
  }

  @Test func `answers are read as they were written, with the questions`() throws {
    let lesson = try #require(try Curriculum.shipped()["stored-closure"])
    let judge = try LessonJudge(of: lesson)
    var answers = Answers()
    (answers.predict, answers.explain) = ("a\nb", "c")
    let text = answers.text(asking: judge)
    #expect(text.contains("# Which of these is the cycle?\n#   a) "))
    let again = try Answers(text)
    #expect(again.predict == "a; b")
    #expect(again.explain == "c")
  }

  @Test func `a line that is not an answer is told of`() {
    let error = #expect(throws: InputError.self) { try Answers("# ok\n\nexplain c\n") }
    #expect(error?.line == 3)
  }
}
