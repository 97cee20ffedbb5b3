package import LeakCheckCapture
package import LeakCheckGraph
package import LeakCheckReport
import LeakCheckAnalysis
import LeakCheckText

/// The message of a failed assertion and its graph.
package struct LeakFailure: Sendable {
  /// The problem in one sentence.
  package var summary: String
  /// The blocks of lines that follow: paths, findings, notes.
  package var blocks: [String] = []
  /// The report, for the files.
  package var report: Report?
  /// Whether the failure fails the test; otherwise it is only reported as not judged.
  package private(set) var isJudged = true

  /// The message for a test, without the files.
  package var text: String { ([summary] + blocks).joined(separator: "\n") }

  /// Returns the same failure, reported without failing the test.
  func notJudged(because reason: String) -> LeakFailure {
    var failure = self
    failure.isJudged = false
    failure.summary = "not judged: \(summary)"
    failure.blocks.append(Self.paragraph("why", reason))
    return failure
  }
}

/// The claim of an assertion, with the wording for its failure.
package struct LeakClaim: Sendable {
  /// The kind of claim.
  package enum Kind: Sendable {
    /// The test's objects are freed.
    case deallocated
    /// Nothing is left behind.
    case nothingLeft
    /// Nothing retains itself.
    case noCycles
  }

  /// The claim.
  package var kind: Kind
  /// The names that the test gave the objects.
  package var objects: [String] = []
  /// A hint for releasing what the test itself holds.
  package var hint: String = ""
  /// Further notes for the reader.
  package var notes: [String] = []

  /// Creates a claim; see the properties.
  package init(
    kind: Kind, objects: [String] = [], hint: String = "", notes: [String] = []
  ) {
    self.kind = kind
    self.objects = objects
    self.hint = hint
    self.notes = notes
  }
}

extension LeakFailure {
  /// The largest number of findings to show in full.
  private static let mostShown = 3

  /// Returns the failure of an assertion that would hold whatever the code does.
  static func vacuous(_ words: String, hint: String) -> LeakFailure {
    LeakFailure(
      summary: "nothing was checked: \(Escaping.plain(words, limit: 500))",
      blocks: [paragraph("fix", hint)])
  }

  /// Returns the failure for live objects in a process that cannot read live objects.
  package static func refused(_ error: CaptureError, _ claim: LeakClaim) -> LeakFailure {
    let summary =
      switch claim.kind {
      case .deallocated: LeakWords.summary(claim, cause: "alive, but no path can be shown")
      case .nothingLeft, .noCycles: "nothing was checked: live objects cannot be read"
      }
    let blocks = [paragraph("why", error.description)]
    return LeakFailure(summary: summary, blocks: blocks + hint(claim) + lines(claim.notes))
  }

  /// Returns the failure that `graph` shows against `claim`, or `nil` if it shows none.
  ///
  /// The test's objects are known to be alive, so for them there is always a failure.
  package static func judged(
    _ graph: ObjectGraph, _ claim: LeakClaim, name: String = ""
  ) -> LeakFailure? {
    let analysis = GraphAnalysis(of: graph)
    return judged(Checks.findings(in: analysis), of: analysis, claim, name: name)
  }

  static func judged(
    _ findings: [Finding], of analysis: GraphAnalysis, _ claim: LeakClaim, name: String = ""
  ) -> LeakFailure? {
    let counted = findings.filter { claim.counts($0) }
    let report = Report(counted, of: analysis, input: name)
    guard let first = counted.first else {
      return claim.kind == .deallocated ? withoutPath(claim, report) : nil
    }
    var claim = claim
    if claim.objects.isEmpty { claim.objects = LeakWords.subjects(counted) }
    let shown = counted.prefix(mostShown)
    var blocks = shown.map { "  " + ownPath(of: $0, analysis) }
    let format = TextFormat()
    for (number, finding) in shown.enumerated() {
      let text = format.text(of: finding, number: number + 1, in: report)
      blocks.append("\n" + text.trimmingLineFeeds)
    }
    if shown.count < counted.count {
      blocks.append("\n… and \(counted.count - shown.count) more findings: see the graph")
    }
    let isOutside = counted.contains { $0.kind == .abandoned && $0.path.references.isEmpty }
    let hints = rootHint(counted) ?? (isOutside ? hint(claim) : [])
    let tail = hints + lines(allowance(counted, claim) + claim.notes)
    if !tail.isEmpty { blocks.append("") }
    return LeakFailure(
      summary: LeakWords.summary(claim, cause: LeakWords.cause(first)), blocks: blocks + tail,
      report: report)
  }

