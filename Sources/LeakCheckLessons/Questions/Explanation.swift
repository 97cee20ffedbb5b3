import LeakCheckAnalysis
import LeakCheckLifecycle

/// The last task: to recognize the path that keeps the objects among similar ones.
public struct Explanation: Sendable {
  /// The question.
  public let question: String
  /// The answers.
  public let choices: Choices

  /// Creates the question for a lesson: its run gives the right answer, from which the wrong ones are made.
  public init(on judge: LessonJudge) {
    let outcome = judge.original.outcome
    if let finding = outcome.findings.first {
      let (objects, names) = ReferenceWords.parts(of: finding.path)
      question =
        finding.path.isCycle
        ? "Which of these is the cycle?" : "Which of these is the path that it is about?"
      choices = Choices(
        right: ReferenceWords.path(objects, names),
        wrong: Self.changed(objects, names).map { ReferenceWords.path($0, $1) })
    } else if outcome.misuse.isEmpty, let needed = Hints.needed(in: outcome) {
      question = "Which of these is it?"
      choices = Choices(
        right: "\(needed) is needed, and nobody holds it",
        wrong: [
          "\(needed) is on a cycle, and holds itself", "\(needed) is held from a root, for good",
          "\(needed) is held until something has ended, and goes then",
        ])
    } else {
      let code = outcome.misuse.first?.code
      let others = Misuse.Code.allCases.filter { $0 != code }
      let start = Misuse.Code.allCases.firstIndex { $0 == code } ?? 0
      question = "Which of these is it?"
      choices = Choices(
        right: code.map(Self.words) ?? "a failed expectation",
        wrong: (others.dropFirst(start) + others).map(Self.words))
    }
  }

  /// Returns the mark of an answer.
  public func mark(_ answer: String) -> Mark {
    guard let place = choices.place(of: answer) else {
      return Mark(isRight: false, comment: "answer with \(choices.forms)")
    }
    let isRight = place == choices.right
    guard !isRight else { return Mark(isRight: true, comment: "") }
    let (chosen, right) = (
      Self.steps(choices.texts[place]), Self.steps(choices.texts[choices.right])
    )
    let first = zip(chosen, right).prefix { $0 == $1 }.count
    guard chosen.count > 1, chosen.indices.contains(first) else {
      return Mark(isRight: false, comment: "that is not what the run shows")
    }
    return Mark(isRight: false, comment: "it is first wrong at –\(chosen[first])")
  }

  private static func steps(_ path: String) -> [String] {
    path.split(separator: " –").map { String($0) }
  }

  private static func words(_ code: Misuse.Code) -> String {
    code.rawValue.replacing("-", with: " ")
  }

  /// Paths like a path: backwards, with a step left out, from elsewhere, to itself.
  private static func changed(
    _ objects: [String], _ names: [String]
  ) -> [(objects: [String], names: [String])] {
    guard let last = objects.last, let first = objects.first else { return [] }
    var paths: [([String], [String])] = []
    if objects.count > 2 {
      paths.append((objects.reversed(), names.reversed()))
      paths.append(([objects[0]] + objects[2...], Array(names.dropFirst())))
      paths.append((Array(objects.dropLast(2)) + [last], Array(names.dropLast())))
    }
    let isLoop = first.hasPrefix("RunLoop")
    paths.append(
      isLoop
        ? (["NotificationCenter", "NotificationToken", last], ["observers", "block"])
        : (["RunLoop", "Timer", last], ["timers", "target"]))
    paths.append(([last, last], ["self"]))
    paths.append(
      (["UIWindow", "UINavigationController", last], ["rootViewController", "children"]))
    return paths
  }
}
