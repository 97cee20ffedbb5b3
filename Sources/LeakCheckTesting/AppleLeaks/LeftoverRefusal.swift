import LeakCheckCapture

/// Why nothing can be said of what was left behind.
struct LeftoverRefusal: Error {
  /// Why this process cannot read its own heap.
  let error: CaptureError
  /// What a reader must know besides.
  private(set) var notes: [String] = []

  /// A refusal for a reason.
  init(error: CaptureError) { self.error = error }

  /// What `leaks` calls leaked now, where it can stand in; where it cannot, notes why.
  mutating func markOfLeaks() -> LeaksMark? {
    guard error.code == .unsupportedSystem, let tool = AppleLeaks.tool else { return nil }
    do throws(LeaksRefusal) {
      return try LeaksMark(by: tool)
    } catch {
      notes.append(Self.words(of: error))
      return nil
    }
  }

  /// That `leaks` was of no help, and why.
  static func words(of refusal: LeaksRefusal) -> String {
    "leaks was asked instead: \(refusal.reason)"
  }
}
