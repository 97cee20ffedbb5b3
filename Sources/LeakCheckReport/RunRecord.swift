public import LeakCheckGraph

/// What a scenario did besides leaving a graph.
public struct RunRecord: Sendable {
  /// A callback.
  public struct Callback: Sendable {
    /// As `#function` prints it.
    public var callback: String
    /// The type of the object.
    public var type: String
    /// The object, as the graph names it.
    public var id: String

    /// A callback of an object.
    public init(callback: String, type: String, id: String) {
      self.callback = callback
      self.type = type
      self.id = id
    }
  }

  /// A use of a framework that works by luck or not at all.
  public struct Misuse: Sendable {
    /// Its stable code.
    public var code: String
    /// The callback in which it happens.
    public var callback: String
    /// The type of the object.
    public var type: String
    /// What is wrong and why it matters.
    public var message: String
    /// The correct form.
    public var correct: String
    /// The line of the scenario, or of the source, or 0.
    public var line: Int
    /// The source that the scenario was translated from, or empty.
    public var file: String = ""

    /// The callback with its type, or the word for the steps of the scenario themselves.
    var place: String { callback == "steps" ? callback : "\(type).\(callback)" }

    /// A misuse; see the properties.
    public init(
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

  /// An expectation that does not hold, or the trap that ended the run.
  public struct FailedCheck: Sendable {
    /// `expectGone`, `expectAlive` or `trap`.
    public var check: String
    /// What is wrong, in a sentence.
    public var message: String
    /// The line of the scenario, or of the source, or 0.
    public var line: Int
    /// The source that the scenario was translated from, or empty.
    public var file: String = ""

    /// What has happened, in two or three words.
    var outcome: String { check == "trap" ? "crash" : "does not hold" }

    /// A failed check; see the properties.
    public init(check: String, message: String, line: Int, file: String = "") {
      self.file = file
      self.check = check
      self.message = message
      self.line = line
    }
  }

  /// The callbacks in their order.
  public var log: [Callback]
  /// The misuse in the order of finding.
  public var misuse: [Misuse]
  /// The expectations that do not hold.
  public var failedChecks: [FailedCheck]
  /// The run moment by moment, where that was recorded; its moments count entries of ``log``.
  public var steps: StepTrace?

  /// A record of a run.
  public init(log: [Callback], misuse: [Misuse], failedChecks: [FailedCheck]) {
    self.log = log
    self.misuse = misuse
    self.failedChecks = failedChecks
  }
}
