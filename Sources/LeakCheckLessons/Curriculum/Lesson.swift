/// A program that leaks, with what is to be known and to be found out of it.
public struct Lesson: Sendable, Equatable {
  /// The subject of the first task's answer.
  public enum Question: String, CaseIterable, Sendable {
    /// How the log ends.
    case log
    /// Which reference keeps what should go.
    case reference
  }

  /// The name, which is that of its folder too: letters, digits and dashes.
  public var name: String
  /// The title.
  public var title: String
  /// The number of its chapter.
  public var chapter: Int
  /// What to look at.
  public var look: String
  /// What is often believed of it, and what is true; or empty.
  public var believed: String
  /// The lessons that come before.
  public var needs: [String]
  /// What is to be predicted.
  public var asks: Question
  /// The source as it is handed out.
  public var source: String

  /// The name of the file that the learner edits.
  public static let fileName = "Screen.swift"
}
