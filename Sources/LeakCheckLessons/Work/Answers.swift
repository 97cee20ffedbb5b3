public import LeakCheckText

/// A learner's answers for a lesson, in a text file beside the program.
///
/// ```text
/// # Say, before you run it, …
/// predict: refresh() Profile; deinit Profile
/// explain: b
/// ```
public struct Answers: Sendable, Equatable {
  /// The name of the file.
  public static let fileName = "answers.txt"

  /// The predicted end of the log, or the predicted reference; empty without an answer.
  public var predict: String = ""
  /// The letter of the path; empty without an answer.
  public var explain: String = ""

  /// Creates empty answers.
  public init() {}

  /// Reads the answers from a text.
  ///
  /// - Throws: ``LeakCheckText/InputError`` at a line that is neither an answer nor a comment after `#`.
  public init(_ text: String, from source: String = Answers.fileName) throws(InputError) {
    for (index, line) in LessonText.lines(of: text).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      switch (parts.first, parts.count) {
      case ("predict", 2): predict = parts[1].trimmed
      case ("explain", 2): explain = parts[1].trimmed
      default:
        throw InputError(
          source: source, line: index + 1, problem: "\(Quotation.quoted(line)) is not an answer",
          expected: "\"predict: …\", \"explain: …\", or a remark behind #")
      }
    }
  }

  /// Returns the file with the questions and these answers.
  public func text(asking judge: LessonJudge) -> String {
    let prediction = Prediction(on: judge)
    let explanation = Explanation(on: judge)
    return [
      Self.remark(prediction.question, prediction.choices), "predict: \(Self.line(predict))", "",
      Self.remark(explanation.question, explanation.choices), "explain: \(Self.line(explain))", "",
    ].joined(separator: "\n")
  }

  private static func remark(_ question: String, _ choices: Choices?) -> String {
    let letters = choices.map { zip($0.letters, $0.texts).map { "#   \($0)) \($1)" } } ?? []
    let form = choices == nil ? ["# Write them on one line, with ; between them."] : []
    return (["# \(question)"] + letters + form).joined(separator: "\n")
  }

  private static func line(_ answer: String) -> String {
    answer.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}
