package import LeakCheckCapture
package import LeakCheckGraph
package import LeakCheckReport
import LeakCheckAnalysis
import LeakCheckText

/// The message of a failed assertion, and the graph that shows it.
package struct LeakFailure: Sendable {
  /// What is wrong, in one sentence.
  package var summary: String
  /// Blocks of lines that follow: paths, findings, notes.
  package var blocks: [String] = []
  /// What was found, for the files.
  package var report: Report?
  /// Whether it fails the test; what cannot be judged is only told.
  package private(set) var isJudged = true

  /// The message of a test, less the files.
  package var text: String { ([summary] + blocks).joined(separator: "\n") }

  /// The same, told without failing the test.
  func notJudged(because reason: String) -> LeakFailure {
    var failure = self
    failure.isJudged = false
    failure.summary = "not judged: \(summary)"
    failure.blocks.append(Self.paragraph("why", reason))
    return failure
  }
}

/// The claim that an assertion makes, and the words for its failure.
package struct LeakClaim: Sendable {
  /// The claim.
  package enum Kind: Sendable {
    /// Objects that were handed over are freed.
    case deallocated
    /// Nothing is left behind.
    case nothingLeft
    /// Nothing retains itself.
    case noCycles
  }

  /// What was claimed.
  package var kind: Kind
  /// What the objects are called, where the test named them.
  package var objects: [String] = []
  /// How to let go of what the test itself holds.
  package var hint: String = ""
  /// What a reader must know besides.
  package var notes: [String] = []

  /// A claim; see the properties.
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
  /// The most findings that are shown in full.
  private static let mostShown = 3

  /// An assertion that would have held whatever the code does.
  static func vacuous(_ words: String, hint: String) -> LeakFailure {
    LeakFailure(
      summary: "nothing was checked: \(Escaping.plain(words, limit: 500))",
      blocks: [paragraph("fix", hint)])
  }

  /// Objects that are alive, where live objects cannot be read.
  package static func refused(_ error: CaptureError, _ claim: LeakClaim) -> LeakFailure {
    let summary =
      switch claim.kind {
      case .deallocated: LeakWords.summary(claim, cause: "alive, but no path can be shown")
      case .nothingLeft, .noCycles: "nothing was checked: live objects cannot be read"
      }
    let blocks = [paragraph("why", error.description)]
    return LeakFailure(summary: summary, blocks: blocks + hint(claim) + lines(claim.notes))
  }

  /// What `graph` shows against `claim`; `nil` when it shows nothing.
  ///
  /// Objects that were handed over are known to be alive: of them there is always something to say.
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
    if claim.objects.isEmpty { claim.objects = counted.map(LeakWords.subject) }
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

  /// The path of an object that should be gone: a finding may tell it by a cycle that the object is not on.
  private static func ownPath(of finding: Finding, _ analysis: GraphAnalysis) -> String {
    let isOnPath = finding.path.objects.contains { $0.expectation?.fate == .gone }
    let gone = finding.holds.objects.first { $0.expectation?.fate == .gone }
    guard !isOnPath, !finding.isReachable, let gone,
      let path = PathSearch(in: analysis).absence(of: gone).path
    else { return PathLine(finding.path).text }
    return PathLine(path).text
  }

  /// How a leak of libraries alone, which nobody can mend here, may stay.
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

  /// How to let go of what no path leads to: of a thread, or of what was retained by hand.
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
  /// Whether a finding is against what is claimed.
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
  /// Whether an object that should be gone is on the path, or goes with it.
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
