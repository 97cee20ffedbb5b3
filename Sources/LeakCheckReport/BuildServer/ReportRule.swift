package import LeakCheckAnalysis

/// A rule in a build server's list: a stable name, a title and help.
package struct ReportRule: Hashable, Sendable {
  /// The stable word, such as `cycle` or `misuse/early-geometry`.
  package let id: String
  /// The title in a few words.
  package let title: String
  /// What it means and what to do, in a sentence or two.
  package let help: String
  /// How grave an item of this rule is, unless it says otherwise.
  package let severity: Finding.Severity

  /// A rule; see the properties.
  package init(id: String, title: String, help: String, severity: Finding.Severity) {
    self.id = id
    self.title = title
    self.help = help
    self.severity = severity
  }

  /// The rule of a kind of finding.
  package init(_ kind: Finding.Kind) {
    let (title, help, severity) = Self.words(for: kind)
    self.init(id: kind.rawValue, title: title, help: help, severity: severity)
  }

  /// The rule of a misuse; its help is the correct form.
  init(_ misuse: RunRecord.Misuse) {
    self.init(
      id: "misuse/\(misuse.code)", title: "misuse: \(misuse.code)", help: misuse.correct,
      severity: .warning)
  }

  /// The rule of an expectation, or of the trap that ends a run.
  init(_ check: RunRecord.FailedCheck) {
    self.init(
      id: "check/\(check.check)", title: "\(check.check) \(check.outcome)",
      help: "A scenario says what must be true at a step; a trap is where the program would crash.",
      severity: .error)
  }

  /// The rule of a type of which every repeat leaves more.
  static let growth = ReportRule(
    id: "growth", title: "grows by every repeat",
    help: "Each graph has more objects of this type than the one before. Find what keeps them with"
      + " leakcheck path, or what they retain with leakcheck top.",
    severity: .warning)

  private static func words(
    for kind: Finding.Kind
  ) -> (title: String, help: String, severity: Finding.Severity) {
    switch kind {
    case .cycle:
      (
        "retain cycle",
        "Objects keep each other alive, so none of them reaches a reference count of 0. Make one of"
          + " the references weak: a capture of self first, then a delegate, then a back reference.",
        .error
      )
    case .leaked:
      (
        "leaked object",
        "An object has more retains than references to it, and nothing reaches it. Look for a retain"
          + " without its release.", .error
      )
    case .abandoned:
      (
        "abandoned object",
        "An object should be gone, and a root still reaches it: a timer, an observer, a task, a cache."
          + " End what holds it when its time is over.", .error
      )
    case .dangling:
      (
        "dangling reference",
        "A reference that does not retain leads to an object that goes before its holder. Make it"
          + " weak, or let the holder go first.", .error
      )
    case .teardownNeverRuns:
      (
        "teardown that never runs",
        "Only the deinit of an object would end the reference that keeps it alive, so that deinit"
          + " never runs. End it earlier, such as in viewDidDisappear(_:).", .error
      )
    case .temporary:
      (
        "temporary object",
        "An object stays until an event that comes by itself, and goes then. Nothing needs to be done"
          + " unless it stays too long.", .note
      )
    }
  }
}
