import LeakCheckGraph
import Testing

@Suite struct WorkRecordTests {
  private static let outer = WorkStage("outer", "doing", counting: .bytes)
  private static let inner = WorkStage("inner", "looking into", counting: .objects)

  private func spend(_ milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
  }

  @Test func `stages are recorded in the order in which they began, each once`() {
    let record = WorkRecord()
    WorkRecord.$current.withValue(record) {
      for _ in 0..<2 {
        Self.outer.run(of: 10) { counter in
          counter.add(4)
          Self.inner.run { inner in inner.add(3) }
        }
      }
    }
    #expect(record.entries.map(\.stage) == [Self.outer, Self.inner])
    // What is known to be all is done at the end.
    #expect(record.entries.map(\.done) == [20, 6])
    #expect(record.underway == nil)
  }

  @Test func `the time of an inner stage is its own`() throws {
    let record = WorkRecord()
    WorkRecord.$current.withValue(record) {
      Self.outer.run { _ in
        spend(2)
        Self.inner.run { _ in spend(60) }
        spend(2)
      }
    }
    let (outer, inner) = (record.entries[0].time, record.entries[1].time)
    #expect(inner >= .milliseconds(60))
    #expect(outer >= .milliseconds(4))
    #expect(outer + inner <= record.elapsed)
  }

  @Test func `the innermost stage is underway, with what it counted so far`() throws {
    let record = WorkRecord()
    #expect(record.underway == nil)
    try WorkRecord.$current.withValue(record) {
      try Self.outer.run(of: 10) { counter in
        counter.add(4)
        Self.inner.run { _ in #expect(record.underway?.stage == Self.inner) }
        WorkCounter.current.add(1)
        let underway = try #require(record.underway)
        #expect(underway.stage == Self.outer)
        #expect((underway.done, underway.total) == (5, 10))
        #expect(try #require(underway.rate) > 0)
      }
    }
  }

  @Test func `an error ends its stages, and only what was counted is done`() {
    struct Stop: Error {}
    let record = WorkRecord()
    WorkRecord.$current.withValue(record) {
      #expect(throws: Stop.self) {
        try Self.outer.run(of: 10) { counter in
          counter.add(4)
          throw Stop()
        }
      }
    }
    #expect(record.underway == nil)
    #expect(record.entries.map(\.done) == [4])
  }

  @Test func `without a record nothing is counted`() {
    Self.outer.run(of: 10) { counter in counter.add(1) }
    WorkCounter.current.add(1)
    #expect(WorkRecord.current == nil)
  }

  @Test func `any thread may count`() async {
    let record = WorkRecord()
    let counter = WorkRecord.$current.withValue(record) { Self.outer.run { $0 } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1000 { counter.add(1) } } }
    }
    #expect(counter.count == 8000)
  }

  @Test func `pieces are all rows, in order`() {
    for count in [0, 1, 1 << 16, 1 << 16 + 1, 300_000] {
      let pieces = WorkCounter.pieces(of: 7..<(7 + count))
      #expect(pieces.flatMap { Array($0) } == Array(7..<(7 + count)))
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 1 << 16 })
    }
  }
}
