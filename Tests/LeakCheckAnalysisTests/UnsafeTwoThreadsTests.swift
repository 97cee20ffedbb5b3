import LeakCheckAnalysis
import LeakCheckGraph
import Testing

@Suite struct UnsafeTwoThreadsTests {
  @Test(arguments: [0, 1 << 20])
  func `Both results come back, on one thread and on two`(size: Int) {
    let (sum, text) = TwoThreads.both(size, { (0...100).reduce(0, +) }, { "two" })
    #expect(sum == 5_050 && text == "two")
  }

  @Test func `What the first of two does is recorded, what the second does is not`() {
    let stages = [WorkStage("one", "doing", counting: .objects), .build]
    let record = WorkRecord()
    _ = WorkRecord.$current.withValue(record) {
      TwoThreads.both(
        1 << 20, { stages[0].run { counter in counter.add(7) } },
        { stages[1].run { counter in counter.add(8) } })
    }
    #expect(record.entries.map(\.stage) == [stages[0]] && record.entries.map(\.done) == [7])
  }
}
