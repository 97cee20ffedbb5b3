import LeakCheckSwift
import Testing

/// Whether an alternative fits a source.
@Suite struct SourceQuestionsTests {
  private func questions(_ body: String) throws -> SourceQuestions {
    SourceQuestions(
      try Run(
        """
        final class Screen {
          let name = "a"
          var lines: [String] = []
          var update: (() -> Void)?
          func load() { update = { \(body) } }
          func show() {}
        }
        """
      ).translation)
  }

  @Test(arguments: [
    ("print(self.name)", true), ("let name = self.name; print(name)", true),
    ("print(\"\\(self.name)\")", true), ("self.show()", false), ("show()", false),
    ("self.lines.removeLast()", false), ("self.lines = []", false), ("print(self)", false),
  ])
  func `a closure that only reads may capture values`(_ body: String, reads: Bool) throws {
    #expect(
      try questions(body).readValues(of: "self", closuresAt: 5, file: "Screen.swift") == reads)
  }

  @Test func `where there is no closure, nothing is read`() throws {
    let questions = try questions("show()")
    #expect(!questions.readValues(of: "self", closuresAt: 2, file: "Screen.swift"))
    #expect(!questions.readValues(of: "self", closuresAt: 5, file: "Other.swift"))
  }

  @Test func `a constant is known`() throws {
    let questions = try questions("show()")
    #expect(questions.isConstant("name", of: "Screen"))
    #expect(!questions.isConstant("update", of: "Screen"))
    #expect(!questions.isConstant("missing", of: "Screen"))
  }
}
