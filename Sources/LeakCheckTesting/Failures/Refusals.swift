import Foundation
import LeakCheckCapture
import LeakCheckLocks
import Testing

/// Says that live objects cannot be read here, in the way of the framework that runs the test.
enum Refusals {
  private static let isTold = Mutex(false)

  /// Skips a test of Swift Testing whose leaks a sanitizer hides; fails it where that is required, and the first one for
  /// any other reason.
  ///
  /// - Throws: what ends the test as skipped.
  static func skip(_ refusal: LeftoverRefusal, _ test: Test) throws {
    let isRequired = CheckScope.current.isRequired
    guard !isRequired, refusal.error.code == .sanitizer else {
      if isRequired || isFirst { ReportFailure.record(failure(refusal), of: test) }
      return
    }
    try Test.cancel(Comment(rawValue: words(refusal)), sourceLocation: test.sourceLocation)
  }

  /// Skips the running test of Swift Testing where a sanitizer hides leaks, from where nothing can be thrown.
  ///
  /// XCTest has no way to do that, so it is said once. Other reasons fail.
  static func tell(_ refusal: LeftoverRefusal, at place: AssertionPlace) {
    guard !CheckScope.current.isRequired, refusal.error.code == .sanitizer else {
      return ReportFailure.record(failure(refusal), at: place)
    }
    guard Test.current != nil else { return tellOnce(refusal) }
    try? Test.cancel(Comment(rawValue: words(refusal)), sourceLocation: place.sourceLocation)
  }

  /// Says once, on standard error, that no test of this process is checked: each would say the same.
  static func tellOnce(_ refusal: LeftoverRefusal) {
    guard isFirst else { return }
    note(words(refusal))
  }

  /// Says on standard error what XCTest has no warnings for.
  static func note(_ message: String) {
    FileHandle.standardError.write(Data("leakcheck: note: \(message)\n".utf8))
  }

  /// Whether nobody has asked before.
  private static var isFirst: Bool {
    isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
  }

  private static func failure(_ refusal: LeftoverRefusal) -> LeakFailure {
    .refused(refusal.error, LeakClaim(kind: .nothingLeft, notes: refusal.notes))
  }

  private static func words(_ refusal: LeftoverRefusal) -> String {
    let words = "not checked for leaks: live objects cannot be read: \(refusal.error.description)"
    return ([words] + refusal.notes).joined(separator: "; ")
  }
}
