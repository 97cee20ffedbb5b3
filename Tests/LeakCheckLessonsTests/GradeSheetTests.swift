import LeakCheckLessons
import Testing

/// Grades of what was handed in.
@Suite struct GradeSheetTests {
  private func judge() throws -> LessonJudge {
    try LessonJudge(of: try #require(try Curriculum.shipped()["stored-closure"]))
  }

  private func sheet() throws -> GradeSheet {
    let judge = try judge()
    let right = "predict: viewDidAppear Profile; refresh Profile\nexplain: c\n"
    let mended = try Mended.source(of: judge.lesson)
    return GradeSheet([
      .init(name: "ada", grades: [Grade(judging: mended, answers: right, by: judge)]),
      .init(
        name: "bob\u{1b}[31m",
        grades: [
          Grade(
            judging: judge.lesson.source, answers: "explain: a\n", by: judge, named: "b\u{1b}[2J")
        ]),
      .init(name: "cy", grades: [Grade(nothingFor: "stored-closure", because: "no such file")]),
    ])
  }

  @Test func `what is handed in is judged, whatever anybody says of it`() throws {
    let grades = try sheet().submissions.map { $0.grades[0] }
    #expect(grades[0].isDone && grades[0].done == [.predict, .fix, .explain])
    #expect(grades[1].fix == .red && grades[1].predict == nil && grades[1].explain == false)
    #expect(grades[2].fix == nil)
    #expect(try !sheet().isGreen)
  }

  @Test func `the table has a row for each submission`() throws {
    let lines = try sheet().text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "submission     predict  fix  explain  of")
    #expect(lines[1] == "ada                  1    1        1   1")
    #expect(lines[2] == "bob\\u{1b}[31m        0    0        0   1")
    #expect(lines.contains("  stored-closure: fix red, predict not answered, explain wrong"))
    #expect(
      lines.contains("  stored-closure: fix missing, predict not answered, explain not answered"))
  }

  @Test func `no format lets a name reach the terminal`() throws {
    let sheet = try sheet()
    for text in [sheet.text, sheet.json, sheet.junit] { #expect(!text.contains("\u{1b}")) }
  }

  @Test func `the formats count the tasks`() throws {
    let sheet = try sheet()
    #expect(
      sheet.junit.contains(
        "<testsuites name=\"leakcheck learn\" tests=\"9\" failures=\"3\" errors=\"0\" skipped=\"3\""
      ))
    #expect(sheet.json.contains("\"name\": \"ada\""))
    #expect(sheet.json == (try self.sheet().json))
    #expect(sheet.junit == (try self.sheet().junit))
  }

  @Test func `answers that cannot be read are told of`() throws {
    let grade = Grade(
      judging: "", answers: "well…\n", by: try judge(), answersName: "x/answers.txt")
    #expect(grade.reasons.contains { $0.hasPrefix("x/answers.txt:1:1: ") })
  }
}
