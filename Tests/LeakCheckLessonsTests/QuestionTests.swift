import LeakCheckLessons
import Testing

/// Questions, whose answers runs have.
@Suite struct QuestionTests {
  private func judge(_ name: String) throws -> LessonJudge {
    try LessonJudge(of: try #require(try Curriculum.shipped()[name]))
  }

  @Test(arguments: [
    "viewDidAppear(_:) Profile; refresh() Profile", "viewDidAppear Profile\nrefresh Profile",
    "Profile.viewDidAppear(_:) ;Profile.refresh()",
  ])
  func `a log that is foreseen is right however it is written`(_ answer: String) throws {
    #expect(Prediction(on: try judge("stored-closure")).mark(answer).isRight)
  }

  @Test func `a wrong prediction shows the first line that differs`() throws {
    let prediction = Prediction(on: try judge("stored-closure"))
    let mark = prediction.mark("viewDidAppear(_:) Profile; deinit Profile")
    #expect(!mark.isRight)
    #expect(
      mark.comment
        == "line 2 of the last 2 differs first: you say deinit Profile, the run says refresh() Profile"
    )
    #expect(prediction.mark("viewDidAppear Profile").comment.hasPrefix("line 2 of the last 2 is"))
    #expect(!prediction.mark("viewDidAppear Profile; refresh Profile; deinit Profile").isRight)
  }

  @Test func `what a property does is no line`() throws {
    let prediction = Prediction(on: try judge("lazy-closure"))
    #expect(prediction.mark("viewDidLoad() Detail; text() Detail").isRight)
  }

  @Test func `a crash is the last line of a log`() throws {
    let prediction = Prediction(on: try judge("unowned-observer"))
    #expect(prediction.mark("deinit Inbox; crash").isRight)
  }

  @Test(arguments: Mended.lessons)
  func `each question has exactly one right answer`(_ lesson: Lesson) throws {
    let judge = try LessonJudge(of: lesson)
    let explanation = Explanation(on: judge)
    #expect(explanation.choices.texts.count == 4)
    #expect(explanation.choices.letters.count { explanation.mark($0).isRight } == 1)
    let prediction = Prediction(on: judge)
    guard let choices = prediction.choices else { return #expect(lesson.asks == .log) }
    #expect(choices.letters.count { prediction.mark($0).isRight } == 1)
    #expect(choices.texts.contains { prediction.mark($0).isRight })
  }

  @Test func `an answer is a letter, a number or a text, whatever stands around it`() throws {
    let explanation = Explanation(on: try judge("stored-closure"))
    for (index, letter) in explanation.choices.letters.enumerated() {
      let (upper, number) = (letter.uppercased(), "\(index + 1)")
      let text = explanation.choices.texts[index]
      let forms = [
        letter, upper, " \(letter) ", "(\(letter))", "\(upper).", "\(letter)) \(text)", text,
        number,
        "\(number).", "#\(number)", "answer: \(letter)", "It is \(upper)!", "graph \(letter)",
      ]
      let isRight = explanation.mark(letter).isRight
      #expect(forms.allSatisfy { explanation.mark($0).isRight == isRight }, "\(text)")
      #expect(forms.allSatisfy { !explanation.mark($0).comment.hasPrefix("answer with") })
    }
    #expect(explanation.mark("a or b").comment.hasPrefix("answer with the letter or the number"))
  }

  @Test func `a wrong path is told where it is first wrong`() throws {
    let explanation = Explanation(on: try judge("stored-closure"))
    let wrong = explanation.choices.letters.map(explanation.mark).filter { !$0.isRight }
    #expect(wrong.count == 3)
    #expect(wrong.allSatisfy { $0.comment.contains("first wrong at") })
    #expect(
      explanation.mark("x").comment
        == "answer with the letter or the number: a, b, c or d, or 1, 2, 3 or 4")
  }

  @Test func `a reference that is not the one is told of with the path`() throws {
    let prediction = Prediction(on: try judge("held-from-afar"))
    let letters = try #require(prediction.choices?.letters)
    let comments = letters.map(prediction.mark).filter { !$0.isRight }.map(\.comment)
    #expect(comments.contains { $0.hasPrefix("it is on the path Shop –orders→") })
  }

  @Test func `what is gone too early is what hints and answers name`() throws {
    let judge = try judge("delegate-nobody-owns")
    let explanation = Explanation(on: judge)
    #expect(explanation.mark("Counter is needed, and nobody holds it").isRight)
    let hints = Hints(on: judge.judgement(on: judge.lesson.source)).texts
    #expect(hints[0] == "Nothing leaks; something is gone that is still needed: Counter.")
    #expect(hints[2].contains("hold it in a strong property"))
  }

  @Test func `a kind of leak is named once`() throws {
    let judge = try judge("held-from-afar")
    let hints = Hints(on: judge.judgement(on: judge.lesson.source)).texts
    #expect(hints[0] == "It is of this kind: abandoned, retained from a root.")
  }

  @Test(arguments: Mended.lessons)
  func `hints get stronger and end where the program is mended`(_ lesson: Lesson) throws {
    let judge = try LessonJudge(of: lesson)
    let hints = Hints(on: judge.judgement(on: lesson.source)).texts
    #expect(hints.count == 3)
    #expect(hints.allSatisfy { !$0.isEmpty })
    #expect(Hints(on: judge.judgement(on: try Mended.source(of: lesson))).texts.isEmpty)
  }
}
