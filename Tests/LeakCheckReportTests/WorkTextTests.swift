import LeakCheckGraph
import LeakCheckReport
import LeakCheckText
import Testing

@Suite struct ProgressTextTests {
  private static let read = WorkStage("read", "reading", counting: .bytes)
  private static let cycles = WorkStage("components", "finding cycles in", counting: .references)

  private func entry(
    _ stage: WorkStage, _ time: Duration, done: Int = 0, total: Int? = nil
  ) -> WorkRecord.Entry {
    let record = WorkRecord()
    WorkRecord.$current.withValue(record) { stage.run { _ in } }
    var entry = record.entries[0]
    (entry.time, entry.done, entry.total) = (time, done, total)
    return entry
  }

  private func line(
    _ entry: WorkRecord.Entry, _ subject: String = "heap.json", width: Int = 79,
    charset: TextFormat.Charset = .unicode
  ) -> String {
    ProgressText(width: width, charset: charset).line(for: entry, subject: subject)
  }

  @Test func `a line has stage, file, percent and rate`() {
    let half = entry(Self.read, .seconds(2), done: 43 << 20, total: 100 << 20)
    #expect(line(half) == "reading heap.json  43 % · 21.5 MB/s")
    #expect(line(half, charset: .ascii) == "reading heap.json  43 %, 21.5 MB/s")
  }

  @Test func `without a total there is an amount, without both the time`() {
    let some = entry(Self.cycles, .seconds(4), done: 3_500_000)
    #expect(line(some) == "finding cycles in heap.json  3.5 M references · 875 K references/s")
    #expect(line(entry(Self.cycles, .seconds(75))) == "finding cycles in heap.json  75.0 s")
    #expect(line(entry(Self.cycles, .seconds(125))) == "finding cycles in heap.json  2 min 5 s")
  }

  @Test func `more than all is not shown`() {
    #expect(line(entry(Self.read, .seconds(1), done: 9, total: 4)).contains("  100 % "))
    #expect(line(entry(Self.read, .seconds(1), done: 9, total: 0)).contains("  100 % "))
  }

  @Test func `a line is never wider than it may be`() {
    let half = entry(Self.read, .seconds(2), done: 43 << 20, total: 100 << 20)
    let names = ["heap.json", "界界界界界界界界界界界界界界界界.json", String(repeating: "x", count: 300)]
    for width in 0..<100 {
      for name in names {
        for charset in TextFormat.Charset.allCases {
          let text = line(half, name, width: width, charset: charset)
          #expect(DisplayWidth.of(text) <= width)
          if charset == .ascii { #expect(text.utf8.allSatisfy { (32..<127).contains($0) }) }
        }
      }
    }
    let short = line(half, String(repeating: "x", count: 300), width: 40)
    #expect(short.hasPrefix("reading xxxxxx"))
    #expect(short.hasSuffix("xxxxx  43 % · 21.5 MB/s"))
    #expect(DisplayWidth.of(short) == 40)
  }
}

@Suite struct WorkTableTests {
  @Test func `columns are aligned, sums come last`() {
    let record = WorkRecord()
    let read = WorkStage("read", "reading", counting: .bytes)
    let report = WorkStage("report", "writing", counting: .findings)
    WorkRecord.$current.withValue(record) {
      read.run { $0.add(1) }
      report.run { _ in }
    }
    var entries = record.entries
    (entries[0].time, entries[0].done) = (.milliseconds(500), 300 << 20)
    (entries[1].time, entries[1].done) = (.milliseconds(10), 0)
    let table = WorkTable(
      entries, elapsed: .milliseconds(600), memory: [("peak memory", 212 << 20)],
      charset: .unicode)
    #expect(
      table.text == """
        stage          time  amount      rate
        read         0.50 s  300 MB  600 MB/s
        report       0.01 s
        other        0.09 s
        in all       0.60 s
        peak memory  212 MB

        """)
  }
}
