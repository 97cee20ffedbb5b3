import LeakCheckText

/// The grade of a submitted lesson, judged anew.
public struct Grade: Sendable, Equatable {
  /// The name of the lesson.
  public var lesson: String
  /// The verdict on the program, or `nil` without a program.
  public var fix: Judgement.Verdict?
  /// Whether the prediction is right, or `nil` without an answer.
  public var predict: Bool?
  /// Whether the path is right, or `nil` without an answer.
  public var explain: Bool?
  /// The reasons why something is wrong, one sentence each, possibly with names from the program.
  public var reasons: [String]

  /// Whether the program is fixed and both answers are right.
  public var isDone: Bool { fix == .green && predict == true && explain == true }

  /// The finished tasks.
  public var done: Set<LessonProgress.Task> {
    var done: Set<LessonProgress.Task> = []
    if predict == true { done.insert(.predict) }
    if fix == .green { done.insert(.fix) }
    if explain == true { done.insert(.explain) }
    return done
  }

  /// Creates the grade of a missing or unreadable submission.
  public init(nothingFor lesson: String, because reason: String) {
    self.lesson = lesson
    reasons = [reason]
  }

  /// Creates the grade of a program and of the text with the answers, if any.
  ///
  /// - Complexity: that of a run.
  public init(
    judging source: String, answers: String?, by judge: LessonJudge,
    named name: String = Lesson.fileName, answersName: String = Answers.fileName
  ) {
    lesson = judge.lesson.name
    let judgement = judge.judgement(on: source, named: name)
    fix = judgement.verdict
    reasons = judgement.reasons
    guard let answers else { return }
    do throws(InputError) {
      let given = try Answers(answers, from: answersName)
      if !given.predict.isEmpty { predict = Prediction(on: judge).mark(given.predict).isRight }
      if !given.explain.isEmpty { explain = Explanation(on: judge).mark(given.explain).isRight }
    } catch {
      reasons.append("\(error)")
    }
  }
}
