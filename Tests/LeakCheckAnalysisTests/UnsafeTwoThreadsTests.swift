import LeakCheckAnalysis
import Synchronization
import Testing

@Suite struct UnsafeTwoThreadsTests {
  @Test(arguments: [0, 1 << 20])
  func `Both results come back, on one thread and on two`(size: Int) {
    let (sum, text) = TwoThreads.both(size, { (0...100).reduce(0, +) }, { "two" })
    #expect(sum == 5_050 && text == "two")
  }

  @Test(arguments: [0, 1 << 20])
  func `Each piece of work is done once`(size: Int) {
    let done = (0..<7).map { _ in Count() }
    TwoThreads.all(size, done.map { count in { count.value.add(1, ordering: .relaxed) } })
    #expect(done.map { $0.value.load(ordering: .relaxed) } == Array(repeating: 1, count: 7))
  }
}

private final class Count: Sendable {
  let value = Atomic<Int>(0)
}
