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
  static func skip(_ error: CaptureError, _ test: Test) throws {
    let isRequired = CheckScope.current.isRequired
    guard !isRequired, error.code == .sanitizer else {
      if isRequired || isFirst { ReportFailure.record(failure(error), of: test) }
      return
    }
    try Test.cancel(Comment(rawValue: words(error)), sourceLocation: test.sourceLocation)
  }

  /// Skips the running test of Swift Testing where a sanitizer hides leaks, from where nothing can be thrown.
  ///
  /// XCTest has no way to do that, so it is said once. Other reasons fail.
  static func tell(_ error: CaptureError, at place: AssertionPlace) {
    guard !CheckScope.current.isRequired, error.code == .sanitizer else {
      return ReportFailure.record(failure(error), at: place)
    }
    guard Test.current != nil else { return tellOnce(error) }
    try? Test.cancel(Comment(rawValue: words(error)), sourceLocation: place.sourceLocation)
  }

  /// Says once, on standard error, that no test of this process is checked: each would say the same.
  static func tellOnce(_ error: CaptureError) {
    guard isFirst else { return }
    FileHandle.standardError.write(Data("leakcheck: note: \(words(error))\n".utf8))
  }

  /// Whether nobody has asked before.
  private static var isFirst: Bool {
    isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
  }

  private static func failure(_ error: CaptureError) -> LeakFailure {
    .refused(error, LeakClaim(kind: .nothingLeft))
  }

  private static func words(_ error: CaptureError) -> String {
    "not checked for leaks: live objects cannot be read: \(error.description)"
  }
}
