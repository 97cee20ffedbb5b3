import LeakCheckGraph
import LeakCheckReport
import Testing
import XCTest

/// Fails the running test in its framework.
enum ReportFailure {
  /// Writes the files, attaches them in Swift Testing, and fails at `place`.
  static func record(_ failure: LeakFailure, at place: AssertionPlace) {
    if let test = Test.current { return record(failure, of: test, at: place.sourceLocation) }
    let message = self.message(of: failure, named: place.shortName)
    guard failure.isJudged else { return Refusals.note(message) }
    XCTFail(message, file: place.filePath, line: place.line)
  }

  /// Writes the files, attaches them, and fails at the test's declaration or at `place`.
  static func record(_ failure: LeakFailure, of test: Test, at place: SourceLocation? = nil) {
    let place = place ?? test.sourceLocation
    let message = self.message(of: failure, named: test.name) { file, name in
      Attachment.record(
        Attachment(file.bytes, named: "\(name).\(file.suffix)"), sourceLocation: place)
    }
    Issue.record(
      Comment(rawValue: message), severity: failure.isJudged ? .error : .warning,
      sourceLocation: place)
  }

  /// Writes the files and returns the failure's text with their paths.
  static func message(
    of failure: LeakFailure, named test: String,
    attaching attach: (FailureFiles.File, String) -> Void = { _, _ in }
  ) -> String {
    guard var report = failure.report else { return failure.text }
    if report.input.isEmpty { report.input = test }
    let files = FailureFiles.files(of: report)
    for file in files { attach(file, FailureFiles.stem(of: test)) }
    let lines = FailureFiles.write(files, named: test)
    return failure.text + "\n\n" + lines.joined(separator: "\n")
  }
}
