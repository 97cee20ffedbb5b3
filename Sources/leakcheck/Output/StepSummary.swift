import Foundation
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// The summary of a step of a GitHub workflow: Markdown at the end of the file that GitHub names.
enum StepSummary {
  /// GitHub refuses a summary of more than 1 MiB.
  private static let mostBytes = 1_000_000

  /// The file that GitHub gives to a step, or `nil` elsewhere.
  static var path: String? {
    ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Adds a text to the summary, if there is one; `text` gives it with at most so many findings.
  static func add(_ text: (_ limit: Int) -> String, limit: Int) throws {
    guard let path else { return }
    var limit = limit
    var bytes = Array(text(limit).utf8)
    while bytes.count >= mostBytes, limit > 0 {
      limit /= 2
      bytes = Array(text(limit).utf8)
    }
    guard bytes.count < mostBytes else {
      return Console.say("note: the summary is too long for GitHub, so none is written")
    }
    do throws(Output.Failure) {
      try Output.append(bytes, to: path)
    } catch {
      throw Console.failure(
        "cannot write the summary \(Quotation.escaped(path)): \(error.reason(for: path))")
    }
  }
}
