import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct BaselineTests {
  /// Cycles of one type, `count` times.
  private func findings(_ count: Int) throws -> (GraphAnalysis, [Finding]) {
    var builder = ObjectGraph.Builder()
    for number in 0..<count {
      for side in ["a", "b"] {
        builder.add(ObjectDescription(id: .text("\(side)\(number)"), type: side))
      }
      for (from, to) in [("a", "b"), ("b", "a")] {
        var reference = ReferenceDescription(
          from: .text("\(from)\(number)"), to: .text("\(to)\(number)"))
        reference.name = "to" + to
        builder.add(reference)
      }
    }
    let analysis = GraphAnalysis(of: try builder.build())
    return (analysis, Checks.findings(in: analysis))
  }

  private func report(_ count: Int, _ baseline: Baseline) throws -> Report {
    let (analysis, findings) = try findings(count)
    return Report(findings, of: analysis, input: "g.json", accepting: baseline)
  }

  private func entry(count: Int?, until: String? = nil) throws -> Baseline.Entry {
    var entry = Baseline.Entry(fingerprint: try findings(1).1[0].fingerprint, count: count)
    entry.until = until.flatMap { CalendarDay($0) }
    entry.ticket = "APP-1"
    return entry
  }

  @Test func `more than were accepted is a finding`() throws {
    let baseline = Baseline([try entry(count: 2)])
    #expect(try report(2, baseline).suppressed == 1)
    let more = try report(20, baseline)
    #expect(more.suppressed == 0 && more.fails(on: .error))
    #expect(TextFormat.text.text(of: [more]).contains("\n  note accepted 2 times, 20 now (APP-1)"))
    #expect(try report(20, Baseline([try entry(count: nil)])).suppressed == 1)
  }

  @Test(arguments: [("2026-03-01", 1), ("2026-02-28", 1), ("2026-03-02", 0)])
  func `what is accepted until a day is an error afterwards`(today: String, accepted: Int) throws {
    let baseline = Baseline(
      [try entry(count: 1, until: "2026-03-01")], today: CalendarDay(today))
    let report = try report(1, baseline)
    #expect(report.suppressed == accepted)
    #expect(report.fails(on: .error) == (accepted == 0))
    if accepted == 0 {
      #expect(MarkdownFormat.markdown.text(of: [report]).contains("was accepted until 2026"))
    }
  }

  @Test func `what no longer occurs is known, and pruned with counts that are too high`() throws {
    let gone = Baseline.Entry(fingerprint: "cycle:gone:0000000000000000", count: 1)
    let baseline = Baseline([try entry(count: 9), gone])
    let found = try findings(3).1
    #expect(baseline.missing(among: found) == [gone])
    let pruned = baseline.pruned(to: found)
    #expect(pruned.entries.count == 1 && pruned.entries.values.first?.count == 3)
    #expect(pruned.entries.values.first?.ticket == "APP-1")
    #expect(baseline.pruned(to: try findings(20).1).entries.values.first?.count == 9)
  }

  @Test func `accepting keeps reasons and takes the graph with most instances`() throws {
    let old = Baseline(
      [try entry(count: 1, until: "2020-01-01")], today: CalendarDay("2026-01-01"))
    let new = old.accepting(try findings(2).1 + findings(5).1 + findings(3).1)
    let kept = try #require(new.entries.values.first)
    #expect(new.entries.count == 1 && kept.count == 5 && kept.ticket == "APP-1")
    #expect(kept.until == nil && !kept.message.isEmpty)
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "26-01-01", "2026-1-1", "2026-01-01 ", "", "2026-00-10",
  ])
  func `what is no day is none`(text: String) { #expect(CalendarDay(text) == nil) }

  @Test func `days are ordered and written as they are read`() throws {
    let days = ["0999-12-31", "2024-02-29", "2026-01-02", "2026-01-10", "2026-02-01"]
    let read = days.compactMap { CalendarDay($0) }
    #expect(read.map(\.description) == days && read.sorted() == read)
  }
}
