import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle

/// The first task: to predict what the lesson's program does before it runs.
public struct Prediction: Sendable {
  /// How many of the last lines of the log are asked for.
  static let lineCount = 2

  /// The question.
  public let question: String
  /// The choices, or `nil` if the learner writes the answer.
  public let choices: Choices?
  private let lines: [String]
  private let right: ObjectGraph.Reference?
  private let finding: Finding?

  /// Creates the question for a lesson, whose run gives the answer.
  public init(on judge: LessonJudge) {
    let finding = judge.original.outcome.findings.first
    let right = finding?.cut.steps.first?.reference ?? finding?.path.references.last
    if judge.lesson.asks == .reference, let finding, let right {
      question = "Which reference keeps what should go, and is the one to cut?"
      choices = Choices(
        right: ReferenceWords.text(of: right),
        wrong: Self.others(than: finding, in: judge.original.outcome.graph))
      (lines, self.right, self.finding) = ([], right, finding)
    } else {
      let own = judge.original.ownLines
      lines = Array(own.suffix(Self.lineCount))
      question =
        "The log has a line for each callback and method of the file, such as viewDidLoad() Profile,"
        + " for each deinit, and the word crash where the program crashes."
        + " Which \(lines.count == 1 ? "line" : "\(lines.count) lines") does it end with?"
      (choices, self.right, self.finding) = (nil, nil, nil)
    }
  }

  /// Returns the mark of an answer, whose lines are separated by `;` or line breaks.
  public func mark(_ answer: String) -> Mark {
    guard let choices else { return mark(lines: answer) }
    guard let place = choices.place(of: answer) else {
      return Mark(isRight: false, comment: "answer with \(choices.forms)")
    }
    let isRight = place == choices.right
    return Mark(isRight: isRight, comment: isRight ? "" : comment(on: choices.texts[place]))
  }

  private func mark(lines answer: String) -> Mark {
    let given = answer.split { $0 == ";" || $0.isNewline }
      .map { $0.trimmed }.filter { !$0.isEmpty }
    for (index, line) in lines.enumerated() {
      guard given.indices.contains(index) else {
        return Mark(
          isRight: false,
          comment: "line \(index + 1) of the last \(lines.count) is \(line), and yours is missing")
      }
      guard Self.words(of: given[index]) == Self.words(of: line) else {
        return Mark(
          isRight: false,
          comment: "line \(index + 1) of the last \(lines.count) differs first: "
            + "you say \(given[index]), the run says \(line)")
      }
    }
    let isRight = given.count == lines.count
    let further = isRight ? "" : "\(given[lines.count]) does not come: the log ends before it"
    return Mark(isRight: isRight, comment: further)
  }

  /// The callback and the type, in any order and with or without parentheses.
  private static func words(of line: String) -> Set<String> {
    let plain = line.replacing(/\([^)]*\)/, with: "").lowercased()
    return Set(plain.split { $0 == "." || $0.isWhitespace }.map(String.init))
  }

  private func comment(on chosen: String) -> String {
    guard let finding else { return "" }
    let steps = finding.path.references.map(ReferenceWords.text)
    let parts = ReferenceWords.parts(of: finding.path)
    let path = ReferenceWords.path(parts.objects, parts.names)
    return steps.contains(chosen)
      ? "it is on the path \(path), where another reference is the one to cut: who should own whom?"
      : "the path does not go there: its first step is \(steps.first ?? ""), all of it is \(path)"
  }

  /// References of the program that are no cut of a finding, those on its path first.
  private static func others(than finding: Finding, in graph: ObjectGraph) -> [String] {
    let cuts = ([finding.cut] + finding.equals).flatMap { $0.steps.map(\.reference.index) }
    let path = finding.path.references
    let rest = graph.references.filter {
      $0.strength == .strong && $0.source.owner == .app && !$0.name.isEmpty
    }
    return (path + rest).filter { !cuts.contains($0.index) }.map(ReferenceWords.text)
  }
}

extension Substring {
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension [String] {
  var list: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
