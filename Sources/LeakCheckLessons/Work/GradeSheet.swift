import LeakCheckReport
import LeakCheckText

/// The grades of all submissions.
public struct GradeSheet: Sendable {
  /// The submission of one learner.
  public struct Submission: Sendable {
    /// The name of the folder.
    public var name: String
    /// The grades, lesson by lesson.
    public var grades: [Grade]

    /// Creates the submission of a folder with its grades.
    public init(name: String, grades: [Grade]) {
      (self.name, self.grades) = (name, grades)
    }

    /// In how many lessons a task is done.
    func count(_ task: LessonProgress.Task) -> Int { grades.count { $0.done.contains(task) } }
  }

  /// The submissions, in order.
  public var submissions: [Submission]

  /// Creates a sheet of submissions.
  public init(_ submissions: [Submission]) { self.submissions = submissions }

  /// Whether every program is fixed.
  public var isGreen: Bool {
    submissions.allSatisfy { $0.grades.allSatisfy { $0.fix == .green } }
  }

  /// A table, then each lesson that is not green with the reason.
  public var text: String {
    let head = ["submission", "predict", "fix", "explain", "of"]
    let rows = submissions.map { submission in
      [Quotation.escaped(submission.name)]
        + LessonProgress.Task.allCases.map { "\(submission.count($0))" }
        + ["\(submission.grades.count)"]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    let table = ([head] + rows).map { row in
      row.indices.map { column in
        let pad = String(repeating: " ", count: widths[column] - DisplayWidth.of(row[column]))
        return column == 0 ? row[column] + pad : pad + row[column]
      }.joined(separator: "  ")
    }
    return (table + submissions.flatMap(Self.open)).joined(separator: "\n") + "\n"
  }

  /// What is not done in a submission.
  private static func open(_ submission: Submission) -> [String] {
    let open = submission.grades.filter { !$0.isDone }
    guard !open.isEmpty else { return [] }
    return ["", Quotation.escaped(submission.name) + ":"]
      + open.flatMap { grade in
        ["  \(grade.lesson): \(words(of: grade))"]
          + grade.reasons.map { "    \(Quotation.escaped($0))" }
      }
  }

  private static func words(of grade: Grade) -> String {
    let answers = [("predict", grade.predict), ("explain", grade.explain)].map { task, isRight in
      "\(task) \(isRight.map { $0 ? "right" : "wrong" } ?? "not answered")"
    }
    return (["fix \(grade.fix?.rawValue ?? "missing")"] + answers).joined(separator: ", ")
  }

  /// The sheet as JSON.
  public var json: String {
    let value = JSONValue.object([
      ("leakcheck", .number(1)),
      (
        "submissions",
        .array(
          submissions.map { submission in
            .object([
              ("name", .string(submission.name)),
              ("lessons", .array(submission.grades.map(Self.value))),
            ])
          })
      ),
    ])
    return value.text() + "\n"
  }

  private static func value(of grade: Grade) -> JSONValue {
    func answer(_ isRight: Bool?) -> JSONValue { isRight.map { .bool($0) } ?? .null }
    return .object([
      ("lesson", .string(grade.lesson)), ("predict", answer(grade.predict)),
      ("fix", grade.fix.map { .string($0.rawValue) } ?? .null),
      ("explain", answer(grade.explain)), ("reasons", .array(grade.reasons.map { .string($0) })),
    ])
  }

  /// The sheet as test cases, three for each lesson.
  public var junit: String {
    var xml = XMLText()
    let grades = submissions.flatMap(\.grades)
    xml.element("testsuites", Self.counts(of: grades, named: "leakcheck learn")) { xml in
      for submission in submissions {
        xml.element("testsuite", Self.counts(of: submission.grades, named: submission.name)) {
          for grade in submission.grades { Self.write(grade, of: submission.name, to: &$0) }
        }
      }
    }
    return xml.text
  }

  private static func counts(of grades: [Grade], named name: String) -> XMLText.Attributes {
    let states = grades.flatMap { grade in
      LessonProgress.Task.allCases.map { state(of: $0, in: grade) }
    }
    return [
      "name": name, "tests": "\(states.count)",
      "failures": "\(states.count { $0 == .failed })", "errors": "0",
      "skipped": "\(states.count { $0 == .open })", "time": "0",
    ]
  }

  private enum State { case done, open, failed }

  private static func state(of task: LessonProgress.Task, in grade: Grade) -> State {
    if grade.done.contains(task) { return .done }
    return switch task {
    case .fix: .failed
    case .predict: grade.predict == nil ? .open : .failed
    case .explain: grade.explain == nil ? .open : .failed
    }
  }

  private static func write(_ grade: Grade, of name: String, to xml: inout XMLText) {
    for task in LessonProgress.Task.allCases {
      let place: XMLText.Attributes = [
        "name": "\(grade.lesson): \(task.rawValue)", "classname": "leakcheck.\(name)", "time": "0",
      ]
      switch state(of: task, in: grade) {
      case .done: xml.element("testcase", place)
      case .open:
        xml.element("testcase", place) { $0.element("skipped", ["message": "not answered"]) }
      case .failed:
        let type = task == .fix ? grade.fix?.rawValue ?? "missing" : "wrong"
        xml.element("testcase", place) { xml in
          xml.element(
            "failure", ["message": "\(task.rawValue) is \(type)", "type": type],
            lines: task == .fix ? grade.reasons : [])
        }
      }
    }
  }
}
