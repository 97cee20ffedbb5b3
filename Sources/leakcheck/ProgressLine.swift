import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckReport
import LeakCheckLocks

/// The line on standard error's terminal that shows the progress of long work.
///
/// One for the process, as the terminal is. It appears after two seconds, is rewritten in place ten times a
/// second, and is gone before anything else is printed.
enum ProgressLine {
  private struct State {
    var record: WorkRecord?
    var text = ""
  }

  private static let state = Mutex<State>(State())
  private static let delay = 2.0
  private static let interval = 0.1

  /// Begins to watch `record`, where standard error is a terminal that can rewrite a line.
  static func begin(_ record: WorkRecord) {
    let environment = ProcessInfo.processInfo.environment
    guard Terminal.errors.isTerminal, environment["TERM"].map({ $0 != "dumb" && $0 != "" }) == true
    else { return }
    state.withLock { $0.record = record }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: delay)
      while show() { Thread.sleep(forTimeInterval: interval) }
    }
  }

  /// Removes the line for good.
  static func end() {
    state.withLock { state in
      state.record = nil
      clear(&state)
    }
  }

  /// Removes the line, so that something else can be written; it comes back.
  static func clear() { state.withLock { clear(&$0) } }

  /// Removes the line before the process ends; not where a thread is just writing it.
  static func clearAtEnd() {
    for _ in 0..<20 where state.withLockIfAvailable({ clear(&$0) }) == nil {
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  private static func clear(_ state: inout State) {
    if !state.text.isEmpty { write("\r\u{1b}[K") }
    state.text = ""
  }

  /// Writes the line as it is now; false when it is not wanted any more.
  private static func show() -> Bool {
    state.withLock { state in
      guard let record = state.record else { return false }
      guard Terminal.errors.isInForeground, let entry = record.underway else { return true }
      // The last column stays free: some terminals go to the next line behind it.
      let text = ProgressText(
        width: (Terminal.errors.width ?? Console.width) - 1, charset: Console.charset)
      let line = text.line(for: entry, subject: record.subject)
      if line != state.text { write("\r\(line)\u{1b}[K") }
      state.text = line
      return true
    }
  }

  private static func write(_ text: String) {
    // Progress that cannot be shown is no reason to stop.
    try? Output.write(Array(text.utf8), to: Terminal.errors.descriptor)
  }
}
