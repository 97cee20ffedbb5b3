import LeakCheckCapture

/// The reason why leftovers cannot be judged.
struct LeftoverRefusal: Error {
  /// The reason why this process cannot read its own heap.
  let error: CaptureError
  /// Further notes for the reader.
  private(set) var notes: [String] = []

  /// Creates a refusal for a reason.
  init(error: CaptureError) { self.error = error }

  /// Returns the objects that `leaks` calls leaked now, or notes why it cannot help.
  mutating func markOfLeaks() -> LeaksMark? {
    guard error.code == .unsupportedSystem, let tool = AppleLeaks.tool else { return nil }
    do throws(LeaksRefusal) {
      return try LeaksMark(by: tool)
    } catch {
      notes.append(Self.words(of: error))
      return nil
    }
  }

  /// Returns the note that `leaks` could not help, with the reason.
  static func words(of refusal: LeaksRefusal) -> String {
    "leaks was asked instead: \(refusal.reason)"
  }
}
