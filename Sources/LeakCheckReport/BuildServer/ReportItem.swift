package import LeakCheckAnalysis
package import LeakCheckGraph
import LeakCheckText

/// An entry in a build server's list: a finding, a misuse, a failed expectation or a growing type.
package struct ReportItem: Sendable {
  /// The state of an item, compared with an earlier run.
  package enum State: Hashable, Sendable {
    /// There is nothing to compare with.
    case current
    /// The earlier run did not have it.
    case new
    /// The earlier run had it too.
    case unchanged
    /// It is accepted, for a reason that may be empty.
    case accepted(because: String)
    /// The earlier run had it, this one has not.
    case gone
  }

  /// What kind of thing is wrong.
  package var rule: ReportRule
  /// How grave it is.
  package var severity: Finding.Severity
  /// What it is beside an earlier run.
  package var state: State = .current
  /// What it is about: a type, a closure, a callback.
  package var subject: String
  /// What is wrong, in one sentence.
  package var message: String
  /// Why, in a sentence or two; may be empty.
  package var why: String = ""
  /// What to change, one sentence each.
  package var fixes: [String] = []
  /// Where to look first.
  package var place: SourcePlace
  /// The same for the same thing on every run and machine.
  package var fingerprint: String
  /// The finding, where it is one.
  package var finding: Finding?

  /// Whether a reader has to do something about it: it is there, and nobody has accepted it.
  var isOpen: Bool {
    switch state {
    case .current, .new: true
    case .unchanged, .accepted, .gone: false
    }
  }

  /// What is wrong, in the words that every place has for it.
  var what: String { finding?.title.short ?? rule.title }

  /// What is wrong, and of what, in one line.
  var title: String { subject.isEmpty ? what : "\(what): \(subject)" }

  /// Everything that there is to say, a line each.
  var lines: [String] {
    let fixes = self.fixes.enumerated().map { ($0 == 0 ? "fix: " : "and: ") + $1 }
    return [message] + (why.isEmpty ? [] : ["why: " + why]) + fixes
  }
}

extension ReportItem {
  /// The same on one line, as sentences: `… has leaked. Why: … Fix: …`.
  var sentences: String {
    let rest = lines.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return ([message] + rest).map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// The most fixes of one item that are listed.
  private static let mostFixes = 8

  /// An item for a finding of the graph that was read from `input`.
  package init(_ finding: Finding, input: String) {
    let words = FixWords(finding.cut, limit: Self.mostFixes)
    let advice = finding.advice.isEmpty ? [] : [finding.advice]
    self.init(
      rule: ReportRule(finding.kind), severity: finding.severity,
      subject: ReportWords.subject(of: finding), message: finding.message, why: finding.why,
      fixes: Self.fixes(words, of: finding) + [words.further].compactMap(\.self) + advice,
      place: Self.place(of: finding, in: input) ?? SourcePlace(input: input),
      fingerprint: finding.fingerprint, finding: finding)
  }

  /// The fixes of the cut; where others are as good, all of them in one clause.
  private static func fixes(_ words: FixWords, of finding: Finding) -> [String] {
    let others = FixWords.equals(of: finding)
    return others.isEmpty
      ? words.shown : ["either " + ([words.text] + others).joined(separator: ", or ")]
  }

  /// An item for a misuse in the scenario that was read from `input`.
  init(_ misuse: RunRecord.Misuse, input: String) {
    self.init(
      rule: ReportRule(misuse), severity: .warning, subject: misuse.place, message: misuse.message,
      fixes: [misuse.correct],
      place: SourcePlace(input: misuse.file.isEmpty ? input : misuse.file, line: misuse.line),
      fingerprint: "misuse:\(misuse.code):\(misuse.place)")
  }

  /// An item for an expectation that does not hold.
  init(_ check: RunRecord.FailedCheck, input: String) {
    let line = check.line > 0 ? "line \(check.line)" : ""
    self.init(
      rule: ReportRule(check), severity: .error, subject: line, message: check.message,
      place: SourcePlace(input: check.file.isEmpty ? input : check.file, line: check.line),
      fingerprint: "check:\(check.check):\(check.line)")
  }

  /// An item for a type that grows.
  init(growing type: TypeChange, input: String) {
    let counts = type.objects.map { ByteCountText.grouped($0) }.joined(separator: ", then ")
    self.init(
      rule: .growth, severity: .warning, state: .new, subject: type.type,
      message: "\(counts) objects of \(type.type)", place: SourcePlace(input: input),
      fingerprint: "growth:\(type.type)")
  }

  /// Where the fix is written, or else where the first object of the path is made that says so.
  private static func place(of finding: Finding, in input: String) -> SourcePlace? {
    finding.placedObject.map { SourcePlace(file: $0.file, line: Int($0.line), in: input) }
  }
}

extension Finding {
  /// The object at whose place a finding is shown: the holder of the first reference of its cut that says where it is
  /// made, or else the first such object of the path.
  ///
  /// - Complexity: O(references of the path), of which not all of a long one are looked at.
  package var placedObject: ObjectGraph.Object? {
    let holders = cut.steps.references.prefix(FixWords.mostCodes).compactMap { reference in
      path.last?.graph.reference(reference).source
    }
    let shown = path.prefix(100).objects + [path.last].compactMap(\.self)
    return (holders + shown).first { !$0.file.isEmpty }
  }
}
