import ArgumentParser
import Foundation
import LeakCheckAnalysis
import LeakCheckImport
import LeakCheckReport
import LeakCheckText

/// Options for known and accepted findings.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do not report findings that FILE accepts, up to their count and expiry date.",
      valueName: "FILE"))
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"),
    help: ArgumentHelp(
      "Write all findings to FILE as accepted, keeping the reasons from --baseline.",
      valueName: "FILE"))
  var writeBaseline: String?

  @Flag(
    name: .customLong("prune-baseline"),
    help: "Remove findings that no longer occur from the --baseline file, and lower its counts.")
  var pruneBaseline = false

  func validate() throws {
    guard pruneBaseline else { return }
    if baseline == nil { throw ValidationError("--prune-baseline needs --baseline FILE") }
    if writeBaseline != nil {
      throw ValidationError("--prune-baseline and --write-baseline exclude each other")
    }
  }

  /// The file that is written, if one is.
  var changed: String? { pruneBaseline ? baseline : writeBaseline }

  /// The baseline as it is today; empty without one.
  func known() throws -> Baseline {
    guard let baseline else { return Baseline() }
    do {
      return Baseline(
        try BaselineReader(source: baseline).entries(in: try Files.read(baseline)),
        today: .today)
    } catch let error as InputError {
      throw Console.failure("\(error)")
    }
  }

  /// Writes the baseline where that is asked for.
  func write(_ findings: [Finding], known: Baseline, to files: OutputFiles) throws {
    guard let changed else { return }
    let baseline = pruneBaseline ? known.pruned(to: findings) : known.accepting(findings)
    try files.write(Array(baseline.text.utf8), to: changed)
  }

  /// Says what of the baseline no longer occurs.
  func tell(_ findings: [Finding], known: Baseline) { say(known.missing(among: findings)) }

  /// The most entries that are named.
  private static let mostNamed = 5

  private func say(_ missing: [Baseline.Entry]) {
    guard let baseline, !missing.isEmpty else { return }
    let file = Quotation.escaped(baseline)
    let count = missing.count == 1 ? "1 entry" : "\(missing.count) entries"
    let done = pruneBaseline ? "took \(count) out of \(file)" : "\(count) of \(file)"
    Console.say(
      "note: \(done) that no longer occur\(missing.count == 1 ? "s" : "")"
        + (pruneBaseline ? "" : "; --prune-baseline takes them out"))
    for entry in missing.prefix(Self.mostNamed) {
      Console.say("  " + Quotation.escaped(entry.fingerprint))
    }
    let further = missing.count - Self.mostNamed
    if further > 0 { Console.say("  and \(further) more") }
  }
}
