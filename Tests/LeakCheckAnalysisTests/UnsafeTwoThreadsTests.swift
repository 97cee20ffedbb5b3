import LeakCheckAnalysis
import Testing

@Suite struct UnsafeTwoThreadsTests {
  @Test(arguments: [0, 1 << 20])
  func `Both results come back, on one thread and on two`(size: Int) {
    let (sum, text) = TwoThreads.both(size, { (0...100).reduce(0, +) }, { "two" })
    #expect(sum == 5_050 && text == "two")
  }
}
