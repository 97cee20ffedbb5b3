import Foundation
import LeakCheckCapture
import LeakCheckLocks
import Testing

/// Reports to the test's framework that live objects cannot be read here.
enum Refusals {
  private static let isTold = Mutex(false)

  /// Skips a Swift Testing test if a sanitizer hides leaks, or fails it if checks are required.
  ///
  /// For any other reason, the first test fails.
  ///
  /// - Throws: the error that ends the test as skipped.
  static func skip(_ refusal: LeftoverRefusal, _ test: Test) throws {
    let isRequired = CheckScope.current.isRequired
    guard !isRequired, refusal.error.code == .sanitizer else {
      if isRequired || isFirst { ReportFailure.record(failure(refusal), of: test) }
      return
    }
    try Test.cancel(Comment(rawValue: words(refusal)), sourceLocation: test.sourceLocation)
  }

  /// Skips the running Swift Testing test if a sanitizer hides leaks, in code that cannot throw.
  ///
  /// XCTest cannot do that, so this reports it once. Other reasons fail the test.
  static func tell(_ refusal: LeftoverRefusal, at place: AssertionPlace) {
    guard !CheckScope.current.isRequired, refusal.error.code == .sanitizer else {
      return ReportFailure.record(failure(refusal), at: place)
    }
    guard Test.current != nil else { return tellOnce(refusal) }
    try? Test.cancel(Comment(rawValue: words(refusal)), sourceLocation: place.sourceLocation)
  }

  /// Prints to standard error, once instead of for each test, that no test in this process is checked.
  static func tellOnce(_ refusal: LeftoverRefusal) {
    guard isFirst else { return }
    note(words(refusal))
  }

  /// Prints a note to standard error, since XCTest has no warnings.
  static func note(_ message: String) {
    FileHandle.standardError.write(Data("leakcheck: note: \(message)\n".utf8))
  }

  /// Whether this is the first read of the property.
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
