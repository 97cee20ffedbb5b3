import LeakCheckAnalysis
import LeakCheckLifecycle
public import LeakCheckText

/// A judge that decides whether a learner's program is fixed by running it beside the lesson's original.
public struct LessonJudge: Sendable {
  /// The lesson.
  public let lesson: Lesson
  /// The run of the lesson's original program.
  public let original: LessonRun
  private let demands: Demands

  /// Creates a judge of a lesson and runs the lesson's program.
  ///
  /// - Throws: ``LeakCheckText/InputError`` if the lesson's program cannot run.
  /// - Complexity: that of a run.
  public init(of lesson: Lesson) throws(InputError) {
    self.lesson = lesson
    original = try LessonRun(lesson.source)
    demands = Demands(of: original)
  }

  /// Judges a program.
  ///
  /// - Parameters:
  ///   - source: the program.
  ///   - name: the name of its file.
  /// - Returns: green if nothing is found and the program does everything that the original does, otherwise why not.
  /// - Complexity: that of a run.
  public func judgement(on source: String, named name: String = Lesson.fileName) -> Judgement {
    let run: LessonRun
    do throws(InputError) {
      run =
        source == lesson.source && name == Lesson.fileName
        ? original : try LessonRun(source, named: name)
    } catch {
      return Judgement(verdict: .unread, reasons: ["\(error)"], run: nil)
    }
    guard run.isClean else {
      return Judgement(verdict: .red, reasons: Self.found(in: run), run: run)
    }
    if !run.unsettling.isEmpty {
      return Judgement(verdict: .unread, reasons: run.unsettling, run: run)
    }
    let missing = demands.missing(in: run)
    return Judgement(verdict: missing.isEmpty ? .green : .refused, reasons: missing, run: run)
  }

  /// What a run has found, a line each.
  private static func found(in run: LessonRun) -> [String] {
    let outcome = run.outcome
    return outcome.findings.map { "\($0.title.full): \($0.message)" }
      + outcome.failedChecks.map { "\(place($0.file, $0.line))\($0.message)" }
      + outcome.misuse.map { "\(place($0.file, $0.line))\($0.message)" }
  }

  private static func place(_ file: String, _ line: Int) -> String {
    line > 0 ? "\(file.isEmpty ? "line " : file + ":")\(line): " : ""
  }
}

/// The judgement of a learner's program.
public struct Judgement: Sendable {
  /// The verdict.
  public enum Verdict: String, Sendable {
    /// leakcheck finds nothing, and the program does everything it must.
    case green
    /// leakcheck finds something.
    case red
    /// leakcheck finds nothing, but only because the program no longer does something it must.
    case refused
    /// leakcheck cannot read the program, or not enough of it.
    case unread
  }

  /// The verdict.
  public var verdict: Verdict
  /// The reasons why it is not green, one sentence each, possibly with names from the program.
  public var reasons: [String]
  /// The run, if there was one.
  public var run: LessonRun?
}
