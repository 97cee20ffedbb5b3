import LeakCheckAnalysis
import LeakCheckLifecycle
public import LeakCheckText

/// Says of a learner's program whether it is mended: by running it beside the lesson's own.
public struct LessonJudge: Sendable {
  /// The lesson.
  public let lesson: Lesson
  /// The lesson's own program, as it was run.
  public let original: LessonRun
  private let demands: Demands

  /// A judge of a lesson, whose program is run for that.
  ///
  /// - Throws: ``LeakCheckText/InputError`` where the lesson's own program cannot be run.
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
  ///   - name: how its file is named.
  /// - Returns: green where nothing is found and everything is done that the original does, else why it is not.
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

/// The judgement on a learner's program.
public struct Judgement: Sendable {
  /// The verdict in a word.
  public enum Verdict: String, Sendable {
    /// Nothing is found, and everything is done that must be.
    case green
    /// Something is found.
    case red
    /// Nothing is found, since something is not done any more.
    case refused
    /// The program cannot be read, or not enough of it.
    case unread
  }

  /// The verdict.
  public var verdict: Verdict
  /// Why it is not green, a sentence each; they may hold names from the program.
  public var reasons: [String]
  /// The run, where there was one.
  public var run: LessonRun?
}
