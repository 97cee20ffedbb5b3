import LeakCheckText

/// The grade of a lesson that a learner has handed in, judged again.
public struct Grade: Sendable, Equatable {
  /// The name of the lesson.
  public var lesson: String
  /// What was found of the program; `nil` where there is none.
  public var fix: Judgement.Verdict?
  /// Whether the answers are right; `nil` where nothing is answered.
  public var predict: Bool?
  /// Whether the path is the right one; `nil` where nothing is answered.
  public var explain: Bool?
  /// Why something is not right, a sentence each; they may hold names from the program.
  public var reasons: [String]

  /// Whether the program is mended and both answers are right.
  public var isDone: Bool { fix == .green && predict == true && explain == true }

  /// What of the three tasks is done.
  public var done: Set<LessonProgress.Task> {
    var done: Set<LessonProgress.Task> = []
    if predict == true { done.insert(.predict) }
    if fix == .green { done.insert(.fix) }
    if explain == true { done.insert(.explain) }
    return done
  }

  /// A lesson for which nothing is there, or nothing that can be read.
  public init(nothingFor lesson: String, because reason: String) {
    self.lesson = lesson
    reasons = [reason]
  }

  /// The grade of a program and of the text with the answers, as far as they are there.
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