  /// Returns the path to an object that should be gone; a finding may show a cycle that does not contain the object.
  private static func ownPath(of finding: Finding, _ analysis: GraphAnalysis) -> String {
    let isOnPath = finding.path.objects.contains { $0.expectation?.fate == .gone }
    let gone = finding.holds.objects.first { $0.expectation?.fate == .gone }
    guard !isOnPath, !finding.isReachable, let gone,
      let path = PathSearch(in: analysis).absence(of: gone).path
    else { return PathLine(finding.path).text }
    return PathLine(path).text
  }

  /// Returns how to allow a leak of libraries alone, which nobody can fix here.
  private static func allowance(_ counted: [Finding], _ claim: LeakClaim) -> [String] {
    guard claim.kind == .nothingLeft, let first = counted.first(where: { $0.kind == .cycle }),
      counted.allSatisfy({ $0.severity == .warning && $0.kind == .cycle && !$0.isReachable })
    else { return [] }
    return [
      "nothing of the program is on these cycles; where a library leaks them, they may stay with"
        + " `allowing: [.cycle(\"\(first.path.objects[0].type)\", because: \"…\")]`"
    ]
  }

  private static func withoutPath(_ claim: LeakClaim, _ report: Report) -> LeakFailure {
    let why = paragraph(
      "why", "nothing in the heap keeps it: a local variable of the test or C code holds it")
    return LeakFailure(
      summary: LeakWords.summary(claim, cause: "held from outside the heap"),
      blocks: [why] + hint(claim) + lines(claim.notes),
      report: report.graph.objects.isEmpty ? nil : report)
  }

  /// Returns how to release an object without a path, held by a thread or retained by hand.
  private static func rootHint(_ counted: [Finding]) -> [String]? {
    let alone = counted.first { $0.kind == .abandoned && $0.path.references.isEmpty }
    switch alone?.path.objects.first?.rootReason {
    case UnbalancedRetain.words:
      return [
        paragraph(
          "fix",
          "release it where it was retained by hand: takeRetainedValue() or release() on what"
            + " Unmanaged.passRetained(_:) gave")
      ]
    case HoldingThreads.words:
      return [
        paragraph(
          "fix",
          "let the thread end when its work is over, or let what it runs hold the object weakly")
      ]
    default: return nil
    }
  }

  private static func hint(_ claim: LeakClaim) -> [String] {
    claim.hint.isEmpty ? [] : [paragraph("fix", claim.hint)]
  }

  private static func lines(_ notes: [String]) -> [String] {
    notes.map { paragraph("note", $0) }
  }

  private static func paragraph(_ label: String, _ words: String) -> String {
    TextFormat().paragraph(label, words).trimmingLineFeeds
  }
}

extension LeakClaim {
  /// Returns whether a finding contradicts the claim.
  func counts(_ finding: Finding) -> Bool {
    switch finding.kind {
    case .teardownNeverRuns: true
    case .abandoned, .leaked: kind != .noCycles
    case .temporary: kind == .deallocated
    case .dangling: false
    case .cycle:
      switch kind {
      case .noCycles: finding.severity == .error
      // A cycle of what merely lies on the way is somebody else's.
      case .deallocated, .nothingLeft: finding.holdsGone
      }
    }
  }
}

extension Finding {
  /// Returns whether an object that should be gone is on the path or goes with it.
  fileprivate var holdsGone: Bool {
    (path.objects + holds.objects).contains { $0.expectation?.fate == .gone }
  }
}

extension String {
  fileprivate var trimmingLineFeeds: String {
    var text = self[...]
    while text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}
