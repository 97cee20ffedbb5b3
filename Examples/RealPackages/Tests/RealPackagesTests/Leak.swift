import Foundation
import LeakCheckTesting
import Testing

/// A mistake in the user's code with a library, and what a check says of it.
struct Leak: Sendable, CustomTestStringConvertible {
  /// The library, and the mistake.
  var name: String
  /// What is to change, the user's closure or property; `nil` where only the library's are told yet.
  var fix: String?
  var run: @Sendable () async throws -> Void

  var testDescription: String { name }

  init(
    _ name: String, fix: String?,
    _ run: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.fix = fix
    self.run = run
  }

  /// All leaks, from the last to the first where LEAKCHECK_ORDER says so.
  static var all: [Leak] {
    let leaks = nio + grdb + openCombine + asyncAlgorithms + logging + yams + flyingFox + lifecycle
    let order = ProcessInfo.processInfo.environment["LEAKCHECK_ORDER"]
    return order == "reversed" ? leaks.reversed() : leaks
  }

  /// What `expectNoLeaks` says of it; empty where it says nothing in three tries.
  ///
  /// One try now and then says nothing of a leak (`Inbox` and `Scores` were seen to be missed); the cause is not known. A
  /// word that an earlier task has left in memory, which makes a leak look held, would be one.
  func message() async throws -> String {
    // What a list of the process makes for itself when it is first used is no leak.
    precondition(ChatClients.shared.all.count + Sections.shared.byTitle.count >= 0)
    for _ in 0..<3 {
      let message = try await messageOnce()
      if !message.isEmpty { return message }
    }
    return ""
  }

  private func messageOnce() async throws -> String {
    let messages = Messages()
    try await withKnownIssue(isIntermittent: true) {
      try await expectNoLeaks { try await run() }
    } matching: { issue in
      messages.add(issue.comments.map(\.rawValue).joined(separator: "\n"))
      return issue.error == nil
    }
    return messages.text
  }
}

/// What failures say, from any thread.
final class Messages: @unchecked Sendable {
  private let lock = NSLock()
  private var parts: [String] = []

  var text: String { lock.withLock { parts.joined(separator: "\n") } }

  func add(_ part: String) { lock.withLock { parts.append(part) } }
}
