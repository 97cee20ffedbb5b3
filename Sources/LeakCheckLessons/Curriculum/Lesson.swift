/// A lesson: a program that leaks, with its explanation and questions.
public struct Lesson: Sendable, Equatable {
  /// The subject of the first task.
  public enum Question: String, CaseIterable, Sendable {
    /// How the log ends.
    case log
    /// Which reference keeps what should go.
    case reference
  }

  /// The name, also of its folder: letters, digits and dashes.
  public var name: String
  /// The title.
  public var title: String
  /// The number of its chapter.
  public var chapter: Int
  /// The symptom.
  public var look: String
  /// A common misconception and the truth, or empty.
  public var believed: String
  /// The lessons that this one requires.
  public var needs: [String]
  /// The subject of the prediction.
  public var asks: Question
  /// The original source.
  public var source: String

  /// The name of the file that the learner edits.
  public static let fileName = "Screen.swift"
}
