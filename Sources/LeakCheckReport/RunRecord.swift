package import LeakCheckGraph

/// The record of a scenario's run, without its graph.
package struct RunRecord: Sendable {
  /// A callback.
  package struct Callback: Sendable {
    /// As `#function` prints it.
    package var callback: String
    /// The type of the object.
    package var type: String
    /// The object, as the graph names it.
    package var id: String
    /// The line of the scenario, or of the source, that printed it, or 0.
    package var line: Int
    /// The source that the scenario was translated from, or empty.
    package var file: String

    /// A callback of an object.
    package init(callback: String, type: String, id: String, line: Int = 0, file: String = "") {
      self.callback = callback
      self.type = type
      self.id = id
      self.line = line
      self.file = file
    }
  }

  /// A use of a framework that works by luck or not at all.
  package struct Misuse: Sendable {
    /// Its stable code.
    package var code: String
    /// The callback in which it happens.
    package var callback: String
    /// The type of the object.
    package var type: String
    /// What is wrong and why it matters.
    package var message: String
    /// The correct form.
    package var correct: String
    /// The line of the scenario, or of the source, or 0.
    package var line: Int
    /// The source that the scenario was translated from, or empty.
    package var file: String = ""

    /// The callback with its type, or the word for the steps of the scenario themselves.
    var place: String { callback == "steps" ? callback : "\(type).\(callback)" }

    /// A misuse; see the properties.
    package init(
      code: String, callback: String, type: String, message: String, correct: String, line: Int,
      file: String = ""
    ) {
      self.file = file
      self.code = code
      self.callback = callback
      self.type = type
      self.message = message
      self.correct = correct
      self.line = line
    }
  }

  /// A failed expectation, or the trap that ended the run.
  package struct FailedCheck: Sendable {
    /// `expectGone`, `expectAlive` or `trap`.
    package var check: String
    /// What is wrong, in a sentence.
    package var message: String
    /// The line of the scenario, or of the source, or 0.
    package var line: Int
    /// The source that the scenario was translated from, or empty.
    package var file: String = ""

    /// What has happened, in two or three words.
    var outcome: String { check == "trap" ? "crash" : "does not hold" }

    /// A failed check; see the properties.
    package init(check: String, message: String, line: Int, file: String = "") {
      self.file = file
      self.check = check
      self.message = message
      self.line = line
    }
  }

  /// The callbacks in their order.
  package var log: [Callback]
  /// The misuse in the order of finding.
  package var misuse: [Misuse]
  /// The expectations that do not hold.
  package var failedChecks: [FailedCheck]
  /// The run moment by moment, where that was recorded; its moments count entries of ``log``.
  package var steps: StepTrace?

  /// A record of a run.
  package init(log: [Callback], misuse: [Misuse], failedChecks: [FailedCheck]) {
    self.log = log
    self.misuse = misuse
    self.failedChecks = failedChecks
  }
}
