/// A chapter of lessons.
public struct Chapter: Sendable, Equatable {
  /// The number, from 1.
  public var number: Int
  /// The subject.
  public var title: String
  /// The introduction before its first lesson.
  public var about: String

  /// The folder of its lessons.
  public var folder: String {
    let words = title.lowercased().filter { $0 != "," }.split(separator: " ")
    return "\(number)-\(words.joined(separator: "-"))"
  }

  /// The chapters, in order; each needs only those before it.
  public static let all: [Chapter] = [
    .init(1, "Stored closures", "A closure is an object, and holds what it captures."),
    .init(2, "Delegates and parents", "Of two references, one may not be strong: which?"),
    .init(
      3, "Timers and observers", "The run loop and the notification centre hold what they call."),
    .init(4, "Tasks and streams", "A task that waits holds what its frames hold."),
    .init(5, "Sessions, sinks and frameworks", "The exceptions to what one would expect."),
    .init(6, "Containers and presentation", "Who holds a controller, and when it should go."),
    .init(7, "Teardown", "A deinit that waits for what it would end."),
    .init(8, "Reading a memory graph", "Say what keeps the screen from the graph alone."),
  ]

  private init(_ number: Int, _ title: String, _ about: String) {
    (self.number, self.title, self.about) = (number, title, about)
  }
}
