import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import Testing

/// A graph of a program in the midst of its work: what it may work by is told apart from what leaks.
@Suite struct RunningProgramTests {
  /// A loop and its worker keep each other while a root has the loop; a session leaks by itself.
  private func report(
    at moment: ObjectGraph.Moment, expectingGone gone: Bool = false
  ) throws -> Report {
    var builder = ObjectGraph.Builder()
    builder.moment = moment
    for (id, isRoot) in [("app", true), ("loop", false), ("worker", false), ("session", false)] {
      var object = ObjectDescription(id: .text(id), type: id.capitalized)
      if isRoot { object.root = "static App.shared" }
      if gone, id == "worker" { object.expectation = LifetimeExpectation(.gone, because: "over") }
      builder.add(object)
    }
    for (from, to) in [
      ("app", "loop"), ("loop", "worker"), ("worker", "loop"), ("session", "session"),
    ] {
      var reference = ReferenceDescription(from: .text(from), to: .text(to))
      reference.name = to
      builder.add(reference)
    }
    let analysis = GraphAnalysis(of: try builder.build())
    return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
  }

  private func text(_ report: Report, listing: Bool) -> String {
    var options = TextFormat.Options()
    options.listsWork = listing
    var text = ""
    TextFormat(options: options).write([report], to: &text)
    return text
  }

  @Test func `a reachable cycle that holds nothing expected gone is a note`() throws {
    #expect(try report(at: .running).findings.map(\.severity) == [.error, .note])
    #expect(try report(at: .after).findings.map(\.severity) == [.error, .error])
  }

  @Test func `one that holds what should be gone is an error`() throws {
    let findings = try report(at: .running, expectingGone: true).findings
    #expect(findings.allSatisfy { $0.severity == .error })
  }

  @Test func `notes are counted in one line, and listed where that is asked for`() throws {
    let report = try report(at: .running)
    let short = text(report, listing: false)
    #expect(short.hasPrefix("leak 1 of 1 "))
    #expect(short.contains("\n  1 cycle that a running program may work by (--limit lists them)\n"))
    #expect(!short.contains("Worker"))
    let long = text(report, listing: true)
    #expect(long.hasPrefix("leak 1 of 2 "))
    #expect(long.contains("\nnote 2 of 2 "))
    #expect(long.contains("may work by") && !long.contains("--limit"))
  }
}
